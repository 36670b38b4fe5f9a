/** Paths are absolute and use `/`, on every system; `C:/x` is absolute too. */

export function baseName(path: string | undefined): string | undefined {
  return path?.slice(path.lastIndexOf('/') + 1);
}

/** The folder a file is in, without a `/` at its end. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The name of the folder a file is in; `undefined` at the root or without a path. */
export function folderName(path: string | undefined): string | undefined {
  return path === undefined ? undefined : baseName(folderOf(path)) || undefined;
}

/** A path as written in a file, taken from a folder; `..` beyond the root stays at the root. */
export function joined(folder: string, relative: string): string {
  const whole = `${folder}/${relative}`;
  if (folder !== '' && !/\/\.{0,2}(?:\/|$)/.test(whole)) return whole;
  const steps: string[] = [];
  for (const step of whole.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return `${folder.startsWith('/') ? '/' : ''}${steps.join('/')}`;
}

export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** `/x`, `C:/x`, `\\host`, `~`: places that mean something on one computer only. */
export function isAbsolute(path: string): boolean {
  return /^(?:[/\\~]|[A-Za-z]:[/\\])/.test(path);
}

export function hasScheme(target: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]+:/.test(target);
}

/** How a file is written from a folder; both absolute. */
export function relativePath(folder: string, file: string): string {
  const [from, to] = [folder.split('/'), file.split('/')];
  let shared = 0;
  while (shared < Math.min(from.length, to.length - 1) && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
}
