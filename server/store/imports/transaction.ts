import { setImmediate as turn } from 'node:timers/promises';
import { Problem } from '../../../core/lib/problem';
import type { LogEvent } from '../../../core/log/events';
import type { Captured, ImportSummary, ImportTransaction, IncomingTrace, Taken, TraceFacts } from '../../../core/ports';
import { segmentFile, type SegmentName } from '../disk/layout';
import type { Place } from '../fold/context';
import { factsOf } from '../fold/facts';
import { HiddenCount } from '../fold/hidden-count';
import type { TracePlace } from '../fold/traces';
import { encodeAct } from '../log/act-line';
import type { Written } from '../log/appender';
import { arrivalOf } from '../index/trace-key';
import { expiryMs, headOf } from '../log/trace-line';
import type { StoreParts } from '../parts';
import { discardRows } from './discard';
import { PartWriter } from './part-writer';
import { actOfRow, decide } from './taking';

/** Rows indexed in one go; between them verdicts get their turn. */
const batchSize = 256;
/** Numbers kept free for conversations recorded while the import runs. */
const roomForCaptures = 65_536;
/** Milliseconds after which others get their turn: whoever waits for the disk has to come back twice. */
const longestStretch = 3;
const stretchWhileWaiting = 1;

export interface ImportOptions {
  readonly source: string;
  readonly retention_days: number | null;
  readonly by?: string | undefined;
}

interface PlacedAct {
  readonly event: LogEvent;
  readonly place: Place;
}

interface HiddenRow {
  readonly facts: TraceFacts;
  readonly place: TracePlace;
  readonly acts: readonly PlacedAct[];
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
  private readonly later: (() => void)[] = [];
  private readonly seenActs = new Set<string>();
  private readonly generics: number[] = [];
  /** Segments of this import, by their numbers in the index. */
  private readonly segments = new Map<SegmentName, number>();
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
    folder.handOver = () => this.traces.handOver();
    folder.hidden = new HiddenCount();
  }

  async put(row: IncomingTrace): Promise<Captured> {
    const [captured] = await this.putAll([row]);
    if (!captured) throw new Error('a row was taken without an answer');
    return captured;
  }

  async putAll(rows: readonly IncomingTrace[]): Promise<readonly Captured[]> {
    if (this.state === 'over') throw new Problem('cancelled');
    const captured: Captured[] = [];
    try {
      while (captured.length < rows.length) {
        this.takeSome(rows, captured);
        await this.traces.pace();
        await this.log.pace();
        if (performance.now() - this.lastTurn < this.stretch) continue;
        await turn();
        this.lastTurn = performance.now();
      }
      return captured;
    } catch (error) {
      await this.abort();
      throw error;
    }
  }

  async commit(summary: ImportSummary): Promise<{ import: string }> {
    if (this.state === 'over') throw new Problem('cancelled');
    try {
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
      const segments = this.indexed();
      await discardRows(this.parts.index(), { first: this.first, generics: this.generics, segments });
      for (const seg of segments) this.parts.index().segments.drop(seg);
    } finally {
      this.release();
    }
  }

  private get stretch(): number {
    return this.parts.committer.isBusy ? stretchWhileWaiting : longestStretch;
  }

  /** Takes the next rows in one transaction, and at least one. */
  private takeSome(rows: readonly IncomingTrace[], captured: Captured[]): void {
    const { folder } = this.parts.index();
    const end = captured.length + batchSize;
    const until = performance.now() + this.stretch;
    folder.transaction(() => {
      do {
        const row = rows[captured.length];
        if (!row) break;
        captured.push(this.takeFresh(row) ?? this.takeRow(row));
      } while (captured.length < end && performance.now() < until && !this.traces.isFull && !this.log.isFull);
    });
  }

  /**
   * A row whose line is ready, of a conversation nobody has seen: to look for it and to enter it is one question.
   * Undefined when it has to be looked at more closely.
   */
  private takeFresh({ written, acts }: IncomingTrace): Captured | undefined {
    const { folder } = this.parts.index();
    if (!written || !this.traces.isOpen || folder.purges.at(written.facts.id) !== undefined) return undefined;
    const { facts, bytes } = written;
    if (facts.expires !== expiryMs(facts.recorded, this.options.retention_days)) return undefined;
    const place = this.writeTrace(bytes);
    if (!folder.enter(facts, place, this.next)) {
      this.traces.takeBack(place);
      return undefined;
    }
    this.next += 1;
    const taken = facts.generic !== undefined && folder.generics.knows(facts.generic) ? 'id_reused' : 'new';
    this.count(facts, taken);
    for (const act of this.writeActs(acts)) this.foldWithRow(act);
    return { taken, id: facts.id };
  }

  private takeRow(row: IncomingTrace): Captured {
    const head = row.written?.header ?? headOf(row);
    const index = this.parts.index();
    const { taken, line, replaces } = decide(index, this.parts.options.hasher, row, this.options.retention_days);
    const id = line?.header.id ?? head.id;
    const acts = this.writeActs(row.acts.map((act) => actOfRow(index, act, head.id, id)));
    if (line) this.enter({ facts: factsOf(line.header), place: this.writeTrace(line.bytes), acts, replaces }, taken);
    else for (const act of acts) this.later.push(() => this.foldAct(act));
    return { taken, id };
  }

  /** A conversation that is here already is changed only when the import becomes visible. */
  private enter(row: HiddenRow, taken: Taken): void {
    this.count(row.facts, taken);
    if (row.replaces !== undefined && row.replaces < this.first) {
      this.later.push(() => this.foldRow(row));
      return;
    }
    this.foldRow(row);
  }

  private count({ generic }: TraceFacts, taken: Taken): void {
    this.imported += 1;
    if (taken === 'revision' || taken === 'duplicate' || generic === undefined) return;
    this.parts.index().folder.generics.expect(generic);
    this.generics.push(generic);
  }

  private event({ files, duplicates, refused, act, told }: ImportSummary): LogEvent {
    const id = act ?? this.parts.options.ids.ulid();
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
      ...(told === undefined ? {} : { told }),
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

  /** Numbers of its segments; after a failure some are not in the index any more. */
  private indexed(): number[] {
    const { segments } = this.parts.index();
    return [...this.segments.keys()].flatMap(({ kind, writer, n }) => segments.find(kind, writer, n)?.seg ?? []);
  }

  private writeTrace(bytes: Uint8Array): TracePlace {
    const written = this.traces.add(bytes);
    const { name, offset } = written;
    return { ...this.placeOf(written), arrival: arrivalOf(name.writer, name.n, offset) };
  }

  private writeActs(acts: readonly LogEvent[]): PlacedAct[] {
    if (acts.length === 0) return [];
    const { db } = this.parts.index();
    const fresh = acts.filter(({ id }) => !this.seenActs.has(id) && !db.row('select 1 from acts where id = ?', [id]));
    return fresh.map((event) => {
      this.seenActs.add(event.id);
      return { event, place: this.placeOf(this.log.add(encodeAct(event))) };
    });
  }

  private placeOf({ name, offset, length }: Written): Place {
    let seg = this.segments.get(name);
    if (seg === undefined) this.segments.set(name, (seg = this.parts.index().segments.ensure(name).seg));
    return { seg, offset, length };
  }

  private foldRow({ facts, place, acts, replaces }: HiddenRow): void {
    const { folder } = this.parts.index();
    folder.trace(facts, place, replaces === undefined ? this.next++ : undefined);
    for (const act of acts) this.foldWithRow(act);
  }

  /** An act that hangs on no single trace cannot be hidden with one, so it waits. */
  private foldWithRow(act: PlacedAct): void {
    if ('trace' in act.event.body || this.state === 'over') this.foldAct(act);
    else this.later.push(() => this.foldAct(act));
  }

  private foldAct({ event, place }: PlacedAct): void {
    this.parts.index().folder.act(event, place);
  }
}
