import type { StatsResult, TraceRow } from '../../../core/protocol/results';
import { stopIf } from '../../../core/lib/cancel';
import { nearest } from '../../../core/lint/near';
import type { Engine } from '../../../core/protocol/engine';
import { pageLimit } from '../../../core/protocol/operations';
import type { Selection } from '../../../core/slice/schema';
import { positive } from '../flags';
import { type Door, examples, type RegisterVerb } from '../program';
import { selectionOf, withSelection } from '../selection';
import { clip, countsLine, cut, facts, Table } from '../table';
import { count, minute, number, size } from '../words';
import { describeTrace } from './show';

export const registerRead: RegisterVerb = (program, door) => {
  examples(
    withSelection(program.command('list').description('list traces, newest first'))
      .option('--limit <n>', 'how many', positive, 50)
      .option('--after <id>', 'go on after this trace'),
    'list --state unreviewed --limit 20',
    'list --label billing --attribute language=es --not-has correction --since 2026-09-01',
    `list --slice 'source:support-agent -unlabelled "charged twice"'`,
  ).action(async (flags: Record<string, unknown> & ListFlags) => list(door(), flags));

  examples(
    program
      .command('show')
      .description('show one trace with everything said about it')
      .argument('<trace>', 'id of the trace, as `loop list` shows it, or its first letters, at least four'),
    'show aktxphs436yw7scpwpb6ljw3sn',
  ).action(async (trace: string) => {
    const d = door();
    d.answer(await (await d.engine()).call('trace.show', { trace }), describeTrace);
  });

  examples(program.command('stats').description('counts and sizes of the store'), 'stats').action(async () => {
    const d = door();
    d.answer(await (await d.engine()).call('store.stats', {}), describeStats);
  });
};

interface ListFlags {
  limit: number;
  after?: string;
}

async function list(door: Door, flags: Record<string, unknown> & ListFlags): Promise<void> {
  const selection = selectionOf(flags);
  const engine = await door.engine();
  const shown = new Listing(door.columns);
  let [left, after, next] = [flags.limit, flags.after, null as string | null];
  let found = 0;
  do {
    stopIf(door.cancel);
    const from = after === undefined ? {} : { after };
    const page = await engine.call('trace.list', { selection, order: 'newest', limit: Math.min(left, pageLimit), ...from });
    if (door.json) for (const row of page.rows) await door.row(row);
    else for (const line of shown.page(page.rows)) door.print(line);
    left -= page.rows.length;
    found += page.rows.length;
    next = page.next;
    after = next ?? undefined;
  } while (left > 0 && next !== null && !door.unread);
  if (next !== null && !door.unread) door.note(`There are more: --after ${idOf(next)} goes on.`);
  if (found === 0) for (const line of await unknownLabels(engine, selection)) door.note(line);
}

/** Labels that nobody has given are a slip of the fingers more often than not. */
async function unknownLabels(engine: Engine, { label = [] }: Selection): Promise<string[]> {
  const asked = typeof label === 'string' ? [label] : label;
  if (asked.length === 0) return [];
  const known = (await engine.call('label.list', {})).map((one) => one.label);
  return asked
    .filter((one) => !known.includes(one))
    .map((one) => {
      const near = nearest(one, known);
      return `No label is called ${clip(one, 120)}.${near === undefined ? '' : ` Did you mean ${near}?`}`;
    });
}

/** The id in the place where a page ended. */
function idOf(cursor: string): string {
  return cursor.split(':', 1)[0] ?? cursor;
}

/** A list that is printed page by page. */
class Listing {
  private readonly table = new Table(['id', 'captured', 'source', 'model', 'state', 'verdict', 'labels', 'question']);
  private begun = false;

  /** @param columns of the terminal, whose lines must not be broken; undefined when there is none */
  constructor(private readonly columns: number | undefined) {}

  page(rows: readonly TraceRow[]): string[] {
    if (rows.length === 0 && !this.begun) return ['No conversation is like that.'];
    const cells = rows.map((r) => [
      r.id,
      minute(r.captured_at),
      clip(r.source, 20),
      clip(r.model ?? '', 20),
      r.state,
      r.verdict ?? '',
      clip(r.labels.join(','), 24),
      clip(r.preview, 60),
    ]);
    const lines = this.table.lines(cells, !this.begun);
    this.begun = true;
    return this.columns === undefined ? lines : lines.map((line) => cut(line, Math.max(this.columns ?? 0, 80)));
  }
}

const damageWords = {
  damaged: 'could not be read',
  torn: 'is cut off, as after a crash',
  lines_missing: 'is missing; a copy of the file would bring it back',
  not_understood: 'was written by a newer version',
} as const;

/** Warnings about the log, one a line; none when all is well. */
export function damageLines({ damage }: StatsResult): string[] {
  return damage.map(({ file, offset, length, kind }) => {
    if (kind === 'file_missing') return missingLine(file);
    const stretch = length > 0 ? `${size(length)} from byte ${number(offset)}` : `what follows byte ${number(offset)}`;
    return `! ${file}: ${stretch} ${damageWords[kind]}.`;
  });
}

/** A file of the log that is gone: what to do about it. */
export function missingLine(file: string): string {
  return `! ${file} is gone, and what it held with it. Put it back from a copy, or go on without it: loop rebuild --accept-missing.`;
}

function whyReadOnly({ disk_full }: StatsResult): string {
  return disk_full ? 'the disk is full' : 'nothing can be written into its folder';
}

function describeStats(stats: StatsResult): string[] {
  const { bytes, index } = stats;
  const sizes = Object.entries(bytes).map(([what, n]) => `${what} ${size(n)}`);
  return [
    stats.store,
    ...facts([
      ['traces', number(stats.traces)],
      ['states', countsLine(stats.by_state)],
      ['sources', countsLine(stats.by_source)],
      ['acts', number(stats.acts)],
      ['on disk', sizes.join(', ')],
      ['index', index.events === 0 ? 'saved' : `${count(index.events, 'line')} of the log not in it yet, which is no loss`],
      ['shared', stats.shared ? 'feedback, in git' : undefined],
      ['read-only', stats.read_only ? whyReadOnly(stats) : undefined],
      [
        'elsewhere',
        stats.elsewhere > 0
          ? `${count(stats.elsewhere, 'conversation')} with acts here and nothing else: not imported yet, or under another source`
          : undefined,
      ],
    ]),
    ...stats.label_circles.map(({ label, parent }) => `! ${label} is not under ${parent}: that would have closed a circle.`),
    ...damageLines(stats),
    ...(stats.traces === 0 ? ['loop import FILE --source NAME brings conversations in.'] : []),
  ];
}
