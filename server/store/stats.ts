import fs from 'node:fs';
import type { Store } from '../../core/ports';
import { codeOf } from './disk/errors';
import { segmentFile } from './disk/layout';
import { firstGhost } from './index/schema';
import type { StoreParts } from './parts';
import { sourceList, stateCounts } from './query/lists';

/** A stretch of a segment that could not be taken as it is. */
export interface Issue {
  /** Relative to the store. */
  readonly file: string;
  readonly offset: number;
  readonly length: number;
  /**
   * `damaged`: its checksum is wrong; `torn`: cut off at the end after a crash; `lines_missing`: a finished segment is
   * not as it was finished; `not_understood`: written by a newer version; `file_missing`: the whole file is gone.
   */
  readonly kind: 'damaged' | 'torn' | 'lines_missing' | 'not_understood' | 'file_missing';
}

/** `index.events`: lines the index file does not have yet; `index.age`: milliseconds since it was written, 0 when it never was. */
export function statsOf(parts: StoreParts): Awaited<ReturnType<Store['stats']>> {
  const index = parts.index();
  const by_state = stateCounts(index);
  const { layout, saver } = parts;
  return {
    traces: Object.values(by_state).reduce((a, b) => a + b, 0),
    by_state,
    by_source: Object.fromEntries(sourceList(index).map(({ source, traces }) => [source, traces])),
    acts: index.db.number('select count(*) from acts where n is null or n < ? or n >= ?', [
      index.folder.visibleBelow,
      firstGhost,
    ]),
    elsewhere: index.db.number('select count(*) from ghosts'),
    label_circles: index.labels.circles(),
    bytes: {
      traces: folderSize(layout.folder('traces')),
      log: folderSize(layout.folder('log')),
      index: fileSize(layout.index),
      datasets: folderSize(layout.datasets) + folderSize(layout.exports),
    },
    index: { events: saver.unsaved, age: saver.savedAt === undefined ? 0 : parts.options.clock.now() - saver.savedAt },
  };
}

export function issuesOf(parts: StoreParts): Issue[] {
  const { db, segments } = parts.index();
  const inFiles = db.rows('select seg, off, len, kind from issues order by seg, off').map(([seg, offset, length, kind]) => ({
    file: segmentFile(segments.get(Number(seg)).name),
    offset: Number(offset),
    length: Number(length),
    kind: kind as Issue['kind'],
  }));
  const files = parts.register.missing().map(segmentFile).sort();
  return [...files.map((file): Issue => ({ file, offset: 0, length: 0, kind: 'file_missing' })), ...inFiles];
}

function folderSize(folder: string): number {
  try {
    return fs.readdirSync(folder).reduce((sum, file) => sum + fileSize(`${folder}/${file}`), 0);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 0;
    throw error;
  }
}

function fileSize(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
