import { Option } from 'commander';
import { methods, recipe as recipeSchema, type RecipeInput } from '../../../core/dataset/recipe';
import { splits } from '../../../core/dataset/row';
import { refusalWords } from '../../../core/export/next-steps';
import { scoreOrigins } from '../../../core/feedback/scores';
import { Problem } from '../../../core/lib/problem';
import { pageLimit, type Result } from '../../../core/protocol/operations';
import { readRecipe } from '../../engine/recipe-file';
import { between, positive, whole } from '../flags';
import { type Door, examples, type RegisterVerb } from '../program';
import { isSelected, selectionOf, withSelection } from '../selection';
import { countsLine, facts, table } from '../table';
import { count, minute, number, quoted } from '../words';

const datasetName = 'id, name (newest version), or name@version';

export const registerDatasets: RegisterVerb = (program, door) => {
  registerBuild(program, door);
  examples(program.command('datasets').description('list built datasets'), 'datasets').action(async () => datasets(door()));
  examples(
    program
      .command('report')
      .description('what a dataset is made of, with warnings and left-out reasons')
      .argument('<dataset>', datasetName),
    'report billing',
    'report billing@2',
  ).action(async (dataset: string) => {
    const d = door();
    d.answer(await (await d.engine()).call('dataset.report', { dataset }), (r) =>
      describeReport(`${r.name}@${r.version} (${r.method})`, r.report),
    );
  });
  examples(
    program
      .command('samples')
      .description('rows as a trainer would see them, one a line of JSON')
      .argument('<dataset>', datasetName)
      .addOption(new Option('--split <s>', 'only this split').choices(splits))
      .option('--target <t>', 'as this target writes them', 'trl')
      .option('--limit <n>', 'how many', positive, 20)
      .option('--offset <n>', 'leave out this many first', whole, 0),
    'samples billing --limit 3',
    'samples billing@2 --split holdout --target openai',
  ).action(async (dataset: string, flags: SampleFlags) => samples(door(), dataset, flags));
};

const registerBuild: RegisterVerb = (program, door) => {
  examples(
    withSelection(program.command('build').description('build a training set inside the store'))
      .option('--recipe <file>', 'a *.dataset.yaml file, instead of the other options')
      .option('--name <name>', 'name of the dataset')
      .addOption(new Option('--method <m>', 'what it trains').choices(methods))
      .option('--holdout <percent>', 'newest percentage held back, whole tasks (0)', between(0, 90))
      .option('--min-score <x>', 'sft: least score of answers no person judged (0.7)', between(0, 1))
      .option('--min-margin <x>', 'dpo: least distance of two scores (0)', between(0, 1))
      .option('--label-threshold <x>', 'kto: scores above it are desirable (0.5)', between(0, 1))
      .addOption(new Option('--on-dispute <d>', 'disputed turns (leave_out)').choices(['leave_out', 'latest', 'majority']))
      .addOption(new Option('--score-from <who>', 'whose scores count (the highest rank present)').choices(scoreOrigins))
      .option('--pin', 'keep traces of it that would expire within 30 days')
      .option('--include-tainted', 'take tainted traces too'),
    'build --name billing --method dpo --label billing --holdout 20',
    'build --name good --method sft --min-score 0.8 --not-has tainted',
    'build --recipe billing.dataset.yaml',
  ).action(async (flags: BuildFlags) => build(door(), flags));
};

type BuildFlags = Record<string, unknown> & { recipe?: string };

/** Flags of `build` with the keys of a recipe that they set. */
const recipeKeys = {
  name: 'name',
  method: 'method',
  holdout: 'holdout_percent',
  minScore: 'min_score',
  minMargin: 'min_margin',
  labelThreshold: 'label_threshold',
  onDispute: 'on_dispute',
  scoreFrom: 'score_from',
  includeTainted: 'include_tainted',
} as const;

/** The recipe that a file or the flags describe. @throws Problem `usage`, `recipe_invalid`, `file_*` */
export async function recipeOf(flags: BuildFlags): Promise<RecipeInput> {
  const given = Object.entries(recipeKeys).flatMap(([flag, key]) =>
    flags[flag] === undefined ? [] : [[key, flags[flag]] as const],
  );
  if (flags.recipe !== undefined) {
    if (given.length > 0 || isSelected(flags))
      throw new Problem('usage', {
        reason: 'A recipe says all of it: give --recipe alone, or write the other options into the file.',
      });
    return (await readRecipe(flags.recipe)).recipe;
  }
  if (flags['name'] === undefined || flags['method'] === undefined)
    throw new Problem('usage', { reason: 'Give --recipe FILE, or --name and --method.' });
  const { sample, seed, only_unscored, ...slice } = selectionOf(flags);
  const draw = { sample, seed, only_unscored };
  const drawn = Object.entries(draw).filter(([, value]) => value !== undefined);
  const parsed = recipeSchema.safeParse({ ...Object.fromEntries([...given, ...drawn]), slice });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const isName = issue?.path[0] === 'name';
  throw new Problem('usage', {
    reason: isName ? 'A dataset needs a name of 1 to 120 characters.' : (issue?.message ?? 'Not a recipe.'),
  });
}

async function build(door: Door, flags: BuildFlags): Promise<void> {
  const recipe = await recipeOf(flags);
  const engine = await door.engine();
  const result = await engine.call('dataset.build', recipe, { cancel: door.cancel, report: door.report });
  const { version, unchanged, report, expiring } = result;
  if (flags['pin'] && expiring.traces > 0) await engine.call('dataset.pin', { dataset: result.dataset_id });
  const title = `${recipe.name}@${version} (${recipe.method})`;
  door.answer(result, () => [
    ...describeReport(unchanged ? `${title}, unchanged` : title, report),
    ...pinAdvice(expiring, Boolean(flags['pin'])),
    ...(report.rows > 0 ? [`loop export ${quoted(recipe.name)} --target trl --out FOLDER writes the files.`] : []),
  ]);
}

function pinAdvice({ traces, soonest }: Result<'dataset.build'>['expiring'], pinned: boolean): string[] {
  if (traces === 0) return [];
  const what = count(traces, 'trace');
  if (pinned) return [`Pinned ${what} that would have expired within 30 days.`];
  return [`${what} of it will expire within 30 days, the first on ${minute(soonest ?? '')}; build --pin keeps them.`];
}

/** What a dataset is made of, for people. */
export function describeReport(title: string, report: Result<'dataset.report'>['report']): string[] {
  const { rows, train_rows, holdout_rows, traces_in, slice_size, time_span, balance } = report;
  const isBalanced = balance.desirable + balance.undesirable > 0;
  return [
    `${title}: ${count(rows, 'row')}, ${number(train_rows)} to train on, ${number(holdout_rows)} held out`,
    ...facts([
      ['from', `${number(traces_in)} of ${count(slice_size, 'conversation')} in the slice`],
      ['left out', countsLine(report.left_out)],
      ['rows dropped', countsLine(report.rows_dropped)],
      ['purged rows', report.purged_rows ? number(report.purged_rows) : undefined],
      ['balance', isBalanced ? `desirable ${number(balance.desirable)}, undesirable ${number(balance.undesirable)}` : undefined],
      ['verdicts', countsLine(report.sources)],
      ['reviewers', countsLine(report.reviewers)],
      ['models', countsLine(report.models)],
      ['labels', countsLine(report.labels)],
      ['scores from', report.score_from ?? undefined],
      ['graders', report.graders.join(', ')],
      ['judges', report.judges.join(', ')],
      ['captured', time_span ? `${minute(time_span.first)} to ${minute(time_span.last)} UTC` : undefined],
    ]),
    ...(report.warnings.length === 0 ? ['No warnings: checked and fine.'] : []),
    ...(report.warnings.length > 0 && report.purged_rows > 0 ? ['Warnings of the build, before rows were deleted:'] : []),
    ...report.warnings.map((warning) => `! ${warning.code}: ${warning.message}`),
  ];
}

async function datasets(door: Door): Promise<void> {
  const all = await (await door.engine()).call('dataset.list', {});
  door.answer(all, () =>
    all.length === 0
      ? ['No datasets yet. loop build --name NAME --method sft makes one.']
      : [
          table(
            [
              ...['name', 'method'],
              ...['rows', 'train', 'holdout'].map((title) => ({ title, right: true })),
              ...['built', 'id', 'warnings'],
            ],
            all.map((d) => [
              `${d.name}@${d.version}`,
              d.method,
              ...[d.rows, d.train_rows, d.holdout_rows].map((n) => (d.unreadable === undefined ? number(n) : '–')),
              minute(d.built_at),
              d.dataset_id,
              d.unreadable === undefined ? d.warnings.join(', ') || 'none' : `cannot be read: ${d.unreadable}`,
            ]),
          ),
        ],
  );
}

interface SampleFlags {
  split?: (typeof splits)[number];
  target: string;
  limit: number;
  offset: number;
}

/** Always lines of JSON: there is no plainer form of a row. */
async function samples(door: Door, dataset: string, { split, target, limit, offset }: SampleFlags): Promise<void> {
  if (offset < 0) throw new Problem('usage', { reason: 'Give --offset a whole number from 0.' });
  const engine = await door.engine();
  const end = offset + limit;
  for (let at = offset; at < end; at += pageLimit) {
    const page = { dataset, target, limit: Math.min(pageLimit, end - at), offset: at, ...(split === undefined ? {} : { split }) };
    const { rows, refused, total } = await engine.call('dataset.samples', page, { cancel: door.cancel });
    for (const { row } of rows) if (!(await door.row(row))) return;
    for (const { trace, code } of refused)
      door.note(`! A row of ${trace} is not written, ${code}: ${refusalWords[code] ?? 'the target does not take it'}.`);
    if (at + pageLimit >= total) return;
  }
}
