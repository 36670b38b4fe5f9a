import { never, stopIf, type Cancel, type Report } from '../../../core/lib/cancel';
import { Problem } from '../../../core/lib/problem';
import type { EventOf, ExportedFile, LogEvent } from '../../../core/log/events';
import type { Store, StoredDataset } from '../../../core/ports';
import { advance } from '../capture';
import { segmentFile } from '../disk/layout';
import type { Datasets } from '../files/datasets';
import type { Exports } from '../files/exports';
import type { UnfinishedExports } from '../files/unfinished-exports';
import type { Place } from '../fold/context';
import { replayMarks } from '../fold/marks';
import { hasBit } from '../fold/refresh';
import { forgetNames } from '../index/forget';
import { unpackId } from '../index/trace-key';
import { encodeAct } from '../log/act-line';
import { DamagedLine } from '../log/damaged-line';
import type { StoreParts } from '../parts';
import { ghost, readAct } from '../query/acts';
import { makeAnew } from '../rebuild';
import { compactSegments } from './compact';
import { damagedAbout, damagedAndExpired, type DamagedTrace } from './damaged';
import { purgeDataset, type DatasetChange } from './dataset-rows';
import { forgetIntents, purgeExport } from './exported-rows';
import { goneHashes, goneIds, type Gone } from './gone';
import { dropKeptCopy } from './kept-copy';
import { scrubLines } from './scrub';

type Purged = Awaited<ReturnType<Store['purge']>>;
type Outcome = Omit<Purged, 'purged'>;

/** Of a conversation that is not here. */
const nothingGiven = { labels: [], attributes: {}, tainted: false };

/** Traces named by one tombstone. */
const batchSize = 1000;

/** Deletes for good. The tombstone is on disk before the first byte is overwritten; what is interrupted is finished by the next opening. */
export class Purger {
  /** Lines that came in late and are not scrubbed yet. */
  private late: Place[] = [];
  /** A purge could not be finished, and is to be tried again. */
  private outstanding = false;

  constructor(
    private readonly parts: StoreParts,
    private readonly datasets: Datasets,
    private readonly exports: Exports,
    private readonly unfinished: UnfinishedExports,
  ) {}

  /** Ids that are not here are left out. Cancelling stops between batches: what was purged by then is gone whole. */
  async purge(
    ids: readonly string[],
    why: 'asked' | 'expired',
    cancel: Cancel = never,
    report?: Report,
    act?: string,
  ): Promise<Purged> {
    const release = this.parts.claim('deleting conversations');
    try {
      const done: Purged = { purged: [], datasets: [], rewritten: [], unreachable: [] };
      let result = done;
      const worded = this.hasWords(ids);
      if (this.outstanding) await this.catchUp();
      await this.readable(ids);
      try {
        for (let from = 0; from < ids.length; from += batchSize) {
          stopIf(cancel);
          const batch = await this.purgeBatch(ids.slice(from, from + batchSize), why, from === 0 ? act : undefined);
          result = merged(result, batch);
          report?.({ done: Math.min(from + batchSize, ids.length), total: ids.length, unit: 'traces' });
        }
        if (result.purged.length > 0) await this.compact();
      } finally {
        // Whatever it was stopped by, words of what is gone must not stay in the index file.
        if (forgetNames(this.parts.index()) || worded) await this.parts.saver.forget();
        else if (result.purged.length > 0) this.parts.saver.soon();
      }
      return result;
    } finally {
      release();
    }
  }

  /** Rows that were read before their conversation was purged, and written after it: they go as the others went. */
  async purgeLate(traces: ReadonlySet<string>): Promise<void> {
    const { folder } = this.parts.index();
    const purges = new Map<string, string[]>();
    for (const trace of traces) {
      const act = folder.find(trace) === undefined ? folder.purges.after(trace, 0) : undefined;
      if (act !== undefined) purges.set(act, [...(purges.get(act) ?? []), trace]);
    }
    for (const [act, ids] of purges) await this.finish({ id: act }, undefined, goneIds(ids));
  }

  /** Those of these ids that damaged lines name. */
  setAside(ids: readonly string[]): ReadonlySet<string> {
    return damagedAbout(this.parts, goneIds(ids)).ids;
  }

  /** Damage that nobody has come upon yet is set aside first: found half-way, it would leave the rest undone. */
  private readable(ids: readonly string[]): Promise<void> {
    return this.pastDamage(() => {
      const index = this.parts.index();
      this.datasets.list();
      this.exports.list();
      for (const id of ids) for (const place of index.folder.linesOf(this.numberOf(id) ?? -1)) index.lineAt(place);
    });
  }

  private async pastDamage(work: () => unknown): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof DamagedLine)) throw error;
      await makeAnew(this.parts);
      await work();
    }
  }

  /** Giving room back can wait: what was purged is gone. */
  private async compact(): Promise<void> {
    try {
      await compactSegments(this.parts);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }

  /** Purges what retention has run out for, what nobody can read included. Pinned traces stay. */
  async purgeExpired(now: number, cancel?: Cancel, report?: Report): Promise<Purged> {
    // One that is here all the same, by another line, goes when that one does.
    const isAway = ({ id }: DamagedTrace) => id === undefined || this.numberOf(id) === undefined;
    const damaged = damagedAndExpired(this.parts, now).filter(isAway);
    const ids = [...this.expiring(now), ...damaged].flatMap(({ id }) => id ?? []);
    const result = await this.purge(ids, 'expired', cancel, report);
    const nameless = damaged.filter(({ id }) => id === undefined).flatMap(({ places }) => places);
    await scrubLines(this.parts, nameless);
    return result;
  }

  /**
   * Finishes purges that were interrupted, here or in another copy of the store, and scrubs what came in late. What
   * cannot be done now (a full disk, a file that another program holds) keeps nobody out: it is tried again.
   */
  async catchUp(): Promise<void> {
    try {
      await this.pastDamage(() => this.finishAll());
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.outstanding = true;
      this.late.unshift(...this.parts.index().folder.takeScrubs());
    }
  }

  private async finishAll(): Promise<void> {
    this.late.push(...this.parts.index().folder.takeScrubs());
    await scrubLines(this.parts, this.late, {});
    this.late = [];
    this.outstanding = false;
    const { db } = this.parts.index();
    const rows = db.rows(
      `select x.a, x.seg, x.off, x.len from purges p join acts x on x.a = p.a where not exists (
         select 1 from finished_purges f join segments s on s.seg = f.seg where f.purge = p.id and s.writer = ?) order by x.at, x.id`,
      [this.parts.writer],
    );
    for (const row of rows) {
      const event = readAct(this.parts.index(), row);
      if (event?.body.type === 'purged')
        await this.finish(event, event.body, goneHashes(event.body.trace_hashes, this.parts.options.hasher));
    }
    await forgetIntents(this.parts);
    await this.finishExports();
    const forgot = forgetNames(this.parts.index());
    if (this.parts.index().folder.purges.since || forgot || rows.length > 0) await this.parts.saver.save();
  }

  /** Of an export that was written when a process died, rows may have come in late; of any other nothing may be left. */
  private async finishExports(): Promise<void> {
    for (const note of this.unfinished.recorded()) {
      await this.purgeLate(this.exports.tracesOf(note.export));
      await this.unfinished.forget(note);
    }
    await this.unfinished.settle();
  }

  /** Traces whose retention runs out by then, soonest first; pinned ones do not expire. */
  expiring(before: number): { id: string; expires_at: string }[] {
    const { db, folder } = this.parts.index();
    const rows = db.rows(
      'select id, expires from traces where expires is not null and expires <= ? and (has & ?) = 0 and n < ? order by expires, arrival',
      [before, hasBit('pinned'), folder.visibleBelow],
    );
    return rows.map(([id, expires]) => ({ id: unpackId(id as Uint8Array), expires_at: new Date(Number(expires)).toISOString() }));
  }

  /** Whether the index file holds more than numbers of one of these: values of attributes are somebody's words. */
  private hasWords(ids: readonly string[]): boolean {
    const { db } = this.parts.index();
    return ids.some((id) => {
      const n = this.numberOf(id) ?? -1;
      const query =
        'select 1 from trace_attributes where n = ? union all select 1 from marks where n = ? and value is not null limit 1';
      return db.row(query, [n, n]) !== undefined;
    });
  }

  private async purgeBatch(ids: readonly string[], why: 'asked' | 'expired', act?: string): Promise<Purged> {
    const damaged = this.setAside(ids.filter((id) => this.numberOf(id) === undefined));
    const here = [...new Set(ids)].filter((id) => this.numberOf(id) !== undefined || damaged.has(id));
    if (here.length === 0) return { purged: [], datasets: [], rewritten: [], unreachable: [] };
    const { event, buried } = await this.bury(here, why, act ?? this.parts.options.ids.ulid());
    if (!event) return { purged: [], datasets: [], rewritten: [], unreachable: [] };
    this.outstanding = true;
    await this.parts.scrubbed();
    const outcome = await this.finish(event, undefined, goneIds(buried));
    this.outstanding = false;
    return { purged: [...buried], ...outcome };
  }

  /**
   * Appends the tombstone and takes the traces out of the index. Made when no act on them is still on its way: what was
   * pinned until then does not run out. No event when nothing is left.
   */
  private async bury(
    ids: readonly string[],
    why: 'asked' | 'expired',
    id: string,
  ): Promise<{ readonly event: LogEvent | undefined; readonly buried: readonly string[] }> {
    const { committer } = this.parts;
    let event: LogEvent | undefined;
    let buried: readonly string[] = [];
    const make = () => {
      buried = why === 'expired' ? ids.filter((trace) => !this.isPinned(trace)) : ids;
      if (buried.length === 0) return { log: [], traces: [] };
      event = { v: 1, id, at: this.parts.now(), by: 'store', body: this.tombstone(buried, why) };
      return { log: [encodeAct(event)], traces: [] };
    };
    await committer.commitAlone(make, ({ log: [written] }) => {
      if (!event || !written) return;
      const index = this.parts.index();
      const { seg } = index.segments.ensure(written.name);
      const numbers = buried.flatMap((trace) => this.numberOf(trace) ?? ghost(index, trace) ?? []);
      index.folder.purge(event, { seg, offset: written.offset, length: written.length }, numbers);
      advance(index, seg, written);
    });
    return { event, buried };
  }

  private isPinned(id: string): boolean {
    const index = this.parts.index();
    const n = this.numberOf(id);
    if (n !== undefined)
      return index.db.row('select 1 from traces where n = ? and (has & ?) <> 0', [n, hasBit('pinned')]) !== undefined;
    const waiting = ghost(index, id);
    return waiting !== undefined && replayMarks(index.folder, waiting, nothingGiven).pinned;
  }

  private tombstone(ids: readonly string[], why: 'asked' | 'expired'): EventOf<'purged'> {
    const index = this.parts.index();
    const { folder, segments } = index;
    const lines = ids.flatMap((id) => folder.linesOf(this.numberOf(id) ?? ghost(index, id) ?? -1));
    const all = [...lines, ...damagedAbout(this.parts, goneIds(ids)).places];
    // An act on several of them is named once.
    const places = [...new Map(all.map((place) => [`${place.seg} ${place.offset}`, place])).values()];
    return {
      type: 'purged',
      trace_hashes: ids.map((id) => this.parts.options.hasher.sha256(id)),
      holes: places.map(({ seg, offset, length }) => ({ segment: segmentFile(segments.get(seg).name), offset, length })),
      why,
    };
  }

  /** What is left to do behind a tombstone. `redo`: its holes may not all be scrubbed yet. */
  private async finish({ id }: Pick<LogEvent, 'id'>, redo: EventOf<'purged'> | undefined, gone: Gone): Promise<Outcome> {
    if (redo) await scrubLines(this.parts, this.holes(redo), { gone });
    await scrubLines(this.parts, damagedAbout(this.parts, gone).places);
    dropKeptCopy(this.parts, gone);
    const datasets: Record<string, DatasetChange> = {};
    const built = new Map<string, StoredDataset>();
    for (const stored of this.datasets.list()) {
      built.set(stored.id, stored);
      const change = await purgeDataset(this.parts, stored, gone);
      if (change) datasets[stored.id] = change;
    }
    const exports: Record<string, ExportedFile[]> = {};
    const files = { rewritten: [] as string[], unreachable: [] as string[] };
    for (const exported of this.exports.list()) {
      const change = await purgeExport(this.parts, exported, gone, built.get(exported.body.dataset));
      if (!change) continue;
      exports[exported.body.export] = [...change.files];
      files.rewritten.push(...change.rewritten);
      files.unreachable.push(...change.unreachable);
    }
    for (const { dataset, folder, files: left } of await this.unfinished.settle()) {
      if (datasets[dataset]) files.unreachable.push(...(left.length > 0 ? left.map((file) => file.path) : [folder]));
    }
    const body: LogEvent['body'] = {
      type: 'purge_finished',
      purge: id,
      ...(Object.keys(datasets).length > 0 ? { datasets } : {}),
      ...(Object.keys(exports).length > 0 ? { exports } : {}),
    };
    await this.parts.append([{ v: 1, id: this.parts.options.ids.ulid(), at: this.parts.now(), by: 'store', body }]);
    await forgetIntents(this.parts);
    return { datasets: Object.keys(datasets), ...files };
  }

  /** The holes of a tombstone in segments that are here. */
  private holes({ holes }: EventOf<'purged'>): Place[] {
    const { segments } = this.parts.index();
    const here = new Map(segments.all().map(({ seg, name }) => [segmentFile(name), seg]));
    return holes.flatMap(({ segment, offset, length }) => {
      const seg = here.get(segment);
      return seg === undefined ? [] : [{ seg, offset, length }];
    });
  }

  private numberOf(id: string): number | undefined {
    const { folder } = this.parts.index();
    const n = folder.find(id);
    return n !== undefined && n < folder.visibleBelow ? n : undefined;
  }
}

function merged(a: Purged, b: Purged): Purged {
  const union = (x: readonly string[], y: readonly string[]) => [...new Set([...x, ...y])];
  return {
    purged: [...a.purged, ...b.purged],
    datasets: union(a.datasets, b.datasets),
    rewritten: union(a.rewritten, b.rewritten),
    unreachable: union(a.unreachable, b.unreachable),
  };
}
