import type { LogEvent } from '../../../core/log/events';
import type { Hasher, IncomingTrace, Taken, WrittenTrace } from '../../../core/ports';
import { traceId } from '../../../core/trace/identity';
import type { Place } from '../fold/context';
import { genericHash } from '../fold/generic-ids';
import type { StoreIndex } from '../index/store-index';
import { offsetOf, shortHash } from '../index/trace-key';
import { encodeTrace, expiryOf, headOf, headerOf, type TraceChanges, type TraceHeader } from '../log/trace-line';

/** What becomes of a row: nothing, or a line to be written. */
export interface Decision {
  readonly taken: Taken;
  readonly line?: Pick<WrittenTrace, 'header' | 'bytes'> | undefined;
  /** Where the same is already. */
  readonly known?: Place | undefined;
  /** The number of the trace whose earlier revision this one replaces. */
  readonly replaces?: number | undefined;
  /** It was compared with a row of an import that is not committed, and may never be. */
  readonly unsure?: boolean | undefined;
}

/**
 * Decides what a row is (LOOP §1). The same key with the same content, now or in an earlier revision, is a duplicate.
 * With other content it is a grown session: it replaces what is there until the first act on it; after that it goes on
 * as a new trace whose parent is the judged one.
 */
export function decide(index: StoreIndex, hasher: Hasher, row: IncomingTrace, retentionDays: number | null): Decision {
  const head = row.written?.header ?? headOf(row);
  const content = row.content ?? contentHash(hasher, row);
  const recorded_at = afterPurge(index, head.id, head.recorded_at);
  const expires_at = expiryOf(recorded_at, retentionDays);
  const write = (taken: Taken, continues?: TraceChanges['continues']): Decision => ({
    taken,
    line: lineOf(row, content, { recorded_at, expires_at, continues }),
  });
  const known = index.folder.find(head.id);
  if (known === undefined) {
    const reused = row.generic_id !== undefined && index.folder.generics.knows(genericHash(head.source, row.generic_id));
    if (reused) return write('id_reused');
    return write(index.folder.purges.at(head.id) === undefined ? 'new' : 'returned');
  }
  const chain = chainOf(index, hasher, head, row.key, known);
  const unsure = chain.some(({ n }) => n >= index.folder.visibleBelow);
  for (const { n } of chain) {
    const same = lineWith(index, n, shortHash(content));
    if (same) return { taken: 'duplicate', known: same, unsure };
  }
  const newest = chain.at(-1) ?? { id: head.id, n: known };
  if (!hasActs(index, newest.n)) {
    const continues = newest.id === head.id ? undefined : { id: newest.id, parent: chain.at(-2)?.id ?? head.id };
    return { ...write('revision', continues), replaces: newest.n, unsure };
  }
  return { ...write('revision', { id: nextId(hasher, head, row.key, chain.length), parent: newest.id }), unsure };
}

/** A conversation that comes in again after a purge is a new recording: no older than the purge, whatever the clock says. */
function afterPurge(index: StoreIndex, trace: string, at: string): string {
  const purged = index.folder.purges.at(trace);
  return purged !== undefined && Date.parse(at) <= purged ? new Date(purged + 1).toISOString() : at;
}

/** An act as it is written with a row: about the trace the row became, and younger than a purge of it. */
export function actOfRow(index: StoreIndex, event: LogEvent, from: string, to: string): LogEvent {
  const { body } = event;
  if (!('trace' in body) || body.trace !== from) return event;
  return { ...event, at: afterPurge(index, to, event.at), body: { ...body, trace: to } };
}

function lineOf(row: IncomingTrace, content: string, changes: TraceChanges): Decision['line'] {
  const { written } = row;
  const fits = written?.header.recorded_at === changes.recorded_at && written.header.expires_at === changes.expires_at;
  if (written && fits && !changes.continues) return written;
  const header = headerOf(headOf(row), row, content, changes);
  return { header, bytes: encodeTrace(header, row, changes) };
}

type Named = Pick<TraceHeader, 'id' | 'source'>;

/** The trace of this key and its continuations, oldest first. */
function chainOf(index: StoreIndex, hasher: Hasher, head: Named, key: string, n: number): { id: string; n: number }[] {
  const chain = [{ id: head.id, n }];
  for (;;) {
    const id = nextId(hasher, head, key, chain.length);
    const next = index.folder.find(id);
    if (next === undefined) return chain;
    chain.push({ id, n: next });
  }
}

function nextId(hasher: Hasher, head: Named, key: string, position: number): string {
  return traceId(hasher, head.source, `${key}\n${position}`);
}

/** The line of a trace, or of an earlier revision of it, with this content. */
function lineWith({ db }: StoreIndex, n: number, content: number): Place | undefined {
  const row = db.row(
    'select seg, arrival, len from traces where n = ? and content = ? union all select seg, arrival, len from past where n = ? and content = ? limit 1',
    [n, content, n, content],
  );
  return row && { seg: Number(row[0]), offset: offsetOf(Number(row[1])), length: Number(row[2]) };
}

/** What rules say by themselves does not keep a session from growing. */
function hasActs({ db, words }: StoreIndex, n: number): boolean {
  const grade = words.known('grade') ?? -1;
  const found = 'select 1 from acts where n = ? and type <> ? union all select 1 from marks where n = ? limit 1';
  return db.row(found, [n, grade, n]) !== undefined;
}

/** Without times and names, so that the same words are the same conversation. */
function contentHash(hasher: Hasher, row: IncomingTrace): string {
  const { messages, tools } = row.trace;
  return hasher.sha256(JSON.stringify([messages.map((message) => ({ ...message, at: undefined })), tools ?? null]));
}
