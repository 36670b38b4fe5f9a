import fs from 'node:fs';
import os from 'node:os';

/** How the computer of a test process differs from the one it runs on. */
export interface OtherComputer {
  readonly host?: string;
  /** Milliseconds its clock is ahead. */
  readonly clock?: number;
  /** There is no file that names its start, as on macOS and Windows. */
  readonly bootless?: boolean;
}

/** From now on this process takes itself to be there. */
export function moveTo({ host, clock = 0, bootless = false }: OtherComputer): void {
  if (host !== undefined) os.hostname = () => host;
  const now = Date.now;
  Date.now = () => now() + clock;
  if (!bootless) return;
  const read = fs.readFileSync;
  const hidden = (file: unknown) => typeof file === 'string' && file.endsWith('/boot_id');
  fs.readFileSync = ((...args: Parameters<typeof read>) => {
    if (hidden(args[0])) throw Object.assign(new Error('none'), { code: 'ENOENT' });
    return read(...args);
  }) as typeof read;
}
