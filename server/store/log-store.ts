import { setImmediate as turn } from 'node:timers/promises';
import type { Cancel, Report } from '../../core/lib/cancel';
import type { DatasetLine, RowRef } from '../../core/dataset/row';
import { isRow } from '../../core/dataset/row';
import type { LogEvent } from '../../core/log/events';
import type {
  ActBatch,
  Captured,
  ExportMapLine,
  PlannedExport,
  ExportRowMap,
  ImportTransaction,
  IncomingTrace,
  JudgedTrace,
  Store,
  TraceLine,
} from '../../core/ports';
import type { Selection, Slice } from '../../core/slice/schema';
import type { Intake } from './capture';
import { isShared, setShared } from './disk/sharing';
import type { Datasets } from './files/datasets';
import type { Exports } from './files/exports';
import type { UnfinishedExports } from './files/unfinished-exports';
import type { StoreIndex } from './index/store-index';
import { StoreActBatch } from './imports/act-batch';
import { StoreImport, type ImportOptions } from './imports/transaction';
import { importing } from './live';
import { DamagedLine } from './log/damaged-line';
import type { Closing, StoreParts } from './parts';
import type { Purger } from './purge/purger';
import { actById, actsAbout, graderRunsOf, judgeRunsOf, ownActsOf, reasonsOf } from './query/acts';
import { broughtIn } from './query/brought-in';
import { groupsOf } from './query/groups';
import { judgedTraces, traceById } from './query/judged';
import { idsBeginning, lineOf, linesOfIds } from './query/lines';
import { attributeList, labelList, modelList, sourceList } from './query/lists';
import { countOf, idsOf, neighboursOf, nextUnreviewedOf, pageOf, type QueryContext } from './query/pages';
import type { TextSearch } from './query/text-search';
import { Looked, rebuildIndex, refreshIndex } from './rebuild';
import { issuesOf, statsOf } from './stats';

export interface StoreRooms {
  readonly intake: Intake;
  readonly datasets: Datasets;
  readonly exports: Exports;
  readonly unfinished: UnfinishedExports;
  readonly purger: Purger;
  readonly texts: TextSearch;
}

/** The store over a folder: one line for each thing it can do, the work is in the rooms behind it. */
export class LogStore implements Store {
  readonly path: string;
  readonly read_only: boolean;
  readonly disk_full: boolean;
  private readonly looked = new Looked();
  /** Nobody is refused because of a look at what others wrote: it is over in a moment. */
  private refreshing: Promise<void> = Promise.resolve();

  constructor(
    readonly id: string,
    private readonly parts: StoreParts,
    private readonly rooms: StoreRooms,
    private readonly closing: Closing,
  ) {
    this.path = parts.options.path;
    this.read_only = parts.disk.readOnly;
    this.disk_full = parts.disk.isFull;
  }

  now(): string {
    return this.parts.now();
  }

  recordingTime(): string {
    return this.parts.recordingTime();
  }

  async append(events: readonly LogEvent[]): Promise<void> {
    this.mayWrite();
    return this.rooms.intake.append(events);
  }

  beginActs(): Promise<ActBatch> {
    return this.answer(() => {
      this.mayWrite();
      return new StoreActBatch(this.parts, this.parts.claim('grading'));
    });
  }

  async capture(row: IncomingTrace): Promise<Captured> {
    this.mayWrite();
    return this.rooms.intake.capture(row);
  }

  async beginImport(options: ImportOptions): Promise<ImportTransaction> {
    this.mayWrite();
    await this.refreshed();
    const release = this.parts.claim(importing);
    return new StoreImport(this.parts, options, () => {
      release();
      this.parts.saver.bulkDone();
    });
  }

  broughtIn(act: string) {
    return this.answer((index) => broughtIn(index, act));
  }

  async purge(ids: readonly string[], why: 'asked' | 'expired', cancel?: Cancel, report?: Report, act?: string) {
    this.mayWrite();
    await this.refreshed();
    return this.rooms.purger.purge(ids, why, cancel, report, act);
  }

  async purgeExpired(now: number, cancel?: Cancel, report?: Report) {
    this.mayWrite();
    await this.refreshed();
    return this.rooms.purger.purgeExpired(now, cancel, report);
  }

  expiring(before: number) {
    return this.answer(() => this.rooms.purger.expiring(before));
  }

  wasDeleted(id: string): boolean {
    return !this.has(id) && this.parts.index().folder.purges.at(id) !== undefined;
  }

  has(id: string): boolean {
    const { folder } = this.parts.index();
    const n = folder.find(id);
    return n !== undefined && n < folder.visibleBelow;
  }

  setAside(ids: readonly string[]) {
    return this.answer(() => this.rooms.purger.setAside(ids));
  }

  beginning(begin: string, limit: number) {
    return this.answer((index) => idsBeginning(index, begin, limit));
  }

  trace(id: string) {
    return this.answer((index) => traceById(index, id));
  }

  line(id: string) {
    return this.answer((index) => lineOf(index, id));
  }

  lines(ids: readonly string[]): Promise<readonly TraceLine[]> {
    return this.answer((index) => linesOfIds(index, ids));
  }

  acts(trace: string) {
    return this.answer((index) => actsAbout(index, trace));
  }

  act(id: string) {
    return this.answer((index) => actById(index, id));
  }

  ownActs(reviewer: string, which: 'standing' | 'retracted', limit: number) {
    return this.answer((index) => ownActsOf(index, reviewer, which, limit));
  }

  reasons(reviewer: string, limit: number) {
    return this.answer((index) => reasonsOf(index, reviewer, limit));
  }

  graderRuns() {
    return this.answer((index) => graderRunsOf(index));
  }

  judgeRuns() {
    return this.answer((index) => judgeRunsOf(index));
  }

  async page(query: Parameters<Store['page']>[0]) {
    return pageOf(await this.query(query.selection), query);
  }

  async select(selection: Selection) {
    return idsOf(await this.query(selection), selection);
  }

  async count(slice: Slice) {
    return countOf(await this.query(slice), slice);
  }

  async groups(by: Parameters<Store['groups']>[0], slice: Slice) {
    const { index, found } = await this.query(slice);
    return groupsOf(index, by, slice, found);
  }

  async neighbours(trace: string, query: Parameters<Store['neighbours']>[1]) {
    return neighboursOf(await this.query(query.slice), trace, query);
  }

  async nextUnreviewed(query: Parameters<Store['nextUnreviewed']>[0]) {
    return nextUnreviewedOf(await this.query(query.slice), query);
  }

  judged(ids: readonly string[], cancel?: Cancel): AsyncIterable<JudgedTrace> {
    return judgedTraces(() => this.parts.index(), ids, cancel);
  }

  labels() {
    return this.answer((index) => labelList(index));
  }

  attributes() {
    return this.answer((index) => attributeList(index));
  }

  sources() {
    return this.answer((index) => sourceList(index));
  }

  models() {
    return this.answer((index) => modelList(index));
  }

  async writeDataset(event: LogEvent, lines: AsyncIterable<DatasetLine> | Iterable<DatasetLine>) {
    this.mayWrite();
    const traces = new Set<string>();
    await this.rooms.datasets.write(event, seen(lines, traces));
    await this.rooms.purger.purgeLate(traces);
  }

  datasets() {
    return this.answer(() => this.rooms.datasets.list());
  }

  async *datasetRows(id: string): AsyncGenerator<RowRef> {
    for await (const line of this.datasetLines(id)) {
      // What was left out stands behind the rows, and may be a thousand times as long.
      if (!isRow(line)) return;
      yield line;
    }
  }

  datasetLines(id: string): AsyncIterable<DatasetLine> {
    return inTurns(this.rooms.datasets.lines(id));
  }

  async planExport(plan: PlannedExport) {
    this.mayWrite();
    return this.rooms.unfinished.plan(plan);
  }

  giveUpExport(id: string) {
    return this.rooms.unfinished.giveUp(id);
  }

  unfinishedExports() {
    return this.answer(() => this.rooms.unfinished.unrecorded());
  }

  async writeExport(event: LogEvent, rows: Iterable<ExportMapLine> | AsyncIterable<ExportMapLine>) {
    this.mayWrite();
    const traces = new Set<string>();
    await this.rooms.exports.write(event, seen(rows, traces));
    await this.rooms.purger.purgeLate(traces);
    await this.rooms.unfinished.done(event.body.type === 'exported' ? event.body.export : '');
  }

  exports(dataset?: string) {
    return this.answer(() => this.rooms.exports.list(dataset));
  }

  exportRows(id: string): AsyncIterable<ExportRowMap> {
    return inTurns(this.rooms.exports.rows(id));
  }

  stats() {
    return this.answer(() => statsOf(this.parts));
  }

  issues() {
    return this.answer(() => issuesOf(this.parts));
  }

  async acceptLoss() {
    this.mayWrite();
    await this.parts.register.strike(this.parts.register.missing());
  }

  async rebuild(cancel?: Cancel, report?: Report) {
    await this.refreshed();
    return rebuildIndex(this.parts, cancel, report);
  }

  refresh(): Promise<void> {
    const before = this.refreshed();
    return (this.refreshing = before.then(() => refreshIndex(this.parts, this.rooms, this.looked)));
  }

  isShared(): boolean {
    return isShared(this.parts.layout);
  }

  async share(shared: boolean): Promise<void> {
    this.mayWrite();
    return setShared(this.parts.disk, this.parts.layout, shared);
  }

  onChange(listener: Parameters<Store['onChange']>[0]) {
    return this.parts.listen(listener);
  }

  async close(): Promise<void> {
    await this.refreshed();
    return this.closing();
  }

  /** @throws Problem `folder_not_writable`, `disk_full` */
  private mayWrite(): void {
    this.parts.disk.mayWrite(this.path);
  }

  private refreshed(): Promise<void> {
    return this.refreshing.catch(() => undefined);
  }

  /** Works at once; whatever it throws is the promise's. */
  private async answer<T>(work: (index: StoreIndex) => T): Promise<T> {
    try {
      return work(this.parts.index());
    } catch (error) {
      if (!(error instanceof DamagedLine) || !this.isShared()) throw error;
      // A pull may have moved the line a moment ago.
      await this.refresh();
      return work(this.parts.index());
    }
  }

  private async query(selection: Selection): Promise<QueryContext> {
    const found = await this.rooms.texts.find(selection);
    return { index: this.parts.index(), hasher: this.parts.options.hasher, found };
  }
}

/** Passes rows on, and remembers of which traces they are. */
async function* seen<T extends { trace: string }>(rows: Iterable<T> | AsyncIterable<T>, traces: Set<string>): AsyncGenerator<T> {
  for await (const row of rows) {
    traces.add(row.trace);
    yield row;
  }
}

/** Rows given out between which others get their turn. */
const stretch = 1000;

async function* inTurns<T>(rows: Iterable<T>): AsyncGenerator<T> {
  let given = 0;
  for (const row of rows) {
    yield row;
    if (++given % stretch === 0) await turn();
  }
}
