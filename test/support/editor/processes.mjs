// @ts-check
/** Ends what a run has started, children of children included. */
import { readdirSync, readFileSync } from 'node:fs';

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, but belongs to someone else.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * Every process that was started with `mark` (a run's own folder) in its environment, also those whose parent has gone.
 * Where /proc is missing the answer is empty, and only known children can be ended.
 * @param {string} mark
 * @returns {number[]}
 */
export function processesOf(mark) {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => pid !== process.pid && isRunning(pid) && readProc(pid, 'environ').includes(mark));
}

/**
 * A process that has ended but was not collected by its parent yet still has a folder in /proc.
 * @param {number} pid
 */
function isRunning(pid) {
  return !/\) [ZX] /.test(readProc(pid, 'stat'));
}

/**
 * @param {number} pid
 * @param {'environ' | 'stat'} file
 */
function readProc(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    // Gone since the listing, or another user's: in neither case one of ours.
    return '';
  }
}

/**
 * Asks all processes of a run to end, and ends by force those that have not after the grace time.
 * @param {number | undefined} leader
 * @param {string} mark
 * @param {number} [grace] milliseconds
 */
export async function endProcesses(leader, mark, grace = 10_000) {
  const left = () => [...new Set([...(leader && isAlive(leader) ? [leader] : []), ...processesOf(mark)])];
  // The leader ends its own children in order; signalling them as well would make it report crashes.
  signal(leader && isAlive(leader) ? [leader] : left(), 'SIGTERM');
  const deadline = Date.now() + grace;
  while (left().length > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
  signal(left(), 'SIGKILL');
  while (left().length > 0 && Date.now() < deadline + 2000) await new Promise((resolve) => setTimeout(resolve, 50));
  if (left().length > 0) throw new Error(`Processes ${left().join(', ')} could not be ended.`);
}

/**
 * @param {readonly number[]} pids
 * @param {NodeJS.Signals} name
 */
function signal(pids, name) {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It ended on its own in between; the caller looks again anyway.
    }
  }
}
