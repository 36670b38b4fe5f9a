import path from 'node:path';
import { Option } from 'commander';
import { noteWords, refusalWords } from '../../../core/export/next-steps';
import { Problem } from '../../../core/lib/problem';
import type { Result } from '../../../core/protocol/operations';
import { split } from '../flags';
import { collect, type Door, examples, type RegisterVerb } from '../program';
import { countsLine, table } from '../table';
import { count, number } from '../words';
import { recipeOf } from './datasets';
import { missingLine } from './read';

export const registerExports: RegisterVerb = (program, door) => {
  examples(
    program
      .command('export')
      .description('write a dataset as training files')
      .argument('[dataset]', 'id, name (newest version), or name@version')
      .option('--recipe <file>', 'build this recipe, then export it')
      .requiredOption('--target <t>', 'trl or openai')
      .requiredOption('--out <dir>', 'folder to write into: empty, or an earlier export')
      .addOption(
        new Option('--option <k=v>', 'option of the target: for trl, shape=completion or shape=messages').argParser(collect),
      ),
    'export billing --target trl --out data/billing',
    'export billing@2 --target openai --out data/billing-openai',
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
  target: string;
  out: string;
  option?: string[];
}

async function exportTo(door: Door, dataset: string | undefined, flags: ExportFlags): Promise<void> {
  if ((dataset === undefined) === (flags.recipe === undefined))
    throw new Problem('usage', { reason: 'Name a dataset, or give --recipe FILE.' });
  if (flags.out.trim() === '') throw new Problem('usage', { reason: 'The name after --out is empty. Name a folder.' });
  const options = optionsOf(flags);
  const recipe = flags.recipe === undefined ? undefined : await recipeOf({ recipe: flags.recipe });
  const engine = await door.engine();
  const call = { cancel: door.cancel, report: door.report };
  const id = dataset ?? (recipe && (await engine.call('dataset.build', recipe, call)).dataset_id) ?? '';
  const asked = { dataset: id, target: flags.target, folder: path.resolve(flags.out), options };
  const result = await engine.call('export.run', asked, call);
  door.answer(result, () => described(result));
  if (door.json) return;
  for (const [code, n] of Object.entries(result.refused))
    door.note(`! ${count(n, 'row')} not written, ${code}: ${refusalWords[code] ?? 'the target does not take it'}.`);
  for (const code of result.warnings) door.note(`! ${code}: ${noteWords[code] ?? 'see next_steps.md'}.`);
}

function optionsOf({ option = [], target }: ExportFlags): Record<string, string> {
  const options = new Map<string, string>();
  for (const text of option) {
    const pair = split(text);
    if (!pair) throw new Problem('option_invalid', { option: text.slice(0, 60), target, reason: 'write it as name=value' });
    if (options.has(pair[0])) throw new Problem('option_invalid', { option: pair[0], target, reason: 'it is given twice' });
    options.set(...pair);
  }
  return Object.fromEntries(options);
}

function described({ files, folder }: Result<'export.run'>): string[] {
  const rows = files.map((file) => [file.path, file.split === 'other' ? '' : number(file.rows), file.split]);
  const steps = files.find((file) => path.posix.basename(file.path) === 'next_steps.md');
  return [
    table(['file', { title: 'rows', right: true }, 'split'], rows),
    ...(steps ? [`${steps.path} says how to train on it.`] : [`Written into ${folder}.`]),
  ];
}

async function verify(door: Door, dataset: string | undefined, strict: boolean): Promise<void> {
  const result = await (await door.engine()).call('export.verify', dataset === undefined ? {} : { dataset });
  door.answer(result, () => verified(result));
  if (strict && !result.ok) door.exitCode(1);
}

/** What each state asks for, worst first. */
const advice = [
  ['holds_purged', 'still hold rows of deleted conversations: delete these files, or export anew'],
  ['changed', 'are not as they were written: keep them elsewhere if the change matters, and export into another folder'],
  ['missing', 'are gone: export again where they are needed'],
  ['stale', 'come of an older build: export the newer one'],
] as const;

function verified({ files, missing }: Result<'export.verify'>): string[] {
  const gone = missing.map(missingLine);
  if (files.length === 0) return ['Nothing was exported yet. loop export DATASET --target trl --out FOLDER does it.', ...gone];
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
