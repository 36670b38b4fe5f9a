import fs from 'node:fs';
import path from 'node:path';
import { rawLines } from '../log/scan';
import type { StoreParts } from '../parts';
import type { Gone } from './gone';

/** What ids of conversations look like, in any format there ever was. */
const ids = /"([a-z2-7]{26})"/g;

/** What the store was like in an earlier format is not kept any longer when it holds what was purged. */
export function dropKeptCopy({ disk, layout }: StoreParts, gone: Gone): void {
  if (!fs.existsSync(layout.kept)) return;
  const entries = fs.readdirSync(layout.kept, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => path.join(entry.parentPath, entry.name));
  if (!files.some((file) => holds(file, gone))) return;
  disk.removeFolder(layout.kept, 'identity');
  disk.syncFolder(layout.root, 'identity');
}

function holds(file: string, gone: Gone): boolean {
  const fd = fs.openSync(file, 'r');
  try {
    for (const { bytes } of rawLines(fd, 0, fs.fstatSync(fd).size)) {
      for (const [, id = ''] of bytes.toString('latin1').matchAll(ids)) if (gone.isGone(id)) return true;
    }
    return false;
  } finally {
    fs.closeSync(fd);
  }
}
