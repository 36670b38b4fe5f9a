import { Books } from '../../core/import/books';
import { checkMapping } from '../../core/import/mapping';
import { checkAttributeKey, checkLabel } from '../../core/feedback/label';
import { stopIf, type Cancel } from '../../core/lib/cancel';
import { Problem } from '../../core/lib/problem';
import type { ImportTransaction, Taken } from '../../core/ports';
import type { Call, Handlers } from '../../core/protocol/engine';
import type { Parsed } from '../../core/protocol/operations';
import type { ImportResult, SourceRow } from '../../core/protocol/results';
import type { ConvertJob } from '../import/convert';
import { pathInside } from '../inside';
import { findFiles } from '../import/paths';
import { importPreview } from '../import/preview';
import { startConverter } from '../import/start-converter';
import { gradeArrivals } from './arrivals';
import { alone, appendAct, type EngineContext } from './context';
import { recordRows } from './record';
import { toldBefore, toldLater, withMaskedReasons } from './told';

type IntakeMethod = Extract<keyof Handlers, `import.${string}` | `source.${string}` | 'record'>;

/** How often a cancelled import is noticed while a file is being read, in milliseconds. */
const cancelPoll = 50;

export function intakeHandlers(context: EngineContext): Pick<Handlers, IntakeMethod> {
  return {
    'import.preview': async (p, call) => {
      const { job } = await jobOf(context, { ...p, source: p.source ?? 'preview' });
      return withSignal(call.cancel, (signal) => importPreview(job, signal, (id) => takenOf(context, id)));
    },
    'import.run': (p, call) => alone(context, 'an import', () => importAndGrade(context, p, call)),
    'source.list': async () => (await context.store.sources()).map(sourceRow),
    'source.switch': async (p, call) => {
      const source = checkSource(p.source);
      const { recording } = p;
      const retention_days = p.retention_days === undefined ? await retentionFor(context, source, recording) : p.retention_days;
      await appendAct(context, call, [{ type: 'source_switched', source, recording, retention_days }]);
      const row = (await context.store.sources()).find((s) => s.source === source);
      if (!row) throw new Error('a source that was switched is not listed');
      return sourceRow(row);
    },
    record: (p, call) => recordRows(context, p.rows, call),
  };
}

/** Days that recordings are kept when nobody says. */
const usualRetention = 30;

async function retentionFor({ store }: EngineContext, source: string, recording: boolean): Promise<number | null> {
  const known = recording ? undefined : (await store.sources()).find((s) => s.source === source);
  return known?.by === undefined ? usualRetention : known.retention_days;
}

/** What a preview says of a conversation by its id alone: a grown session counts as one that is here. */
function takenOf({ store }: EngineContext, id: string): Taken {
  if (store.has(id)) return 'duplicate';
  return store.wasDeleted(id) ? 'returned' : 'new';
}

/** 1 to 120 characters without line breaks. @throws Problem `source_name_invalid` */
export function checkSource(name: string): string {
  const clean = name.normalize('NFC').trim();
  if (!/^[^\p{Cc}\u2028\u2029]{1,120}$/u.test(clean)) throw new Problem('source_name_invalid', { name: clean.slice(0, 120) });
  return clean;
}

type ImportParams = Omit<Parsed<'import.run'>, 'retention_days'> & Partial<Pick<Parsed<'import.run'>, 'retention_days'>>;

async function jobOf(context: EngineContext, p: ImportParams): Promise<{ job: ConvertJob; files: string[]; bytes: number }> {
  checkMapping(p.mapping);
  const { files, unreadable } = await findFiles(p.paths);
  const [only] = p.paths;
  // One named file that cannot be read is the user's problem at once; among many it is one refused file.
  const strict = p.paths.length === 1 && files.length === 1 && files[0]?.path === only;
  if (files.length === 0) {
    const first = unreadable[0];
    throw new Problem('file_not_readable', { path: first?.path ?? only ?? '', reason: first?.reason ?? 'nothing in it' });
  }
  const job: ConvertJob = {
    files: files.map((file) => ({ ...file, label: labelOf(context, file.path) })),
    left_out: unreadable.map((folder) => ({
      label: labelOf(context, folder.path),
      reason: `The folder cannot be looked into: ${folder.reason}.`,
    })),
    source: checkSource(p.source),
    labels: p.labels.map(checkLabel),
    attributes: Object.fromEntries(Object.entries(p.attributes).map(([key, value]) => [checkAttributeKey(key), value])),
    mapping: p.mapping,
    scale: p.scale,
    recorded_at: context.store.recordingTime(),
    redaction: context.redaction,
    retention_days: p.retention_days ?? null,
    strict,
  };
  return { job, files: job.files.map((file) => file.label), bytes: files.reduce((sum, file) => sum + file.bytes, 0) };
}

/** How a file is called in the store: relative inside the workspace, so that clones agree; else its full path. */
function labelOf(context: EngineContext, file: string): string {
  const inside = pathInside(context.workspace, file);
  return inside === undefined || inside === '.' ? file : inside;
}

async function importAndGrade(context: EngineContext, p: Parsed<'import.run'>, call: Call): Promise<ImportResult> {
  const arrived: string[] = [];
  const result = (await toldBefore(context, call, arrived)) ?? (await runImport(context, p, call, (id) => arrived.push(id)));
  const grades = await gradeArrivals(context, arrived, call, { look: true });
  return { ...result, ...(grades ? { grades } : {}) };
}

async function runImport(
  context: EngineContext,
  p: Parsed<'import.run'>,
  call: Call,
  onArrival: (id: string) => void,
): Promise<ImportResult> {
  const { job, files, bytes } = await jobOf(context, p);
  const transaction = await context.store.beginImport({ source: job.source, retention_days: job.retention_days });
  try {
    const books = await withSignal(call.cancel, (signal) => fill(transaction, job, { signal, call, total: bytes, onArrival }));
    const result = withMaskedReasons(context, books.result());
    const { duplicates, refused } = result;
    stopIf(call.cancel);
    // Rows that are here already may bring acts that are not.
    if (result.imported + duplicates === 0) await transaction.abort();
    else await transaction.commit({ files, duplicates, refused, act: call.act_id, told: toldLater(result) });
    return result;
  } catch (error) {
    await transaction.abort();
    throw error;
  }
}

interface Filling {
  readonly signal: AbortSignal;
  readonly call: Call;
  readonly total: number;
  /** Told of every conversation that is not here already. */
  readonly onArrival: (id: string) => void;
}

async function fill(
  transaction: ImportTransaction,
  job: ConvertJob,
  { signal, call, total, onArrival }: Filling,
): Promise<Books> {
  const books = new Books();
  const started = performance.now();
  for await (const { rows, delta, done } of startConverter(job, signal)) {
    const captured = await transaction.putAll(rows.map(({ incoming }) => incoming));
    for (const [i, { taken, id }] of captured.entries()) {
      const booked = rows[i]?.booked;
      if (!booked) throw new Error('more rows were taken than given');
      books.taken(booked, taken, id);
      if (taken !== 'duplicate') onArrival(id);
    }
    books.absorb(delta);
    stopIf(call.cancel);
    const seconds = (performance.now() - started) / 1000;
    call.report({ done, total, unit: 'bytes', per_second: Math.round(done / Math.max(seconds, 0.001)) });
  }
  return books;
}

/** Gives work that listens for an abort what callers only answer when asked. */
async function withSignal<T>(cancel: Cancel, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setInterval(() => {
    if (cancel.aborted) controller.abort();
  }, cancelPoll);
  try {
    stopIf(cancel);
    return await work(controller.signal);
  } finally {
    clearInterval(timer);
  }
}

type StoredSource = Awaited<ReturnType<EngineContext['store']['sources']>>[number];

function sourceRow(row: StoredSource): SourceRow {
  const { source, recording, retention_days, traces, by, at, last_captured_at } = row;
  return {
    source,
    recording,
    retention_days,
    traces,
    ...(by === undefined ? {} : { by }),
    ...(at === undefined ? {} : { at }),
    ...(last_captured_at === undefined ? {} : { last_captured_at }),
  };
}
