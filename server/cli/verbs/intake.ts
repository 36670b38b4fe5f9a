import path from 'node:path';
import { Option } from 'commander';
import type { ImportResult } from '../../../core/protocol/results';
import { Problem } from '../../../core/lib/problem';
import { collect, type Door, type RegisterVerb } from '../program';
import { pairs, whole } from '../selection';
import { readRows } from '../rows';
import { countsLine, table } from '../table';

const longestRetention = 3650;

export const registerIntake: RegisterVerb = (program, door) => {
  program
    .command('import')
    .description('import conversations from files or folders')
    .argument('<path...>', 'files or folders')
    .requiredOption('--source <name>', 'the source the conversations are filed under')
    .addOption(new Option('--label <l>', 'label every conversation').argParser(collect))
    .addOption(new Option('--attribute <k=v>', 'set an attribute on every conversation').argParser(collect))
    .addOption(new Option('--map <field=column>', 'read a field from a column or key of the file').argParser(collect))
    .option('--scale <low..high>', 'the scale of the scores in the file, such as 1..5')
    .addOption(new Option('--retention-days <n>', 'delete them after this many days; default: never').argParser(whole))
    .option('--dry-run', 'say what would be imported, write nothing')
    .action(async (paths: string[], options: ImportFlags) => importFiles(door(), paths, options));

  const capture = program.command('capture').description('switch recording of a source on or off');
  capture
    .command('on')
    .argument('<source>')
    .option('--retention-days <n>', 'days to keep what is recorded, or `forever`', '30')
    .action(async (source: string, options: { retentionDays: string }) =>
      switchSource(door(), { source, recording: true, retention_days: retention(options.retentionDays) }),
    );
  capture
    .command('off')
    .argument('<source>')
    .action(async (source: string) => switchSource(door(), { source, recording: false }));
  capture
    .command('show')
    .description('sources and which are being recorded')
    .action(async () => showSources(door()));

  program
    .command('record')
    .description('record conversations (JSONL) into sources that are on')
    .argument('<file>', 'a JSONL file, or - for standard input')
    .action(async (file: string) => record(door(), file));
};

interface ImportFlags {
  source: string;
  label?: string[];
  attribute?: string[];
  map?: string[];
  scale?: string;
  retentionDays?: number;
  dryRun?: boolean;
}

async function importFiles(door: Door, paths: readonly string[], flags: ImportFlags): Promise<void> {
  const params = {
    paths: paths.map((p) => path.resolve(p)),
    source: flags.source,
    labels: flags.label ?? [],
    attributes: singles(pairs(flags.attribute ?? [])),
    mapping: mapping(flags.map ?? []),
    ...(flags.scale === undefined ? {} : { scale: scale(flags.scale) }),
    ...(flags.retentionDays === undefined ? {} : { retention_days: retention(String(flags.retentionDays)) ?? longestRetention }),
  };
  const engine = await door.engine({ create: flags.dryRun ? 'passing' : true });
  const call = { cancel: door.cancel, report: door.report };
  const result = flags.dryRun ? await engine.call('import.preview', params, call) : await engine.call('import.run', params, call);
  if (door.json) {
    door.print(JSON.stringify(result));
    return;
  }
  describeImport(door, result, flags.dryRun ?? false);
}

function describeImport(door: Door, result: ImportResult, dry: boolean): void {
  door.print(
    `${dry ? 'Would read' : 'Read'} ${result.read}: ${result.imported} imported, ${result.duplicates} duplicates, ${result.refused} refused.`,
  );
  if (result.reviewed) door.print(`${result.reviewed} came with a verdict (kept as an earlier process's).`);
  for (const [title, counts] of [
    ['Shapes', result.by_shape],
    ['Masked', result.redactions],
    ['Notes', result.notes],
    ['Refused', result.refused_by],
  ] as const) {
    const line = countsLine(counts);
    if (line) door.print(`${title}: ${line}`);
  }
  for (const row of result.refused_rows) door.note(`${row.file}:${row.line}: ${row.code}: ${row.message}`);
  if (result.refused > result.refused_rows.length)
    door.note(`… and ${result.refused - result.refused_rows.length} more refused rows.`);
}

/** `30` days, or `forever` as null. */
export function retention(text: string): number | null {
  if (text === 'forever') return null;
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > longestRetention) throw new Problem('retention_invalid', { text });
  return days;
}

function scale(text: string): { low: number; high: number } {
  const ends = text.split('..');
  const [low, high] = ends.map((end) => (end.trim() === '' ? NaN : Number(end)));
  const finite = Number.isFinite(low) && Number.isFinite(high);
  if (ends.length !== 2 || low === undefined || high === undefined || !finite || !(low < high))
    throw new Problem('scale_invalid', { text });
  return { low, high };
}

function mapping(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf('=');
      if (at < 1 || at === text.length - 1) throw new Problem('mapping_invalid', { text });
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}

/** Attributes hold one value per key: the last one given stands. */
export function singles(values: Record<string, string | string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, Array.isArray(value) ? (value.at(-1) ?? '') : value]),
  );
}

async function switchSource(
  door: Door,
  params: { source: string; recording: boolean; retention_days?: number | null },
): Promise<void> {
  const row = await (await door.engine({ create: true })).call('source.switch', params);
  if (door.json) {
    door.print(JSON.stringify(row));
    return;
  }
  const kept = row.retention_days === null ? 'kept for ever' : `kept for ${row.retention_days} days`;
  door.print(row.recording ? `Recording ${row.source}: on, ${kept}.` : `Recording ${row.source}: off.`);
}

async function showSources(door: Door): Promise<void> {
  const rows = await (await door.engine()).call('source.list', {});
  if (door.json) {
    door.print(JSON.stringify(rows));
    return;
  }
  door.print(
    table(
      ['source', 'recording', 'by', 'kept', 'traces', 'last capture'],
      rows.map((r) => [
        r.source,
        r.recording ? 'on' : 'off',
        r.by ?? '',
        r.retention_days === null ? 'for ever' : `${r.retention_days} days`,
        String(r.traces),
        r.last_captured_at ?? '',
      ]),
    ),
  );
}

async function record(door: Door, file: string): Promise<void> {
  const engine = await door.engine({ create: true });
  for await (const rows of readRows(file, door.stdin)) {
    for (const result of await engine.call('record', { rows }, { cancel: door.cancel })) door.print(JSON.stringify(result));
  }
}
