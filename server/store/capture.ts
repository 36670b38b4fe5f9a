import fs from 'node:fs';
import { Problem } from '../../core/lib/problem';
import type { Captured, IncomingTrace } from '../../core/ports';
import type { LogEvent } from '../../core/log/events';
import { segmentFile } from './disk/layout';
import { decodeAct, encodeAct } from './log/act-line';
import type { Written } from './log/appender';
import { factsOf } from './fold/facts';
import { actOfRow, decide } from './imports/taking';
import type { StoreParts } from './parts';
import { arrivalOf } from './index/trace-key';
import type { StoreIndex } from './index/store-index';
import { linesOfReplaced } from './log/replaced';
import { decodeHeader, headOf, type TraceHeader } from './log/trace-line';

const lineEnd = Buffer.from('\n');

/** Takes live conversations and acts: one line each, on disk before anyone is answered. */
export class Intake {
  /** Ids on their way to the disk; whoever brings the same one waits and then looks again. */
  private readonly onTheWay = new Map<string, Promise<unknown>>();

  constructor(private readonly parts: StoreParts) {}

  async append(events: readonly LogEvent[]): Promise<void> {
    const ids = events.map(({ id }) => id);
    for (let busy = this.busyWith(ids); busy; busy = this.busyWith(ids)) await busy;
    const fresh = this.fresh(events);
    if (fresh.length === 0) return;
    const { committer } = this.parts;
    const log = fresh.map(encodeAct);
    await this.track(
      fresh.map(({ id }) => id),
      committer.commit({ log, traces: [] }, (durable) => foldActs(this.parts.index(), fresh, durable.log)),
    );
  }

  async capture(row: IncomingTrace): Promise<Captured> {
    const head = headOf(row);
    const ids = [head.id, ...row.acts.map(({ id }) => id)];
    for (let busy = this.busyWith(ids); busy; busy = this.busyWith(ids)) await busy;
    const index = this.parts.index();
    if (!index.folder.hasRoom) throw new Problem('busy', { what: 'an import' });
    const { taken, line, known, unsure } = decide(index, this.parts.options.hasher, row, retentionOf(index, head.source));
    if (unsure) throw new Problem('busy', { what: 'an import' });
    const before = known && row.act !== undefined ? index.headerAt(known) : undefined;
    const again = before !== undefined && before.act === row.act;
    const id = again ? before.id : (line?.header.id ?? head.id);
    const captured: Captured = { taken, id, ...(again ? { again } : {}) };
    const acts = this.fresh(row.acts.map((act) => actOfRow(index, act, head.id, id)));
    if (!line && acts.length === 0) return captured;
    const commit = { traces: line ? [line.bytes] : [], log: acts.map(encodeAct) };
    await this.track(
      ids,
      this.parts.committer.commit(commit, (durable) => {
        const now = this.parts.index();
        const [written] = durable.traces;
        if (line && written) foldTrace(now, line.header, written);
        foldActs(now, acts, durable.log);
      }),
    );
    return captured;
  }

  /**
   * Writes again what was acknowledged in files that are gone from under us: replaced by a pull, or deleted, but still
   * open. What the log has anyway is left out.
   */
  async takeBack(): Promise<void> {
    const { appenders, layout, register } = this.parts;
    const [traces, log] = [appenders.traces.takeReplaced(), appenders.log.takeReplaced()];
    for (const replaced of traces) for (const line of linesOfReplaced(replaced)) await this.rewrite(line);
    for (const replaced of log) await this.append(linesOfReplaced(replaced).flatMap((line) => decodeAct(line) ?? []));
    // Nothing of them is missed any more.
    const gone = [...traces, ...log].filter(({ name }) => !fs.existsSync(layout.at(segmentFile(name))));
    if (gone.length > 0) await register.strike(gone.map(({ name }) => name));
  }

  private async rewrite(line: Buffer): Promise<void> {
    const header = decodeHeader(line);
    if (!header || !('preview' in header) || this.parts.index().folder.find(header.id) !== undefined) return;
    await this.parts.committer.commit({ traces: [Buffer.concat([line, lineEnd])], log: [] }, ({ traces: [written] }) => {
      if (written) foldTrace(this.parts.index(), header, written);
    });
  }

  /** Undefined when none of these is on its way: then nothing may come between this look and what is done about it. */
  private busyWith(ids: readonly string[]): Promise<unknown> | undefined {
    const waiting = ids.flatMap((id) => this.onTheWay.get(id) ?? []);
    return waiting.length === 0 ? undefined : Promise.allSettled(waiting);
  }

  private async track(ids: readonly string[], work: Promise<void>): Promise<void> {
    for (const id of ids) this.onTheWay.set(id, work);
    try {
      await work;
    } finally {
      for (const id of ids) if (this.onTheWay.get(id) === work) this.onTheWay.delete(id);
    }
  }

  /** Acts that are not in the log, each once. */
  private fresh(events: readonly LogEvent[]): LogEvent[] {
    const { db } = this.parts.index();
    const seen = new Set<string>();
    return events.filter(({ id }) => {
      if (seen.has(id) || db.row('select 1 from acts where id = ?', [id])) return false;
      seen.add(id);
      return true;
    });
  }
}

function foldTrace(index: StoreIndex, header: TraceHeader, written: Written): void {
  const { seg } = index.segments.ensure(written.name);
  const { name, offset, length } = written;
  index.folder.trace(factsOf(header), { seg, offset, length, arrival: arrivalOf(name.writer, name.n, offset) });
  advance(index, seg, written);
}

function foldActs(index: StoreIndex, events: readonly LogEvent[], written: readonly Written[]): void {
  events.forEach((event, i) => {
    const at = written[i];
    if (!at) return;
    const { seg } = index.segments.ensure(at.name);
    index.folder.act(event, { seg, offset: at.offset, length: at.length });
    advance(index, seg, at);
  });
}

/** The index has read the segment up to here. */
export function advance(index: StoreIndex, seg: number, { offset, length }: { offset: number; length: number }): void {
  const { lines } = index.segments.get(seg);
  index.segments.advance(seg, { folded: offset + length, lines: lines + 1 });
}

/** How long a source's recordings are kept; for ever when nobody said. */
function retentionOf({ db, words }: StoreIndex, source: string): number | null {
  const retention = db.row('select retention from sources where source = ?', [words.known(source) ?? -1])?.[0];
  return retention === undefined || retention === null ? null : Number(retention);
}
