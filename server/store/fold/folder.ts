import type { LogEvent } from '../../../core/log/events';
import type { Hasher, TraceFacts } from '../../../core/ports';
import type { Counted, Counters } from '../index/counters';
import type { Db } from '../index/db';
import { metaOf } from '../index/meta';
import { firstGhost, makeIndexes } from '../index/schema';
import type { Segments } from '../index/segments';
import { offsetOf, packId } from '../index/trace-key';
import type { Words } from '../index/words';
import type { TraceHeader } from '../log/trace-line';
import { withoutTraces } from '../log/act-line';
import { foldAct, tracesOf } from './acts';
import { BulkIds } from './bulk-ids';
import type { FoldContext, Place } from './context';
import { countAll, countLabels } from './count';
import type { HiddenCount } from './hidden-count';
import { emptyChanges, noteChanges, type FoldChanges } from './changes';
import { factsOf } from './facts';
import { GenericIds } from './generic-ids';
import type { LabelForest } from './label-forest';
import { Purges } from './purges';
import { removeOlder } from './remove-older';
import { candidatesBit, labelledBit, refreshTrace, scoresBit, type Dirty } from './refresh';
import {
  adoptGhost,
  ghostOf,
  insertTrace,
  keepCopy,
  leaveGhosts,
  linesOf,
  mergeTrace,
  removeTrace,
  type TracePlace,
} from './traces';

/** What became of a line offered to the index. */
export type Folded = 'new' | 'known' | 'purged';

export interface FolderParts {
  readonly db: Db;
  readonly words: Words;
  readonly counters: Counters;
  readonly labels: LabelForest;
  readonly segments: Segments;
  readonly hasher: Hasher;
  headerAt(place: Place): TraceHeader | undefined;
}

/**
 * Turns lines of the log into rows of the index. Everything happens inside `transaction`; at its end the traces that
 * were touched are worked out once, and the counters get the difference.
 */
export class Folder implements FoldContext {
  readonly db: Db;
  readonly words: Words;
  readonly labels: LabelForest;
  readonly purges: Purges;
  readonly generics: GenericIds;
  /** Traces from this number on are rows of an import that is not committed. */
  visibleBelow = firstGhost;
  /** Set while an import runs: its lines lie in memory until they are asked for. */
  handOver: (() => void) | undefined;
  /** Set while an import runs. */
  hidden: HiddenCount | undefined;
  private readonly dirty = new Map<number, Dirty>();
  private bulk: BulkIds | undefined;
  private nextTrace: number;
  private nextAct: number;
  private ghosts: boolean;
  private sweeping = false;
  /** The only traces the next sweep has to look at; absent: all. */
  private sweepOnly: readonly number[] | undefined;
  private recounting = false;
  /** Lines that must be scrubbed because their conversation was purged. */
  private scrubs: Place[] = [];
  private lastNumber: { readonly trace: string; readonly n: number } | undefined;
  anyRetracted: boolean;
  private changes = emptyChanges();
  /** Traces were taken out since the index was saved: names that only they had may be left in it. */
  removed = false;
  /** Latest time of any act or recording: new acts are given a later one, whatever the clock says. */
  latest: number;
  /** Latest time of any recording. */
  latestRecording: number;

  constructor(private readonly parts: FolderParts) {
    this.db = parts.db;
    this.words = parts.words;
    this.labels = parts.labels;
    this.purges = new Purges(parts.db, parts.hasher);
    this.generics = new GenericIds(parts.db);
    this.nextTrace = this.db.number('select max(n) from traces') + 1;
    this.nextAct = this.db.number('select max(a) from acts') + 1;
    // Noted when the index is saved, so that opening need not look through everything.
    const [latest, recording] = [metaOf(this.db, 'latest'), metaOf(this.db, 'latest_recording')];
    this.latestRecording = Number(recording ?? this.db.number('select max(recorded) from traces'));
    this.latest = Number(latest ?? Math.max(this.db.number('select max(at) from acts'), this.latestRecording));
    this.anyRetracted = this.db.row('select 1 from retractions limit 1') !== undefined;
    this.ghosts = this.db.number('select count(*) from ghosts') > 0;
  }

  /** Runs `work` as one transaction and says what became different. */
  transaction(work: () => void): FoldChanges {
    try {
      this.db.transaction(() => {
        work();
        this.settle();
      });
    } catch (error) {
      this.undo();
      throw error;
    }
    const { changes } = this;
    this.changes = emptyChanges();
    return changes;
  }

  /** What has to be scrubbed because of lines folded since the last time this was asked. */
  takeScrubs(): readonly Place[] {
    return this.scrubs.splice(0);
  }

  act(event: LogEvent, place: Place): Folded {
    const gone = this.goneOf(event);
    if (gone.length > 0) this.scrub(place);
    if (gone.length > 0 && gone.length === tracesOf(event).length) return this.keepIfKnown(event, place) ? 'known' : 'purged';
    const rest = gone.length > 0 ? withoutTraces(event, (trace) => gone.includes(trace)) : event;
    if (!foldAct(this, this.nextAct, rest, place)) {
      this.keepIfKnown(event, place);
      return 'known';
    }
    this.nextAct++;
    this.latest = Math.max(this.latest, Date.parse(event.at));
    noteChanges(this.changes, event);
    if (event.body.type === 'purged') this.purges.note();
    return 'new';
  }

  /** Remembers another line of an act that is here; false when it is not. */
  private keepIfKnown({ id }: LogEvent, place: Place): boolean {
    const known = this.db.row('select a, seg, off from acts where id = ?', [id]);
    if (known) keepCopy(this, known, place);
    return known !== undefined;
  }

  /** The purged conversations an act speaks of. */
  goneOf(event: LogEvent): readonly string[] {
    return this.purges.ofAct(event, (trace) => this.find(trace) !== undefined);
  }

  /** A purge of traces whose numbers are known, so that nobody has to look for them. */
  purge(event: LogEvent, place: Place, numbers: readonly number[]): void {
    this.sweepOnly = numbers;
    this.act(event, place);
  }

  /** A line of a conversation, whatever is known of it. `hidden`: as with `enter`. */
  trace(facts: TraceFacts, place: TracePlace, hidden?: number): Folded {
    if (this.purges.after(facts.id, facts.recorded) !== undefined) {
      this.scrub(place);
      return 'purged';
    }
    if (this.enter(facts, place, hidden)) return 'new';
    const known = this.numberOf(facts.id);
    this.touch(known);
    mergeTrace(this, known, facts, place);
    return 'known';
  }

  /**
   * Takes a trace in that nobody has seen, and that was not purged; false when it is here already. `hidden`: the number of
   * a row of an import that is not committed.
   */
  enter(facts: TraceFacts, place: TracePlace, hidden?: number): boolean {
    this.latest = Math.max(this.latest, facts.recorded);
    this.latestRecording = Math.max(this.latestRecording, facts.recorded);
    if (!insertTrace(this, hidden ?? this.nextTrace, facts, place, this.bulk)) return false;
    if (hidden === undefined) this.generics.note(facts.generic);
    this.inserted(hidden ?? this.nextTrace++, facts);
    return true;
  }

  /** The number of a trace that is here, hidden ones included. */
  find(id: string): number | undefined {
    if (this.bulk) return this.bulk.find(packId(id));
    const row = this.db.row('select n from traces where id = ?', [packId(id)]);
    return row && Number(row[0]);
  }

  /** A block of numbers for the rows of an import, leaving room for what is captured meanwhile. */
  reserve(room: number): number {
    return this.nextTrace + room;
  }

  /** Makes the rows of an import visible, all at once. */
  reveal(from: number, end: number): FoldChanges {
    return this.transaction(() => {
      const { hidden } = this;
      this.showAll();
      this.nextTrace = Math.max(this.nextTrace, end);
      if (hidden?.isWorthIt(end - from) !== true) countAll(this, this.parts.counters, from, end);
      else for (const n of hidden.into(this.parts.counters)) this.countIn(n);
      this.changes.all_traces = true;
      this.changes.labels = true;
      this.changes.sources = true;
    });
  }

  /** No import is on its way any more. */
  showAll(): void {
    this.visibleBelow = firstGhost;
    this.handOver = undefined;
    this.hidden = undefined;
  }

  /**
   * Of rows of an import that is given up: what was said of them elsewhere than in its segments stays, and waits for them
   * to come again. Belongs into a transaction.
   */
  keepSaid(from: number, end: number, own: readonly number[]): void {
    if (own.length > 0 && leaveGhosts(this, from, end, own)) this.ghosts = true;
  }

  /** From now on nothing is counted row by row, and nothing looked for in indexes: a whole log is read, conversations first. */
  startBulk(): void {
    this.visibleBelow = 0;
    this.bulk = new BulkIds(this.db);
    this.generics.startBulk();
  }

  /** All conversations are in: the indexes are made now, and the acts find them there. */
  endBulkOfTraces(): void {
    this.bulk = undefined;
    makeIndexes(this.db);
  }

  /** Counts everything at once. */
  endBulk(): void {
    this.db.transaction(() => this.generics.endBulk());
    this.reveal(0, this.nextTrace);
  }

  numberOf(trace: string): number {
    const known = this.lastNumber?.trace === trace ? this.lastNumber.n : this.find(trace);
    if (known !== undefined) {
      // An act asks several times.
      this.lastNumber = { trace, n: known };
      return known;
    }
    this.ghosts = true;
    return ghostOf(this, packId(trace));
  }

  touch(n: number, acts = 0): void {
    const dirty = this.dirty.get(n);
    if (dirty) {
      dirty.acts |= acts;
      return;
    }
    if (n >= this.visibleBelow && n < firstGhost) this.hidden?.leave(this.db, n);
    this.dirty.set(n, { before: this.counted(n), marks: false, acts });
  }

  touchMarks(n: number): void {
    this.touch(n);
    const dirty = this.dirty.get(n);
    if (dirty) dirty.marks = true;
  }

  recountLabels(): void {
    this.recounting = true;
  }

  sweep(): void {
    this.sweeping = true;
  }

  headerOf(n: number): TraceHeader | undefined {
    const row = this.db.row('select seg, arrival, len from traces where n = ?', [n]);
    if (!row) return undefined;
    if (n >= this.visibleBelow) this.handOver?.();
    const [seg, arrival, length] = row.map(Number);
    return this.parts.headerAt({ seg: seg ?? 0, offset: offsetOf(arrival ?? 0), length: length ?? 0 });
  }

  scrub(place: Place): void {
    this.scrubs.push(place);
  }

  /** Every line that holds or quotes this trace. */
  linesOf(n: number): readonly Place[] {
    return linesOf(this, n);
  }

  /** Takes a purged trace out of the index. */
  remove(n: number): void {
    this.touch(n);
    const header = this.headerOf(n);
    if (header) this.generics.forget(factsOf(header).generic);
    removeTrace(this, n);
    this.removed = true;
    this.changes.all_traces = true;
  }

  /** Whether there is room for one more trace beside the rows of a running import. */
  get hasRoom(): boolean {
    return this.nextTrace < this.visibleBelow;
  }

  private inserted(n: number, { id, labels, source, model, at }: TraceFacts): void {
    const visible = n < this.visibleBelow;
    const ghost = this.ghosts ? this.db.row('select n from ghosts where id = ?', [packId(id)]) : undefined;
    if (ghost) {
      adoptGhost(this, Number(ghost[0]), n);
      this.dirty.set(n, { before: undefined, marks: true, acts: scoresBit | candidatesBit });
    } else if (this.labels.anyRenamed && labels.length > 0) {
      this.dirty.set(n, { before: undefined, marks: true, acts: 0 });
    } else if (visible) {
      this.countIn(n);
    } else if (labels.length === 0) {
      this.hidden?.add(this.words.number(source), this.words.number(model), at);
      return;
    }
    if (!visible) {
      this.hidden?.addOdd(n);
      return;
    }
    this.changes.traces.add(id);
    this.changes.sources = true;
    if (labels.length > 0) this.changes.labels = true;
  }

  private settle(): void {
    if (this.sweeping) this.sweepPurged();
    for (const [n, { before, marks, acts }] of this.dirty) {
      const now = refreshTrace(this, n, marks, acts);
      if (before) this.parts.counters.add(before, -1);
      if (!now || n >= this.visibleBelow) continue;
      const labels = before && !marks ? before.labels : this.labelsOf(n, now.isLabelled);
      this.parts.counters.add({ ...now, labels }, 1);
    }
    this.lastNumber = undefined;
    this.changes.refreshed += this.dirty.size;
    this.dirty.clear();
    if (this.recounting) this.parts.counters.replace('label', countLabels(this, this.visibleBelow));
    this.recounting = false;
    this.parts.counters.flush();
  }

  private undo(): void {
    this.dirty.clear();
    this.lastNumber = undefined;
    this.parts.counters.discard();
    this.words.forget();
    this.labels.load();
    this.parts.segments.reload();
    this.sweeping = false;
    this.sweepOnly = undefined;
    this.recounting = false;
    this.scrubs = [];
    this.changes = emptyChanges();
  }

  /** A trace as the counters see it; undefined for a ghost, and for a row that is not visible yet. */
  private counted(n: number): Counted | undefined {
    if (n >= this.visibleBelow) return undefined;
    const row = this.db.row('select state, source, model, at, has from traces where n = ?', [n]);
    if (!row) return undefined;
    const [state = 0, source = 0, model = 0, at = 0, has = 0] = row.map(Number);
    return { state, source, model, at, labels: this.labelsOf(n, (has & labelledBit) !== 0) };
  }

  private countIn(n: number): void {
    const counted = this.counted(n);
    if (counted) this.parts.counters.add(counted, 1);
  }

  /** The labels a trace counts for, with all above them; 0 is none. */
  private labelsOf(n: number, isLabelled: boolean): readonly number[] {
    if (!isLabelled) return [0];
    const own = this.db.rows('select label from trace_labels where n = ?', [n]);
    const labels = new Set(own.flatMap(([label]) => this.labels.withAncestors(Number(label))));
    return labels.size > 0 ? [...labels] : [0];
  }

  /** Takes out what a purge named by its hash, and has its lines scrubbed. */
  private sweepPurged(): void {
    for (const { n, id, at } of this.purges.sweepable(this.sweepOnly)) {
      const purged = this.purges.at(id);
      if (purged === undefined) continue;
      const recordedAnew = at > purged;
      const lines = recordedAnew ? removeOlder(this, n, purged, (place) => this.parts.headerAt(place)) : this.linesOf(n);
      for (const place of lines) this.scrub(place);
      if (!recordedAnew) this.remove(n);
    }
    this.sweeping = false;
    this.sweepOnly = undefined;
  }
}
