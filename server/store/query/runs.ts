import type { Place } from '../fold/context';
import type { StoreIndex } from '../index/store-index';

/** Lines nearer together than this are read in one go. */
const gap = 1 << 14;
const largestRead = 4 << 20;

/** The bytes at many places, in the order given: read in the order of the files, neighbours together. */
export function readPlaces(index: StoreIndex, places: readonly Place[]): Buffer[] {
  const found = new Array<Buffer>(places.length);
  let run: { place: Place; i: number }[] = [];
  const readRun = () => {
    const [first] = run;
    const last = run.at(-1);
    if (!first || !last) return;
    const { seg, offset } = first.place;
    const bytes = index.bytesAt({ seg, offset, length: last.place.offset + last.place.length - offset });
    for (const { place, i } of run) found[i] = bytes.subarray(place.offset - offset, place.offset - offset + place.length);
    run = [];
  };
  const sorted = places
    .map((place, i) => ({ place, i }))
    .sort((a, b) => a.place.seg - b.place.seg || a.place.offset - b.place.offset);
  for (const next of sorted) {
    const [first] = run;
    const last = run.at(-1);
    const near = first && last && joins(first.place, last.place, next.place);
    if (!near) readRun();
    run.push(next);
  }
  readRun();
  return found;
}

function joins(first: Place, last: Place, next: Place): boolean {
  if (next.seg !== last.seg || next.offset - (last.offset + last.length) > gap) return false;
  return next.offset + next.length - first.offset <= largestRead;
}
