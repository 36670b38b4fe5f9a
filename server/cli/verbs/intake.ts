import { Option } from 'commander';
import path from 'node:path';
import type { ImportPreview, ImportResult, SourceRow } from '../../../core/protocol/results';
import { longestRetention } from '../../../core/protocol/operations';
import { Problem } from '../../../core/lib/problem';
import { dismiss, prepare } from '../../import/threads';
import { split } from '../flags';
import { collect, type Door, examples, type RegisterVerb } from '../program';
import { readRows } from '../rows';
import { clip, countsLine, facts, table } from '../table';
import { count, minute, number, quoted } from '../words';
import { attributesOf } from './curate';
import { previewLines } from './preview';

export const registerIntake: RegisterVerb = (program, door) => {
  examples(
    program
      .command('import')
      .description('import conversations from files or folders')
      .argument('<path...>', 'files or folders: .jsonl, .json, .csv, .tsv, also .gz')
      .requiredOption('--source <name>', 'the source the conversations are filed under')
      .addOption(new Option('--label <l>', 'label every conversation').argParser(collect))
      .addOption(new Option('--attribute <k=v>', 'set an attribute on every conversation').argParser(collect))
      .addOption(new Option('--map <field=column>', 'read a field from a column or key of the file').argParser(collect))
      .option('--scale <low..high>', 'the scale of the scores in the file, such as 1..5')
      .option('--retention-days <n>', 'delete them after this many days, or `forever` (default: forever)')
      .option('--dry-run', 'say what would be imported, write nothing'),
    'import logs/ --source support-agent --dry-run',
    'import chats.csv --source support-agent --map prompt=question --map completion=answer',
    'import rated.jsonl --source support-agent --scale 1..5 --label rated',
  ).action(async (paths: string[], options: ImportFlags) => importFiles(door(), paths, options));

  registerCapture(program, door);

  examples(
    program
      .command('record')
      .description('record conversations (JSONL) into sources that are on; each row is answered with a line of JSON')
      .argument('<file>', 'a JSONL file, or - for standard input: {"source", "messages" or "prompt" and "completion", …}'),
    'record conversations.jsonl',
    'record - < conversations.jsonl',
  ).action(async (file: string) => record(door(), file));
};

const registerCapture: RegisterVerb = (program, door) => {
  const capture = program.command('capture').description('switch recording of a source on or off, or show what is on');
  examples(
    capture
      .command('on')
      .description('record what `loop record` is given for this source')
      .argument('<source>', 'name of the source')
      .option('--retention-days <n>', 'days to keep what is recorded, or `forever`', '30'),
    'capture on support-agent',
    'capture on support-agent --retention-days forever',
  ).action(async (source: string, options: { retentionDays: string }) =>
    switchSource(door(), { source, recording: true, retention_days: retention(options.retentionDays) }),
  );
  examples(
    capture
      .command('off')
      .description('record nothing more of this source')
      .argument('<source>', 'name of the source')
      .option('--retention-days <n>', 'days to keep what is recorded later, or `forever` (default: as before)'),
    'capture off support-agent',
  ).action(async (source: string, { retentionDays }: { retentionDays?: string }) =>
    switchSource(door(), {
      source,
      recording: false,
      ...(retentionDays === undefined ? {} : { retention_days: retention(retentionDays) }),
    }),
  );
  examples(capture.command('show').description('sources and which are being recorded'), 'capture show').action(async () =>
    showSources(door()),
  );
  examples(capture, 'capture on support-agent', 'capture show');
};

interface ImportFlags {
  source: string;
  label?: string[];
  attribute?: string[];
  map?: string[];
  scale?: string;
  retentionDays?: string;
  dryRun?: boolean;
}

async function importFiles(door: Door, paths: readonly string[], flags: ImportFlags): Promise<void> {
  const retention_days = flags.retentionDays === undefined ? null : retention(flags.retentionDays);
  const params = {
    paths: paths.map((p) => path.resolve(p)),
    source: flags.source,
    labels: flags.label ?? [],
    attributes: attributesOf(flags.attribute ?? []),
    mapping: mapping(flags.map ?? []),
    ...(flags.scale === undefined ? {} : { scale: scale(flags.scale) }),
    ...(retention_days === null ? {} : { retention_days }),
  };
  const call = { cancel: door.cancel, report: door.report };
  if (flags.dryRun) {
    const preview = await (await door.engine({ create: 'passing' })).call('import.preview', params, call);
    tell(door, preview, [...described(preview, flags), ...previewLines(preview), dryRunEnd]);
    return;
  }
  prepare(params.paths);
  try {
    const result = await (await door.engine({ create: true })).call('import.run', params, call);
    tell(door, result, described(result, flags));
  } finally {
    await dismiss();
  }
}

const dryRunEnd = 'Nothing was written. Leave out --dry-run to import.';

function tell(door: Door, result: ImportResult | ImportPreview, lines: readonly string[]): void {
  door.answer(result, () => lines);
  if (!door.json) noteRefused(door, result);
}

function described(result: ImportResult, { dryRun, source }: ImportFlags): string[] {
  const { read, imported, duplicates, refused, notes } = result;
  const shows = `loop list --source ${quoted(source)} --state unreviewed shows what waits for a verdict.`;
  return [
    `${dryRun ? 'Would read' : 'Read'} ${number(read)}: ${number(imported)} imported, ${count(duplicates, 'duplicate')}, ${number(refused)} refused.`,
    ...facts([
      ['shapes', countsLine(result.by_shape)],
      ['verdicts', result.reviewed ? `${number(result.reviewed)} came with one, kept as an earlier process's` : undefined],
      ['candidates', result.candidates ? number(result.candidates) : undefined],
      ['same id', result.id_reused ? `${number(result.id_reused)} with the id of another one` : undefined],
      ['masked', countsLine(result.redactions)],
      ['notes', countsLine(notes)],
      ['refused', countsLine(result.refused_by)],
      ...(result.grades ?? []).map(
        ({ grader, passed, failed, no_score }) =>
          [
            'graded',
            `by ${clip(grader, 60)}: ${number(passed)} passed, ${number(failed)} failed, ${number(no_score)} without a score`,
          ] as const,
      ),
    ]),
    ...(notes['score_without_scale'] ? ['Scores without a scale enter no threshold: say --scale 1..5 to give them one.'] : []),
    ...(notes['only_beginning_read'] ? ['Only the beginning was looked at: the numbers are of that part.'] : []),
    ...(read === 0 ? [`No conversation in it: ${count(result.records.read, 'record')} read, part of none.`] : []),
    ...(!dryRun && imported > 0 ? [shows] : []),
  ];
}

function noteRefused(door: Door, result: ImportResult): void {
  for (const row of result.refused_rows)
    door.note(`${row.file}${row.line > 0 ? `:${row.line}` : ''}: ${row.code}: ${row.message}`);
  const more = result.refused - result.refused_rows.length;
  if (more > 0) door.note(`… and ${count(more, 'more refused row')}.`);
}

/** `30` days, or `forever` as null. @throws Problem `retention_invalid` */
export function retention(text: string): number | null {
  if (text === 'forever') return null;
  const days = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > longestRetention) throw new Problem('retention_invalid', { text: text.slice(0, 60) });
  return days;
}

function scale(text: string): { low: number; high: number } {
  const ends = text.split('..');
  const [low, high] = ends.map((end) => (end.trim() === '' ? NaN : Number(end)));
  const finite = Number.isFinite(low) && Number.isFinite(high);
  if (ends.length !== 2 || low === undefined || high === undefined || !finite || !(low < high))
    throw new Problem('scale_invalid', { text: text.slice(0, 60) });
  return { low, high };
}

function mapping(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const pair = split(text);
      if (!pair || pair[1] === '') throw new Problem('mapping_invalid', { text: text.slice(0, 120) });
      return pair;
    }),
  );
}

async function switchSource(
  door: Door,
  params: { source: string; recording: boolean; retention_days?: number | null },
): Promise<void> {
  const row = await (await door.engine({ create: true })).call('source.switch', params);
  door.answer(row, () =>
    row.recording
      ? [`Recording ${row.source}: on, kept ${kept(row)}.`, 'loop record FILE records into it.']
      : [`Recording ${row.source}: off. What is recorded stays until its retention ends.`],
  );
}

function kept(row: SourceRow): string {
  return row.retention_days === null ? 'for ever' : `for ${count(row.retention_days, 'day')}`;
}

async function showSources(door: Door): Promise<void> {
  const rows = await (await door.engine()).call('source.list', {});
  door.answer(rows, () =>
    rows.length === 0
      ? ['No sources yet. loop capture on SOURCE switches one on.']
      : [
          table(
            ['source', 'recording', 'by', 'kept', { title: 'traces', right: true }, 'last capture'],
            rows.map((r) => [
              r.source,
              r.recording ? 'on' : 'off',
              r.by ?? '',
              kept(r),
              number(r.traces),
              minute(r.last_captured_at ?? ''),
            ]),
          ),
        ],
  );
}

/** Goes on when nobody reads the answers any more: what is recorded must not hang on that. */
async function record(door: Door, file: string): Promise<void> {
  const engine = await door.engine({ create: true });
  for await (const rows of readRows(file, () => door.stdin, door.cancel)) {
    for (const result of await engine.call('record', { rows })) await door.row(result);
    if (door.cancel.aborted) break;
  }
  if (!door.cancel.aborted) return;
  door.note('Stopped. What was answered is recorded.');
  door.exitCode(130);
}
