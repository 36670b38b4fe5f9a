import * as z from 'zod';
import { checkLabel } from '../../core/feedback/label';
import { Dispatcher } from '../../core/import/dispatcher';
import type { Draft } from '../../core/import/draft';
import { finish, incomingOf } from '../../core/import/finish';
import { parseJson } from '../../core/import/json';
import type { Refusal } from '../../core/import/refusals';
import { Problem } from '../../core/lib/problem';
import { derivedId } from '../../core/log/act-ids';
import type { Captured, IncomingTrace } from '../../core/ports';
import type { Call } from '../../core/protocol/engine';
import type { Result } from '../../core/protocol/operations';
import { gradeArrivals } from './arrivals';
import type { EngineContext } from './context';
import { checkSource } from './intake';

type Recorded = Result<'record'>[number];

const recordedRow = z.looseObject({
  source: z.string(),
  labels: z.union([z.string(), z.array(z.unknown())]).optional(),
  attributes: z.record(z.string(), z.union([z.string(), z.number(), z.bigint(), z.boolean()])).optional(),
});

/**
 * Takes conversations as they happen. Nothing a caller sends is an error: recording must never be what breaks the
 * application, so each row is answered with what became of it.
 */
export async function recordRows(context: EngineContext, rows: readonly unknown[], call: Call): Promise<Recorded[]> {
  const on = new Set((await context.store.sources()).filter((s) => s.recording).map((s) => s.source));
  const results: Recorded[] = [];
  for (const [n, row] of rows.entries()) {
    if (call.cancel.aborted) throw new Problem('cancelled');
    // Each row is an act of its own: sent again after the process that took it went away, it is answered as the first time.
    results.push(await recordRow(context, on, row, derivedId(call.act_id, n)));
  }
  const arrived = results.flatMap((r) => (r.captured && !r.duplicate && r.trace_id !== undefined ? [r.trace_id] : []));
  await gradeArrivals(context, arrived, call);
  return results;
}

async function recordRow(context: EngineContext, on: ReadonlySet<string>, given: unknown, act: string): Promise<Recorded> {
  const read = typeof given === 'string' ? parseJson(given) : undefined;
  if (read && !read.ok) return { captured: false, reason: 'invalid_json' };
  const row = read ? read.value : given;
  const parsed = recordedRow.safeParse(row);
  if (!parsed.success) return { captured: false, reason: isObject(row) ? 'no_source' : 'not_an_object' };
  const { source: named, labels, attributes, ...rest } = parsed.data;
  let source: string;
  try {
    source = checkSource(named);
  } catch {
    return { captured: false, reason: 'no_source' };
  }
  if (!on.has(source)) return { captured: false, reason: 'source_off' };
  const draft = draftOf(rest);
  if ('code' in draft) return { captured: false, reason: draft.code };
  const tags = checkedLabels(labels);
  const finished = finish(draft, {
    source,
    file: '',
    captured: true,
    recorded_at: context.store.recordingTime(),
    labels: tags.labels,
    attributes: Object.fromEntries(Object.entries(attributes ?? {}).map(([key, value]) => [key, String(value)])),
    hasher: context.hasher,
    redactor: context.redactor,
  });
  const captured = await capture(context, incomingOf(finished, act));
  if (!captured) return { captured: false, reason: 'busy' };
  const { taken, id, again = false } = captured;
  return {
    captured: true,
    trace_id: id,
    ...(taken === 'duplicate' && !again ? { duplicate: true } : {}),
    ...(tags.problem === undefined ? {} : { label_problem: tags.problem }),
  };
}

/** Undefined when the store has no room beside an import just now: not a reason to break whoever records. */
async function capture(context: EngineContext, row: IncomingTrace): Promise<Captured | undefined> {
  try {
    return await context.store.capture(row);
  } catch (error) {
    if (error instanceof Problem && error.code === 'busy') return undefined;
    throw error;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A bad label never loses the conversation: it is recorded, and the label's problem said beside. */
function checkedLabels(given: string | readonly unknown[] | undefined): { labels: string[]; problem?: string } {
  const labels: string[] = [];
  let problem: string | undefined;
  for (const label of typeof given === 'string' ? [given] : (given ?? [])) {
    try {
      labels.push(checkLabel(String(label)));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problem ??= error.message;
    }
  }
  return problem === undefined ? { labels } : { labels, problem };
}

/** Reads one row as an import would. A row that holds several conversations is not one recording. */
function draftOf(value: unknown): Draft | { code: string } {
  const drafts: Draft[] = [];
  let refused: Refusal | undefined;
  const nothing = () => undefined;
  const dispatcher = new Dispatcher(
    {
      draft: (draft) => void drafts.push(draft),
      refuse: (_, refusal) => (refused ??= refusal),
      read: nothing,
      used: nothing,
      ignored: nothing,
      note: nothing,
    },
    {},
  );
  dispatcher.row({ value, line: 1 }, 0);
  dispatcher.end();
  const [draft] = drafts;
  return draft && drafts.length === 1 ? draft : { code: refused?.code ?? 'unrecognised_shape' };
}
