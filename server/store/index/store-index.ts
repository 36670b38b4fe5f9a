import { provenances, signalKinds } from '../../../core/log/events';
import type { Hasher } from '../../../core/ports';
import { hasKinds, states } from '../../../core/slice/schema';
import type { Place } from '../fold/context';
import { Folder } from '../fold/folder';
import { LabelForest } from '../fold/label-forest';
import { DamagedLine } from '../log/damaged-line';
import { isIntact } from '../log/line';
import { decodeHeader, type TraceHeader } from '../log/trace-line';
import type { SegmentFiles } from '../log/segment-files';
import { Counters, counterKinds } from './counters';
import type { Db, OpenDb, Snapshot } from './db';
import { metaOf } from './meta';
import { makeTables, schemaVersion } from './schema';
import { Segments } from './segments';
import { Words } from './words';

/** Numbers in the index stand for these names: when one list changes, the index is made anew. */
const fingerprint = JSON.stringify([schemaVersion, states, hasKinds, signalKinds, provenances, counterKinds]);

/** First guess at how long a header is; the rare longer one is read again. */
export const headerGuess = 1024;

/** Bytes of an index for each byte of a log: half is more than the shortest lines come to. */
const mostIndexed = 0.5;
const leastRoom = 1 << 18;

export interface StoreIndexParts {
  readonly openDb: OpenDb;
  readonly files: SegmentFiles;
  readonly hasher: Hasher;
}

/** The index with everything that reads and writes it. A cache: it can be thrown away and made anew at any time. */
export class StoreIndex {
  readonly words: Words;
  readonly counters: Counters;
  readonly labels: LabelForest;
  readonly segments: Segments;
  readonly folder: Folder;

  private constructor(
    readonly db: Db,
    private readonly files: SegmentFiles,
    hasher: Hasher,
  ) {
    this.words = new Words(db);
    this.counters = new Counters(db);
    this.labels = new LabelForest(db, this.words);
    this.segments = new Segments(db);
    const { words, counters, labels, segments } = this;
    this.folder = new Folder({ db, words, counters, labels, segments, hasher, headerAt: (place) => this.headerAt(place) });
  }

  /** An empty index for a log of so many bytes. What finds rows quickly is still to be made, when they are there. */
  static async create(store: string, logged: number, { openDb, files, hasher }: StoreIndexParts): Promise<StoreIndex> {
    const db = await openDb(undefined, leastRoom + Math.round(logged * mostIndexed));
    makeTables(db);
    const index = new StoreIndex(db, files, hasher);
    index.setMeta('fingerprint', fingerprint);
    index.setMeta('store', store);
    return index;
  }

  /** The index in these bytes; undefined when it is another store's or another version's, or no database at all. */
  static async load(bytes: Buffer, store: string, { openDb, files, hasher }: StoreIndexParts): Promise<StoreIndex | undefined> {
    const db = await openDb(bytes);
    if (metaOf(db, 'fingerprint') === fingerprint && metaOf(db, 'store') === store) return new StoreIndex(db, files, hasher);
    db.close();
    return undefined;
  }

  setMeta(key: string, value: string): void {
    this.db.run('insert into meta(key, value) values (?, ?) on conflict(key) do update set value = excluded.value', [key, value]);
  }

  meta(key: string): string | undefined {
    return metaOf(this.db, key);
  }

  /** The index as bytes that `load` takes, made while it is in use. */
  snapshot({ stop, finish }: Snapshot): Promise<Uint8Array | undefined> {
    return this.db.snapshot({
      stop,
      finish: () => {
        this.setMeta('latest', String(this.folder.latest));
        this.setMeta('latest_recording', String(this.folder.latestRecording));
        finish();
      },
    });
  }

  /** As many bytes as the buffer has room for. */
  bytesInto({ seg, offset }: Omit<Place, 'length'>, buffer: Buffer): Buffer {
    return this.files.readInto(this.segments.get(seg).name, offset, buffer);
  }

  /** The bytes of one line. */
  bytesAt({ seg, offset, length }: Place): Buffer {
    return this.files.read(this.segments.get(seg).name, offset, length);
  }

  /** A whole line, without its line end. @throws DamagedLine when its checksum is wrong */
  lineAt(place: Place): Buffer {
    return this.checked(place, this.bytesAt(place));
  }

  /** The same for bytes that were read together with others. */
  checked({ seg, offset }: Place, bytes: Buffer): Buffer {
    const line = bytes.subarray(0, bytes.length - 1);
    if (isIntact(line)) return line;
    throw this.damaged(seg, offset);
  }

  damaged(seg: number, offset: number): DamagedLine {
    return new DamagedLine(this.files.path(this.segments.get(seg).name), offset);
  }

  /** Undefined when what stands there is no header (any more). */
  headerAt(place: Place): TraceHeader | undefined {
    return this.headerIn(place, this.bytesAt({ ...place, length: Math.min(place.length, headerGuess) }));
  }

  /** The header of a line whose first bytes are here already. */
  headerIn(place: Place, first: Buffer): TraceHeader | undefined {
    try {
      return decodeHeader(first) ?? decodeHeader(this.bytesAt(place));
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  }
}
