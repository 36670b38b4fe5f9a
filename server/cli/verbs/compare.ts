import { Option } from 'commander';
import { changeKinds, changeReasons, type ChangeReason } from '../../../core/dataset/compare/reasons';
import { Problem } from '../../../core/lib/problem';
import type { Result } from '../../../core/protocol/operations';
import { positive, whole } from '../flags';
import { examples, type Door, type RegisterVerb } from '../program';
import { clip, facts, table } from '../table';
import { count, number } from '../words';

type Comparison = Result<'dataset.compare'>;

export const registerCompare: RegisterVerb = (program, door) => {
  const build = 'id, name (newest version), or name@version';
  examples(
    program
      .command('compare')
      .description('what differs between two builds, row by row, and why')
      .argument('<from>', build)
      .argument('<to>', build)
      .addOption(new Option('--change <c>', 'only these rows').choices(changeKinds))
      .addOption(new Option('--why <r>', 'only rows with this reason').choices(changeReasons))
      .option('--limit <n>', 'how many rows', positive, 20)
      .option('--offset <n>', 'leave out this many first', whole, 0),
    'compare billing@1 billing',
    'compare billing@1 billing@2 --change out --why retracted',
  ).action(async (from: string, to: string, flags: Flags) => compare(door(), from, to, flags));
};

interface Flags {
  readonly change?: (typeof changeKinds)[number];
  readonly why?: ChangeReason;
  readonly limit: number;
  readonly offset: number;
}

async function compare(door: Door, from: string, to: string, flags: Flags): Promise<void> {
  if (flags.offset < 0) throw new Problem('usage', { reason: 'Give --offset a whole number from 0.' });
  const call = { cancel: door.cancel, report: door.report };
  const result = await (await door.engine()).call('dataset.compare', { from, to, ...flags }, call);
  door.answer(result, () => [...summary(result), ...rowTable(result)]);
  const left = result.total - flags.offset - result.rows.length;
  if (left > 0 && !door.json) door.note(`${number(left)} more: --limit and --offset show them.`);
}

function rowTable({ rows }: Comparison): string[] {
  if (rows.length === 0) return [];
  const lines = rows.map((row) => [row.change, row.why, row.trace, String(row.turn), clip(row.preview, 60)]);
  return ['', table(['row', 'why', 'trace', { title: 'turn', right: true }, 'question'], lines)];
}

function summary({ from, to, counts, why, recipe }: Comparison): string[] {
  const name = (build: Comparison['from']) => `${build.name}@${build.version} (${count(build.rows, 'row')})`;
  const purged = from.purged_rows + to.purged_rows;
  const setting = (value: unknown) => (value === null ? 'not set' : JSON.stringify(value));
  return [
    `${name(from)} → ${name(to)}`,
    ...facts([
      ...changeKinds.map((change) => [change, `${number(counts[change])}${reasons(why[change])}`] as const),
      ['same', number(counts.same)],
      [
        'deleted',
        purged > 0 ? `${number(from.purged_rows)} rows of the first, ${number(to.purged_rows)} of the second` : undefined,
      ],
      ...recipe.map(({ key, from: was, to: is }) => [key, `${setting(was)} → ${setting(is)}`] as const),
    ]),
  ];
}

function reasons(counts: Readonly<Record<string, number>>): string {
  const list = Object.entries(counts).map(([why, n]) => `${why} ${number(n)}`);
  return list.length === 0 ? '' : ` (${list.join(', ')})`;
}
