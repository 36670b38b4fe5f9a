import { rm } from 'node:fs/promises';
import path from 'node:path';
import { writeLog } from '../../bench/import.bench';
import { run } from './command.mjs';
import { ROOT } from './paths.mjs';

const loop = path.join(ROOT, 'dist', 'loop.js');

/** Runs the command line on a folder's store and answers what it said as JSON values. */
export async function inStore(folder: string, ...args: readonly string[]): Promise<unknown[]> {
  const said = await run(process.execPath, [loop, '--store', path.join(folder, '.loop'), '--json', ...args]);
  return said
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}

/** Gives a folder a store with this many different conversations. */
export async function fillStore(folder: string, count: number): Promise<void> {
  const log = path.join(folder, 'log.jsonl');
  await writeLog(log, count);
  await inStore(folder, 'import', log, '--source', 'many');
  await rm(log);
}
