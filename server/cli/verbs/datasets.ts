import path from 'node:path';
import { Option } from 'commander';
import { methods, type RecipeInput } from '../../../core/dataset/recipe';
import { splits } from '../../../core/dataset/row';
import { Problem } from '../../../core/lib/problem';
import type { Result } from '../../../core/protocol/operations';
import { readRecipe } from '../../engine/recipe-file';
import { collect, type Door, type RegisterVerb } from '../program';
import { decimal, selectionOf, whole, withSelection } from '../selection';
import { countsLine, table } from '../table';

export const registerDatasets: RegisterVerb = (program, door) => {
  withSelection(program.command('build').description('build a training set inside the store'))
    .option('--recipe <file>', 'a *.dataset.yaml file')
    .option('--name <name>', 'name of the dataset')
    .addOption(new Option('--method <m>', 'what it trains').choices(methods))
    .option('--holdout <percent>', 'newest percentage held back, whole tasks', decimal)
    .option('--min-score <x>', 'sft: least score of answers no person judged (0.7)', decimal)
    .option('--min-margin <x>', 'dpo: least distance of two scores (0)', decimal)
    .option('--label-threshold <x>', 'kto: scores above it are desirable (0.5)', decimal)
    .addOption(new Option('--on-dispute <d>', 'disputed turns').choices(['leave_out', 'latest', 'majority']))
    .action(async (flags: BuildFlags) => build(door(), flags));
  program
    .command('datasets')
    .description('list built datasets')
    .action(async () => datasets(door()));
  program
    .command('report')
    .description('what a dataset is made of, with warnings and left-out reasons')
    .argument('<dataset>', 'id, name, or name@version')
    .action(async (dataset: string) => {
      const d = door();
      const result = await (await d.engine()).call('dataset.report', { dataset });
      if (d.json) return d.print(JSON.stringify(result));
      describe(d, `${result.name}@${result.version} (${result.method})`, result.report);
    });
  program
    .command('samples')
    .description('rows as a trainer would see them (JSONL)')
    .argument('<dataset>')
    .addOption(new Option('--split <s>', 'only this split').choices(splits))
    .option('--target <t>', 'as this target writes them', 'trl')
    .option('--limit <n>', 'how many', whole, 20)
    .action(async (dataset: string, flags: { split?: (typeof splits)[number]; target: string; limit: number }) => {
      const d = door();
      const { rows } = await (await d.engine()).call('dataset.samples', { dataset, ...flags });
      for (const { row } of rows) d.print(JSON.stringify(row));
    });
  program
    .command('export')
    .description('write a dataset as training files')
    .argument('[dataset]')
    .option('--recipe <file>', 'build this recipe, then export it')
    .requiredOption('--target <t>', 'trl or openai')
    .requiredOption('--out <dir>', 'folder to write into')
    .addOption(new Option('--option <k=v>', 'option of the target').argParser(collect))
    .action(async (dataset: string | undefined, flags: ExportFlags) => exportTo(door(), dataset, flags));
  program
    .command('verify')
    .description('check exported files against the store')
    .argument('[dataset]')
    .action(async (dataset?: string) => verify(door(), dataset));
};

type BuildFlags = Record<string, unknown> & {
  recipe?: string;
  name?: string;
  method?: (typeof methods)[number];
  holdout?: number;
  minScore?: number;
  minMargin?: number;
  labelThreshold?: number;
  onDispute?: 'leave_out' | 'latest' | 'majority';
};

async function recipeOf(flags: BuildFlags): Promise<RecipeInput> {
  if (flags.recipe !== undefined) return (await readRecipe(flags.recipe)).recipe;
  if (flags.name === undefined || flags.method === undefined) {
    throw new Problem('usage', { reason: 'Give --recipe FILE, or --name and --method.' });
  }
  const { sample, seed, only_unscored, ...slice } = selectionOf(flags);
  const given = {
    sample,
    seed,
    only_unscored,
    holdout_percent: flags.holdout,
    min_score: flags.minScore,
    min_margin: flags.minMargin,
    label_threshold: flags.labelThreshold,
    on_dispute: flags.onDispute,
  };
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { name: flags.name, method: flags.method, slice, ...set };
}

async function build(door: Door, flags: BuildFlags): Promise<void> {
  const recipe = await recipeOf(flags);
  const result = await (await door.engine()).call('dataset.build', recipe, { cancel: door.cancel, report: door.report });
  if (door.json) {
    door.print(JSON.stringify(result));
    return;
  }
  describe(door, `${recipe.name}@${result.version} (${recipe.method})${result.unchanged ? ', unchanged' : ''}`, result.report);
}

function describe(door: Door, title: string, report: Result<'dataset.report'>['report']): void {
  door.print(`${title}: ${report.rows} rows (${report.train_rows} train, ${report.holdout_rows} holdout)`);
  door.print(`From ${report.traces_in} of ${report.slice_size} traces of the slice.`);
  for (const [name, counts] of [
    ['Left out', report.left_out],
    ['Rows dropped', report.rows_dropped],
    ['Verdicts', report.sources],
    ['Reviewers', report.reviewers],
    ['Models', report.models],
    ['Balance', report.balance],
  ] as const) {
    const line = countsLine(counts);
    if (line) door.print(`${name}: ${line}`);
  }
  if (report.warnings.length === 0) door.print('No warnings: checked and fine.');
  for (const warning of report.warnings) door.print(`! ${warning.code}: ${warning.message}`);
}

async function datasets(door: Door): Promise<void> {
  const rows = await (await door.engine()).call('dataset.list', {});
  if (door.json) {
    door.print(JSON.stringify(rows));
    return;
  }
  door.print(
    table(
      ['dataset', 'name', 'method', 'rows', 'train', 'holdout', 'warnings', 'built'],
      rows.map((d) => [
        d.dataset_id,
        `${d.name}@${d.version}`,
        d.method,
        String(d.rows),
        String(d.train_rows),
        String(d.holdout_rows),
        d.warnings.join(',') || '-',
        d.built_at.slice(0, 16).replace('T', ' '),
      ]),
    ),
  );
}

interface ExportFlags {
  recipe?: string;
  target: string;
  out: string;
  option?: string[];
}

async function exportTo(door: Door, dataset: string | undefined, flags: ExportFlags): Promise<void> {
  const engine = await door.engine();
  const call = { cancel: door.cancel, report: door.report };
  if ((dataset === undefined) === (flags.recipe === undefined))
    throw new Problem('usage', { reason: 'Name a dataset, or give --recipe FILE.' });
  const id = dataset ?? (await engine.call('dataset.build', await recipeOf({ recipe: flags.recipe ?? '' }), call)).dataset_id;
  const options = Object.fromEntries(
    (flags.option ?? []).map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw new Problem('option_invalid', { option: text, target: flags.target, reason: 'write it as name=value' });
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
  const result = await engine.call(
    'export.run',
    { dataset: id, target: flags.target, folder: path.resolve(flags.out), options },
    call,
  );
  if (door.json) {
    door.print(JSON.stringify(result));
    return;
  }
  for (const file of result.files) door.print(`${file.path}  ${file.rows ? `${file.rows} rows` : ''}`.trimEnd());
  const refused = countsLine(result.refused);
  if (refused) door.note(`Rows not written: ${refused}`);
  for (const warning of result.warnings) door.note(`! ${warning}`);
}

async function verify(door: Door, dataset: string | undefined): Promise<void> {
  const result = await (await door.engine()).call('export.verify', dataset === undefined ? {} : { dataset });
  if (door.json) {
    door.print(JSON.stringify(result));
    return;
  }
  door.print(
    table(
      ['file', 'state', 'rows'],
      result.files.map((f) => [f.path, f.state, String(f.rows)]),
    ),
  );
}
