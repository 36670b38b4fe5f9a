import path from 'node:path';
import { Option } from 'commander';
import { noteWords, refusalWords } from '../../../core/export/next-steps';
import { Problem } from '../../../core/lib/problem';
import type { Result } from '../../../core/protocol/operations';
import { split } from '../flags';
import { collect, type Door, examples, type RegisterVerb } from '../program';
import { countsLine, table } from '../table';
import { count, number, quoted } from '../words';
import { readRecipe, type ReadRecipe } from '../../engine/recipe-file';
import { missingLine } from './read';

export const registerExports: RegisterVerb = (program, door) => {
  examples(
    program
      .command('export')
      .description('write a dataset as training files')
      .argument('[dataset]', 'id, name (newest version), or name@version')
      .option('--recipe <file>', 'build this recipe, then export it; without --target and --out to where it says')
      .option('--target <t>', 'trl or openai')
      .option('--out <dir>', 'folder to write into: empty, or an earlier export')
      .addOption(
        new Option('--option <k=v>', 'option of the target: for trl, shape=completion or shape=messages').argParser(collect),
      ),
    'export billing --target trl --out data/billing',
    'export billing@2 --target openai --out data/billing-openai',
    'export --recipe billing.dataset.yaml',
    'export --recipe billing.dataset.yaml --target trl --out data/billing --option shape=messages',
  ).action(async (dataset: string | undefined, flags: ExportFlags) => exportTo(door(), dataset, flags));
  examples(
    program
      .command('verify')
      .description('check exported files against the store')
      .argument('[dataset]', 'only the files of this one: id, name or name@version')
      .option('--strict', 'end with exit code 1 when a file is missing, changed or holds deleted conversations'),
    'verify',
    'verify billing --strict',
  ).action(async (dataset: string | undefined, { strict = false }: { strict?: boolean }) => verify(door(), dataset, strict));
};

interface ExportFlags {
  recipe?: string;
  target?: string;
  out?: string;
  option?: string[];
}

async function exportTo(door: Door, dataset: string | undefined, flags: ExportFlags): Promise<void> {
  if ((dataset === undefined) === (flags.recipe === undefined))
    throw new Problem('usage', { reason: 'Name a dataset, or give --recipe FILE.' });
  const read = flags.recipe === undefined ? undefined : await readRecipe(flags.recipe);
  const [places, single] = placesOf(flags, read);
  const engine = await door.engine();
  const call = { cancel: door.cancel, report: door.report };
  const id = dataset ?? (read && (await engine.call('dataset.build', read.recipe, call)).dataset_id) ?? '';
  const results: Exported[] = [];
  for (const place of places) results.push(await engine.call('export.run', { dataset: id, ...place }, call));
  const [first] = results;
  if (single && first) door.answer(first, described);
  else door.answer({ exports: results }, () => results.flatMap(described));
  if (door.json) return;
  for (const result of results) noteLeftOut(door, result);
}

type Exported = Result<'export.run'>;

interface Place {
  readonly target: string;
  readonly folder: string;
  readonly options: Record<string, string>;
}

/** Where to export, and whether that is the one place the flags name. @throws Problem `usage`, `option_invalid` */
function placesOf(flags: ExportFlags, read: ReadRecipe | undefined): [Place[], single: boolean] {
  const { target, out } = flags;
  if (target === undefined && out === undefined && flags.option === undefined && read && read.exports.length > 0)
    return [read.exports.map((one) => placeOf(one, read.file)), false];
  if (target === undefined || out === undefined)
    throw new Problem('usage', { reason: 'Give --target and --out, or a recipe whose exports say where to.' });
  if (out.trim() === '') throw new Problem('usage', { reason: 'The name after --out is empty. Name a folder.' });
  return [[{ target, folder: path.resolve(out), options: optionsOf(flags.option, target) }], true];
}

/** As a recipe has it: its path is relative to the recipe's folder, everything else is an option of the target. */
function placeOf({ target, path: folder, ...options }: ReadRecipe['exports'][number], file: string): Place {
  const written = Object.entries(options).map(([name, value]) => [name, String(value)]);
  return {
    target,
    folder: path.resolve(path.dirname(file), folder),
    options: Object.fromEntries(written) as Record<string, string>,
  };
}

function noteLeftOut(door: Door, result: Exported): void {
  for (const [code, n] of Object.entries(result.refused))
    door.note(`! ${count(n, 'row')} not written, ${code}: ${refusalWords[code] ?? 'the target does not take it'}.`);
  for (const code of result.warnings) door.note(`! ${code}: ${noteWords[code] ?? 'see next_steps.md'}.`);
}

function optionsOf(given: readonly string[] = [], target: string): Record<string, string> {
  const options = new Map<string, string>();
  for (const text of given) {
    const pair = split(text);
    if (!pair) throw new Problem('option_invalid', { option: text.slice(0, 60), target, reason: 'write it as name=value' });
    if (options.has(pair[0])) throw new Problem('option_invalid', { option: pair[0], target, reason: 'it is given twice' });
    options.set(...pair);
  }
  return Object.fromEntries(options);
}

function described({ files, folder }: Exported): string[] {
  const rows = files.map((file) => [file.path, file.split === 'other' ? '' : number(file.rows), file.split]);
  const steps = files.find((file) => path.posix.basename(file.path) === 'next_steps.md');
  return [
    table(['file', { title: 'rows', right: true }, 'split'], rows),
    ...(steps ? [`${steps.path} says how to train on it.`] : [`Written into ${folder}.`]),
  ];
}

async function verify(door: Door, dataset: string | undefined, strict: boolean): Promise<void> {
  const result = await (await door.engine()).call('export.verify', dataset === undefined ? {} : { dataset });
  door.answer(result, () => verified(result, dataset));
  if (strict && !result.ok) door.exitCode(1);
}

/** What each state asks for, worst first. */
const advice = [
  ['holds_purged', 'still hold rows of deleted conversations: delete these files, and export again where they are needed'],
  ['changed', 'are not as they were written: keep them elsewhere if the change matters, and export into another folder'],
  ['missing', 'are gone: export again where they are needed'],
  ['stale', 'come of an older build: export the newer one'],
] as const;

function verified({ files, missing }: Result<'export.verify'>, dataset: string | undefined): string[] {
  const gone = missing.map(missingLine);
  if (files.length === 0) {
    const what = dataset === undefined ? 'Nothing' : `Nothing of ${dataset}`;
    return [`${what} was exported yet. loop export ${quoted(dataset ?? 'DATASET')} --target trl --out FOLDER does it.`, ...gone];
  }
  const states: Record<string, number> = {};
  for (const { state } of files) states[state] = (states[state] ?? 0) + 1;
  return [
    table(
      ['file', 'state', { title: 'rows', right: true }],
      files.map((file) => [file.path, file.state, file.rows > 0 ? number(file.rows) : '']),
    ),
    `${count(files.length, 'file')}: ${countsLine(states)}.`,
    ...gone,
    ...advice.filter(([state]) => states[state]).map(([state, what]) => `! ${state}: these files ${what}.`),
  ];
}
