import { Option } from 'commander';
import { changeKinds, changeReasons, type ChangeReason } from '../../../core/dataset/compare/reasons';
import type { Result } from '../../../core/protocol/operations';
import type { Door, RegisterVerb } from '../program';
import { whole } from '../selection';
import { clip, table } from '../table';

type Comparison = Result<'dataset.compare'>;

export const registerCompare: RegisterVerb = (program, door) => {
  program
    .command('compare')
    .description('what differs between two builds, row by row, and why')
    .argument('<from>', 'id, name, or name@version')
    .argument('<to>', 'id, name, or name@version')
    .addOption(new Option('--change <c>', 'only these rows').choices(changeKinds))
    .addOption(new Option('--why <r>', 'only rows with this reason').choices(changeReasons))
    .option('--limit <n>', 'how many rows', whole, 20)
    .option('--offset <n>', 'rows to pass over', whole, 0)
    .action(async (from: string, to: string, flags: Flags) => compare(door(), from, to, flags));
};

interface Flags {
  readonly change?: (typeof changeKinds)[number];
  readonly why?: ChangeReason;
  readonly limit: number;
  readonly offset: number;
}

async function compare(door: Door, from: string, to: string, flags: Flags): Promise<void> {
  const call = { cancel: door.cancel, report: door.report };
  const result = await (await door.engine()).call('dataset.compare', { from, to, ...flags }, call);
  if (door.json) return door.print(JSON.stringify(result));
  for (const line of summary(result)) door.print(line);
  if (result.rows.length === 0) return;
  door.print('');
  door.print(
    table(
      ['row', 'why', 'trace', 'turn', 'question'],
      result.rows.map((row) => [row.change, row.why, row.trace, String(row.turn), clip(row.preview, 60)]),
    ),
  );
  const left = result.total - flags.offset - result.rows.length;
  if (left > 0) door.note(`${left} more; --limit and --offset show them.`);
}

function summary({ from, to, counts, why, recipe }: Comparison): string[] {
  const name = (build: Comparison['from']) => `${build.name}@${build.version} (${build.rows} rows)`;
  const purged = from.purged_rows + to.purged_rows;
  return [
    `${name(from)} → ${name(to)}`,
    ...changeKinds.map((change) => `${titles[change]}: ${counts[change]}${reasons(why[change])}`),
    `Same: ${counts.same}`,
    ...(purged > 0 ? [`Deleted since: ${from.purged_rows} rows of the first, ${to.purged_rows} of the second.`] : []),
    ...recipe.map(({ key, from: was, to: is }) => `Recipe ${key}: ${JSON.stringify(was)} → ${JSON.stringify(is)}`),
  ];
}

const titles = { in: 'In', out: 'Out', changed: 'Changed' } as const;

function reasons(counts: Readonly<Record<string, number>>): string {
  const list = Object.entries(counts).map(([why, n]) => `${n} ${why}`);
  return list.length === 0 ? '' : ` (${list.join(', ')})`;
}
