import fs from 'node:fs';
import path from 'node:path';
import type { Print } from './main';

/** Says beside each figure how large the store was: a figure without it says nothing. */
export function withSize(print: Print, store: string): Print {
  return (line) => print(`${line} [${sizeOf(store)}]`);
}

/** `20 MB index, 268 MB log`; nothing of it while the store is not there. */
export function sizeOf(store: string): string {
  const index = fs.statSync(path.join(store, 'index.sqlite'), { throwIfNoEntry: false })?.size ?? 0;
  return `${megabytes(index)} index, ${megabytes(folderSize(path.join(store, 'traces')) + folderSize(path.join(store, 'log')))} log`;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}

function folderSize(folder: string): number {
  if (!fs.existsSync(folder)) return 0;
  return fs.readdirSync(folder).reduce((sum, file) => sum + fs.statSync(path.join(folder, file)).size, 0);
}
