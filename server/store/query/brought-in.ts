import { parseSegmentFile } from '../disk/layout';
import type { StoreIndex } from '../index/store-index';
import { unpackId } from '../index/trace-key';
import { actById } from './acts';

/** Ids of the conversations whose lines an import wrote, as far as they are here, in the order of its rows. */
export function broughtIn(index: StoreIndex, act: string): string[] {
  const body = actById(index, act)?.body;
  if (body?.type !== 'imported') return [];
  const segments = body.segments.flatMap((file) => {
    const parsed = parseSegmentFile('traces', file.replace(/^traces\//, ''));
    return parsed ? (index.segments.find('traces', parsed.name.writer, parsed.name.n)?.seg ?? []) : [];
  });
  if (segments.length === 0) return [];
  // A session that grew meanwhile has its earlier line in `past`.
  const rows = index.db.rows(
    `select t.id from (select n, seg, arrival from traces union all select n, seg, arrival from past) x join traces t on t.n = x.n
     where x.seg in (${segments.join(', ')}) and t.n < ? order by x.arrival`,
    [index.folder.visibleBelow],
  );
  return rows.map(([id]) => unpackId(id as Uint8Array));
}
