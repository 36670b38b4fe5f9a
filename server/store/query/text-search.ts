import { setImmediate as turn } from 'node:timers/promises';
import { listOf } from '../../../core/slice/canonical';
import { foldText } from '../../../core/slice/matches';
import type { Selection } from '../../../core/slice/schema';
import type { KnownSegment } from '../index/segments';
import type { StoreIndex } from '../index/store-index';
import { arrivalOf, packId } from '../index/trace-key';
import { piecesOf } from '../log/scan';
import { decodeHeader } from '../log/trace-line';
import type { FoundTexts } from './slice-sql';
import { textMatcher, type TextMatcher } from './text-matcher';

const chunkSize = 1 << 20;
/** One huge conversation must not keep its room for ever. */
const largestKept = 4 << 20;
/** Texts whose traces are remembered; the least recently asked for goes first. */
const keptTexts = 16;

interface Search {
  readonly number: number;
  readonly matcher: TextMatcher;
  /** How far each segment has been read, by number and generation. */
  readonly read: Map<string, number>;
}

/**
 * Text search over the segments. What a text found stays in a temporary table, and the next question reads only what
 * came in since.
 */
export class TextSearch {
  private searches = new Map<string, Search>();
  private known: StoreIndex | undefined;
  private numbers = 0;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(private readonly index: () => StoreIndex) {}

  /** Sees to it that the traces of every text of a selection are found. Nothing to do for one without text. */
  async find(selection: Selection): Promise<FoundTexts> {
    const texts = [...listOf(selection.text), ...listOf(selection.not?.text)];
    if (texts.length === 0) return new Map();
    const found = this.queue.then(() => this.findAll(texts));
    this.queue = found.catch(() => undefined);
    return found;
  }

  private async findAll(texts: readonly string[]): Promise<FoundTexts> {
    const found = new Map<string, number>();
    for (const text of texts) {
      const index = this.index();
      if (index !== this.known) this.begin(index);
      const search = this.searchFor(index, text);
      found.set(text, search.number);
      for (const segment of index.segments.all()) {
        if (segment.name.kind === 'traces') await readSegment(index, search, segment);
      }
    }
    return found;
  }

  private begin(index: StoreIndex): void {
    index.db.script(
      'create temp table if not exists found(search integer, n integer, seg integer, arrival integer, primary key (search, n)) without rowid',
    );
    this.searches = new Map();
    this.known = index;
  }

  private searchFor(index: StoreIndex, text: string): Search {
    const key = foldText(text);
    const search = this.searches.get(key) ?? {
      number: ++this.numbers,
      matcher: textMatcher(text),
      read: new Map<string, number>(),
    };
    this.searches.delete(key);
    this.searches.set(key, search);
    const [oldest] = this.searches.keys();
    if (this.searches.size > keptTexts && oldest !== undefined) {
      index.db.run('delete from found where search = ?', [this.searches.get(oldest)?.number ?? 0]);
      this.searches.delete(oldest);
    }
    return search;
  }
}

/** Each chunk is read into the same bytes: nothing of it is kept. One search runs at a time. */
let scratch = Buffer.alloc(0);

async function readSegment(index: StoreIndex, search: Search, segment: KnownSegment): Promise<void> {
  const key = `${segment.seg}.${segment.name.gen}`;
  let from = search.read.get(key) ?? 0;
  while (from < segment.folded) {
    const now = index.segments.find(segment.name.kind, segment.name.writer, segment.name.n);
    // Written anew, or gone, while others had their turn.
    if (now?.name.gen !== segment.name.gen) return now && readSegment(index, search, now);
    const chunk = wholeLines(index, segment, from);
    if (chunk.length === 0) break;
    for (const [start, end] of search.matcher.candidates(chunk)) {
      // What has no line end yet is still being written.
      if (end < chunk.length) look(index, search, segment, from + start, chunk.subarray(start, end + 1));
    }
    from += chunk.length;
    search.read.set(key, from);
    await turn();
  }
  if (scratch.length > largestKept) scratch = Buffer.alloc(0);
}

/** The lines that lie whole in the next chunk; at least one, however long. */
function wholeLines(index: StoreIndex, { seg, folded }: KnownSegment, from: number): Buffer {
  for (let size = chunkSize; ; size *= 2) {
    const length = Math.min(size, folded - from);
    if (scratch.length < length) scratch = Buffer.allocUnsafeSlow(length);
    const bytes = index.bytesInto({ seg, offset: from }, scratch.subarray(0, length));
    const end = bytes.lastIndexOf(10) + 1;
    if (end > 0 || bytes.length < size) return bytes.subarray(0, end > 0 ? end : bytes.length);
  }
}

/** @throws DamagedLine unless it is known to be damaged */
function look(index: StoreIndex, search: Search, segment: KnownSegment, from: number, bytes: Buffer): void {
  for (const piece of piecesOf(from, bytes)) {
    if (piece.kind === 'line') note(index, search, segment, piece.offset, piece.line);
    else if (piece.kind === 'damaged' && !isSetAside(index, segment, piece.offset))
      throw index.damaged(segment.seg, piece.offset);
  }
}

function isSetAside({ db }: StoreIndex, { seg }: KnownSegment, offset: number): boolean {
  return db.row('select 1 from issues where seg = ? and off = ?', [seg, offset]) !== undefined;
}

/** Remembers the trace of a line that contains the text, if the line is the one that counts. */
function note(index: StoreIndex, search: Search, { seg, name }: KnownSegment, offset: number, line: Buffer): void {
  const header = decodeHeader(line);
  if (!header || !('preview' in header)) return;
  const arrival = arrivalOf(name.writer, name.n, offset);
  const row = index.db.row('select n from traces where id = ? and seg = ? and arrival = ?', [packId(header.id), seg, arrival]);
  if (!row || !search.matcher.verify(line)) return;
  index.db.run(
    'insert into found(search, n, seg, arrival) values (?, ?, ?, ?) on conflict(search, n) do update set seg = excluded.seg, arrival = excluded.arrival',
    [search.number, row[0] ?? null, seg, arrival],
  );
}
