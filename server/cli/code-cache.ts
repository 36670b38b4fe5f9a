import { createHash } from 'node:crypto';
import fs from 'node:fs';
import Module from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { Script } from 'node:vm';

/** Compiled programs kept; one for each version and set of flags that was used lately. */
const kept = 4;

/**
 * Runs a bundled program, compiled as it was the last time: parsing two megabytes takes longer than most verbs do. The
 * compiled code lies in this user's own cache folder; without one, or when it does not fit, the program is parsed.
 */
export function runCached(file: string, flags: readonly string[]): void {
  const source = Module.wrap(fs.readFileSync(file, 'utf8'));
  const cache = cacheFile(file, flags);
  const cachedData = cache && readCache(cache);
  const script = new Script(source, { filename: file, ...(cachedData ? { cachedData } : {}) });
  const program = script.runInThisContext() as (...args: unknown[]) => void;
  const module = new Module(file);
  module.filename = file;
  program.call(module.exports, module.exports, Module.createRequire(file), module, file, path.dirname(file));
  if (cache && (!cachedData || script.cachedDataRejected)) process.once('exit', () => writeCache(cache, script));
}

/** Undefined when there is no folder that belongs to this user alone. */
function cacheFile(file: string, flags: readonly string[]): string | undefined {
  const { size, mtimeMs } = fs.statSync(file);
  const key = [file, size, mtimeMs, process.version, process.arch, ...flags].join('\n');
  const folder = cacheFolder();
  return folder && path.join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.code`);
}

function cacheFolder(): string | undefined {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  const home = os.homedir();
  const base =
    process.platform === 'win32'
      ? (LOCALAPPDATA ?? path.join(home, 'AppData', 'Local'))
      : process.platform === 'darwin'
        ? path.join(home, 'Library', 'Caches')
        : (XDG_CACHE_HOME ?? path.join(home, '.cache'));
  const folder = path.join(base, 'conscious-loop');
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = fs.lstatSync(folder);
    // Code that others can write must not run as this user.
    return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0) ? folder : undefined;
  } catch {
    return undefined;
  }
}

function readCache(file: string): Buffer | undefined {
  try {
    return fs.readFileSync(file);
  } catch {
    return undefined;
  }
}

/** A cache: whatever keeps it from being written only costs time. */
function writeCache(file: string, script: Script): void {
  const temporary = `${file}.${process.pid}`;
  try {
    fs.writeFileSync(temporary, script.createCachedData(), { mode: 0o600 });
    fs.renameSync(temporary, file);
    const folder = path.dirname(file);
    const written = (name: string) => fs.statSync(path.join(folder, name)).mtimeMs;
    const caches = fs.readdirSync(folder).filter((name) => /\.code(\.\d+)?$/.test(name));
    caches.sort((a, b) => written(b) - written(a));
    for (const old of caches.slice(kept)) fs.rmSync(path.join(folder, old), { force: true });
  } catch {
    fs.rmSync(temporary, { force: true });
  }
}
