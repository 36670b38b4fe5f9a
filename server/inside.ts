import path from 'node:path';

/** The path of a place inside a folder, relative to it and with slashes; '.' for the folder itself, undefined outside. */
export function pathInside(folder: string, place: string): string | undefined {
  const relative = path.relative(folder, place);
  const outside = relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative);
  return outside ? undefined : relative.split(path.sep).join('/') || '.';
}
