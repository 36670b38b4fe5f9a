import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { generateRows } from '../support/generate';
import type { Print } from './main';
import { withSize } from './size';

interface Ran {
  readonly ms: number;
  /** Megabytes. */
  readonly peak: number;
  /** Milliseconds of all threads together: what a busy machine changes least. */
  readonly processor: number;
}

/** Writes the bench log: one conversation a line. */
export async function writeLog(file: string, count: number, bytes?: number): Promise<void> {
  const out = createWriteStream(file);
  for (const row of generateRows(count, bytes === undefined ? {} : { bytes }))
    if (!out.write(`${row}\n`)) await once(out, 'drain');
  out.end();
  await once(out, 'finish');
}

/**
 * The import as users run it (a process, redaction and index included) against a bare loop that parses each line and
 * inserts it with better-sqlite3, taking turns so that whatever else the machine does hits both.
 */
export async function benchImport(
  folder: string,
  log: string,
  rounds: number,
  plain: Print,
  budget = 2,
  memory = 300,
): Promise<void> {
  const loop = path.resolve('dist/loop.js');
  if (!existsSync(loop)) throw new Error('Run `npm run build` first: the bench measures what is shipped.');
  await needYardstick();
  const store = path.join(folder, '.loop');
  const print = withSize(plain, store);
  const [bare, whole]: [Ran[], Ran[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    rmSync(store, { recursive: true, force: true });
    rmSync(path.join(folder, 'bare.sqlite'), { force: true });
    bare.push(await run(['--import', 'tsx', path.resolve('test/bench/bare-insert.ts'), log, path.join(folder, 'bare.sqlite')]));
    whole.push(await run([loop, '--store', store, '--json', 'import', log, '--source', 'bench']));
  }
  const best = (runs: readonly Ran[], of: 'ms' | 'processor' = 'ms') => Math.min(...runs.map((r) => r[of]));
  print(
    `bare loop            ${best(bare).toFixed(0)} ms (processor ${best(bare, 'processor').toFixed(0)} ms), peak ${Math.max(...bare.map((r) => r.peak)).toFixed(0)} MB`,
  );
  print(
    `import               ${best(whole).toFixed(0)} ms (processor ${best(whole, 'processor').toFixed(0)} ms), peak ${Math.max(...whole.map((r) => r.peak)).toFixed(0)} MB (budget ${memory})`,
  );
  print(`ratio                ${(best(whole) / best(bare)).toFixed(2)} (budget ${budget.toFixed(1)}, best of ${rounds} each)`);
}

/** Runs a Node program and says how long it took and how much memory it held at most. */
export async function run(args: readonly string[]): Promise<Ran> {
  const reporter = pathToFileURL(path.resolve('test/bench/peak.mjs')).href;
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', reporter, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  const ms = performance.now() - started;
  const [, peak, processor] = /peak (\d+) kB, processor (\d+) ms/.exec(said) ?? [];
  if (code !== 0 || peak === undefined) throw new Error(`${args.join(' ')} ended with ${String(code)}: ${said.slice(0, 500)}`);
  return { ms, peak: Number(peak) / 1024, processor: Number(processor) };
}

function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}

/**
 * better-sqlite3 is compiled where no built one can be had, which takes minutes: only who measures needs it. Version 12
 * is the last one for Node 20.
 */
async function needYardstick(): Promise<void> {
  if (isInstalled('better-sqlite3')) return;
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['install', '--no-save', '--no-package-lock', 'better-sqlite3@12'];
  const [code] = (await once(spawn(npm, args, { stdio: 'inherit' }), 'close')) as [number | null];
  if (code !== 0) throw new Error('better-sqlite3 could not be installed: the bench has nothing to compare with.');
}
