import { setImmediate as turn } from 'node:timers/promises';
import { Problem } from '../../../core/lib/problem';
import type { LogEvent } from '../../../core/log/events';
import type { Captured, ImportTransaction, IncomingTrace, Taken } from '../../../core/ports';
import { segmentFile, type SegmentName } from '../disk/layout';
import type { Place } from '../fold/context';
import type { TracePlace } from '../fold/traces';
import { encodeAct } from '../log/act-line';
import type { Written } from '../log/appender';
import { arrivalOf } from '../index/trace-key';
import { headOf, type TraceHeader } from '../log/trace-line';
import type { StoreParts } from '../parts';
import { discardRows } from './discard';
import { PartWriter } from './part-writer';
import { actOfRow, decide } from './taking';

/** Rows indexed in one go; between them verdicts get their turn. */
const batchSize = 32;
/** Numbers kept free for conversations recorded while the import runs. */
const roomForCaptures = 65_536;
/** Milliseconds after which others get their turn. */
const longestStretch = 1;

export interface ImportOptions {
  readonly source: string;
  readonly retention_days: number | null;
  readonly by?: string | undefined;
}

interface HiddenRow {
  readonly header: TraceHeader;
  readonly place: TracePlace;
  readonly acts: readonly { event: LogEvent; place: Place }[];
  /** The number of the trace this is a later revision of. */
  readonly replaces: number | undefined;
}

/**
 * Rows on their way in. Their lines lie in `.part` files and their index rows above `visible_below`, so nobody sees
 * them; one act in the log makes them visible. What concerns traces that are visible already waits until then.
 */
export class StoreImport implements ImportTransaction {
  private readonly traces: PartWriter;
  private readonly log: PartWriter;
  private readonly first: number;
  private next: number;
  private batch: HiddenRow[] = [];
  private readonly waiting = new Map<string, HiddenRow>();
  private readonly later: (() => void)[] = [];
  private readonly seenActs = new Set<string>();
  private readonly generics: number[] = [];
  private readonly names = new Set<SegmentName>();
  private imported = 0;
  private lastTurn = performance.now();
  private state: 'open' | 'over' = 'open';

  constructor(
    private readonly parts: StoreParts,
    private readonly options: ImportOptions,
    private readonly release: () => void,
  ) {
    const { folder } = parts.index();
    this.traces = new PartWriter(parts, 'traces');
    this.log = new PartWriter(parts, 'log');
    this.first = folder.reserve(roomForCaptures);
    this.next = this.first;
    folder.visibleBelow = this.first;
  }

  async put(row: IncomingTrace): Promise<Captured> {
    if (this.state === 'over') throw new Problem('cancelled');
    try {
      return await this.takeRow(row);
    } catch (error) {
      await this.abort();
      throw error;
    }
  }

  async commit(summary: { files: readonly string[]; duplicates: number; refused: number }): Promise<{ import: string }> {
    if (this.state === 'over') throw new Problem('cancelled');
    try {
      await this.indexBatch();
      await this.traces.settle();
      await this.log.settle();
      const event = this.event(summary);
      await this.parts.append([event]);
      this.state = 'over';
      await this.reveal();
      return { import: event.id };
    } catch (error) {
      if (this.state === 'open') await this.abort();
      throw error;
    } finally {
      this.release();
    }
  }

  async abort(): Promise<void> {
    if (this.state === 'over') return;
    this.state = 'over';
    try {
      await this.traces.discard();
      await this.log.discard();
      await discardRows(this.parts.index(), this.first, this.generics);
      this.dropSegments();
    } finally {
      this.release();
    }
  }

  private async takeRow(row: IncomingTrace): Promise<Captured> {
    const head = row.written?.header ?? headOf(row);
    // A row that meets one of the rows still waiting has to see it in the index.
    if (this.waiting.has(head.id)) await this.indexBatch();
    const { taken, line, replaces } = decide(this.parts.index(), this.parts.options.hasher, row, this.options.retention_days);
    const id = line?.header.id ?? head.id;
    const acts = this.writeActs(row.acts.map((act) => actOfRow(this.parts.index(), act, head.id, id)));
    if (line) this.keep({ header: line.header, place: this.writeTrace(line.bytes), acts, replaces }, taken);
    else for (const act of acts) this.later.push(() => this.foldAct(act));
    if (this.batch.length >= batchSize) await this.indexBatch();
    await this.traces.pace();
    await this.log.pace();
    return { taken, id };
  }

  private event({ files, duplicates, refused }: { files: readonly string[]; duplicates: number; refused: number }): LogEvent {
    const id = this.parts.options.ids.ulid();
    const segments = [...this.traces.finished, ...this.log.finished].map(({ name }) => segmentFile(name));
    const { source, retention_days, by = 'import' } = this.options;
    const counts = { imported: this.imported, duplicates, refused };
    const body: LogEvent['body'] = {
      type: 'imported',
      import: id,
      source,
      files: [...files],
      segments,
      ...counts,
      retention_days,
    };
    return { v: 1, id, at: this.parts.now(), by, body };
  }

  /** From here on the import is in the log; whatever fails now is done again by the next opening. */
  private async reveal(): Promise<void> {
    const finished = [...this.traces.finished, ...this.log.finished];
    await this.traces.publish();
    await this.log.publish();
    const index = this.parts.index();
    const later = index.folder.transaction(() => {
      for (const step of this.later) step();
      index.folder.generics.settle(this.generics);
      for (const { name, size, lines } of finished) {
        index.segments.advance(index.segments.ensure(name).seg, { folded: size, lines, sealed: true });
      }
    });
    this.parts.folded(later, this.later.length);
    this.parts.folded(
      index.folder.reveal(this.first, this.next),
      finished.reduce((sum, { lines }) => sum + lines, 0),
    );
  }

  private dropSegments(): void {
    const { segments } = this.parts.index();
    for (const name of this.names) {
      const known = segments.find(name.kind, name.writer, name.n);
      if (known) segments.drop(known.seg);
    }
  }

  private writeTrace(bytes: Uint8Array): TracePlace {
    const written = this.traces.add(bytes);
    const { name, offset } = written;
    return { ...this.placeOf(written), arrival: arrivalOf(name.writer, name.n, offset) };
  }

  private writeActs(acts: readonly LogEvent[]): { event: LogEvent; place: Place }[] {
    const { db } = this.parts.index();
    const fresh = acts.filter(({ id }) => !this.seenActs.has(id) && !db.row('select 1 from acts where id = ?', [id]));
    return fresh.map((event) => {
      this.seenActs.add(event.id);
      return { event, place: this.placeOf(this.log.add(encodeAct(event))) };
    });
  }

  private placeOf({ name, offset, length }: Written): Place {
    this.names.add(name);
    return { seg: this.parts.index().segments.ensure(name).seg, offset, length };
  }

  /** A conversation that is here already is changed only when the import becomes visible. */
  private keep(row: HiddenRow, taken: Taken): void {
    const { folder } = this.parts.index();
    const { id, source, generic_id } = row.header;
    this.imported += 1;
    if ((taken === 'new' || taken === 'returned') && generic_id !== undefined) {
      this.generics.push(folder.generics.expect(source, generic_id));
    }
    if (row.replaces !== undefined && row.replaces < this.first) {
      this.later.push(() => this.foldRow(row));
      return;
    }
    this.batch.push(row);
    this.waiting.set(id, row);
  }

  private async indexBatch(): Promise<void> {
    const { batch } = this;
    this.batch = [];
    this.waiting.clear();
    if (batch.length > 0) {
      const { folder } = this.parts.index();
      if (folder.readsBack || batch.some(({ replaces }) => replaces !== undefined)) await this.traces.flush();
      folder.transaction(() => {
        for (const row of batch) this.foldRow(row);
      });
    }
    if (performance.now() - this.lastTurn < longestStretch) return;
    await turn();
    this.lastTurn = performance.now();
  }

  /** An act that hangs on no single trace cannot be hidden with one, so it waits. */
  private foldRow({ header, place, acts, replaces }: HiddenRow): void {
    const { folder } = this.parts.index();
    folder.trace(header, place, replaces === undefined ? this.next++ : undefined);
    for (const act of acts) {
      if ('trace' in act.event.body || this.state === 'over') this.foldAct(act);
      else this.later.push(() => this.foldAct(act));
    }
  }

  private foldAct({ event, place }: { event: LogEvent; place: Place }): void {
    this.parts.index().folder.act(event, place);
  }
}
