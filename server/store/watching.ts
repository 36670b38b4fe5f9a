import fs from 'node:fs';
import { Problem } from '../../core/lib/problem';
import type { Layout } from './disk/layout';
import { segmentFile } from './disk/layout';
import { takeInventory } from './log/inventory';

/** git writes a pull file by file: it is taken in when nothing has changed for so long, in milliseconds. */
const settling = 100;
/** How often to look where the system tells of no changes (network folders). */
const patrol = 5000;
/** When to try again while an import or a deletion has the store. */
const pause = 500;

/** Takes in what others write into the log: new files, longer ones, own ones that were replaced. Keeps nobody alive. */
export function watchLog(layout: Layout, writer: string, refresh: () => Promise<void>): { dispose(): void } {
  let seen = lookOf(layout, writer);
  let timer: NodeJS.Timeout | undefined;
  let watcher: fs.FSWatcher | undefined;
  let over = false;
  const soon = (wait: number) => {
    clearTimeout(timer);
    if (!over) timer = setTimeout(() => void look(), wait).unref();
  };
  const look = async () => {
    const now = lookOf(layout, writer);
    if (now === seen) return;
    const before = seen;
    seen = now;
    try {
      await refresh();
    } catch (error) {
      // Asked again later; what is really broken is told to whoever writes or reads next.
      seen = before;
      if (error instanceof Problem && error.code === 'busy') soon(pause);
    }
  };
  const listen = () => {
    if (watcher || over) return;
    watcher = watchFolder(
      layout.folder('log'),
      () => soon(settling),
      () => (watcher = undefined),
    );
  };
  const rounds = setInterval(() => {
    listen();
    void look();
  }, patrol).unref();
  listen();
  return {
    dispose() {
      over = true;
      clearTimeout(timer);
      clearInterval(rounds);
      watcher?.close();
    },
  };
}

/** Undefined where the folder cannot be watched: then there are the rounds. */
function watchFolder(folder: string, changed: () => void, ended: () => void): fs.FSWatcher | undefined {
  try {
    const watcher = fs.watch(folder, { persistent: false }, changed);
    watcher.on('error', () => {
      watcher.close();
      ended();
    });
    return watcher;
  } catch {
    return undefined;
  }
}

/** The files of the log as others left them; own ones grow all the time, so of these only which files they are. */
function lookOf(layout: Layout, writer: string): string {
  try {
    const ofLog = takeInventory(layout).segments.filter(({ name }) => name.kind === 'log');
    return ofLog
      .map(({ name, size, changed, file }) =>
        name.writer === writer ? `${segmentFile(name)} ${file}` : `${segmentFile(name)} ${file} ${size} ${changed}`,
      )
      .join('\n');
  } catch {
    // The folder is away for a moment.
    return '';
  }
}
