import fs from 'node:fs';
import type { Place } from '../fold/context';
import type { StoreParts } from '../parts';
import type { Gone } from './gone';

/** A line that cannot be read, in the pieces it was set aside as. */
interface Damaged {
  readonly pieces: Place[];
  bytes: Buffer;
}

export interface Named {
  /** The purged conversations that damaged lines name. */
  readonly ids: ReadonlySet<string>;
  /** All pieces of those lines. */
  readonly places: readonly Place[];
}

/**
 * The damaged lines that speak of purged conversations, as far as their bytes tell: nothing else in the index knows of
 * them. One that names others too goes as well, for nobody can read it.
 */
export function damagedAbout(parts: StoreParts, gone: Gone): Named {
  const ids = new Set<string>();
  const places: Place[] = [];
  for (const { pieces, bytes } of damagedLines(parts)) {
    const named = namedIn(bytes.toString('latin1'), gone);
    if (named.length > 0) places.push(...pieces);
    for (const id of named) ids.add(id);
  }
  return { ids, places };
}

/** A conversation whose own line is damaged. */
export interface DamagedTrace {
  /** Undefined when it cannot be told. One damaged letter makes it another id, which the line has then. */
  readonly id: string | undefined;
  readonly places: readonly Place[];
}

/** Conversations whose own lines are damaged and that would have run out by then: their words are there all the same. */
export function damagedAndExpired(parts: StoreParts, before: number): DamagedTrace[] {
  const { segments } = parts.index();
  return damagedLines(parts).flatMap(({ pieces, bytes }): DamagedTrace[] => {
    const seg = pieces[0]?.seg ?? 0;
    if (segments.get(seg).name.kind !== 'traces') return [];
    const text = bytes.toString('latin1');
    const expires = expiryIn(text) ?? lastExpiry(parts, seg);
    if (expires > before) return [];
    return [{ id: /"id":"([^"]+)","source":/.exec(text)?.[1], places: pieces }];
  });
}

const neverExpires = Infinity;

/** As the head of a line says, milliseconds; undefined when the damage is in there. */
function expiryIn(text: string): number | undefined {
  const stamps = /"recorded_at":"[^"]*",(?:"expires_at":"([^"]*)",)?"answer_turn":/.exec(text);
  if (!stamps) return undefined;
  const expires = stamps[1] === undefined ? neverExpires : Date.parse(stamps[1]);
  return Number.isNaN(expires) ? undefined : expires;
}

/** What lies in one file was recorded or imported together: what cannot be told outlives none of it. */
function lastExpiry(parts: StoreParts, seg: number): number {
  const row = parts.index().db.row('select count(*), count(expires), max(expires) from traces where seg = ?', [seg]);
  const [all = 0, expiring = 0, last = 0] = (row ?? []).map(Number);
  return all > 0 && all === expiring ? last : neverExpires;
}

function damagedLines(parts: StoreParts): Damaged[] {
  const index = parts.index();
  const found: Damaged[] = [];
  for (const row of index.db.rows("select seg, off, len from issues where kind = 'damaged' order by seg, off")) {
    const [seg = 0, offset = 0, length = 0] = row.map(Number);
    if (!fs.existsSync(parts.files.path(index.segments.get(seg).name))) continue;
    const piece = { seg, offset, length };
    const bytes = index.bytesAt(piece);
    const before = found.at(-1);
    if (before && follows(before.pieces.at(-1), piece) && !beginsLine(bytes)) {
      before.pieces.push(piece);
      before.bytes = Buffer.concat([before.bytes, bytes]);
    } else {
      found.push({ pieces: [piece], bytes });
    }
  }
  return found;
}

function follows(before: Place | undefined, { seg, offset }: Place): boolean {
  return before?.seg === seg && before.offset + before.length === offset;
}

const opening = Buffer.from('{"c":"');

/** A byte that became a line end cuts a line in two. The other half does not begin like a line, one byte aside. */
function beginsLine(bytes: Buffer): boolean {
  return opening.filter((byte, i) => bytes[i] !== byte).length <= 1;
}

/** Ids stand between quotes, of which one may be damaged. */
function namedIn(text: string, gone: Gone): string[] {
  const found: string[] = [];
  for (const length of gone.lengths) {
    for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) {
      for (const start of [at + 1, at - length]) {
        const id = start < 0 ? undefined : gone.like(text.slice(start, start + length));
        if (id !== undefined) found.push(id);
      }
    }
  }
  return found;
}
