/**
 * A process of its own that lives through a store's life and says what was acknowledged, one line each. Killed from
 * outside at any moment, or by itself at a step that changes a file: the nth, or the first of a name.
 */
import fs from 'node:fs';
import type { FailPoint } from '../../server/store';
import { openTestStore, testIds } from './store';
import { liveThrough } from './store-scenario';

async function main(): Promise<void> {
  const [folder = '', killAt = ''] = process.argv.slice(2);
  let steps = 0;
  const faults = (point: FailPoint) => {
    if (++steps === Number(killAt) || point === killAt) process.kill(process.pid, 'SIGKILL');
  };
  const say = (text: string) => fs.writeSync(1, `${text}\n`);
  const store = await openTestStore(folder, { faults, ids: testIds(9), lease: true });
  say('open');
  await liveThrough(store, folder, say);
}

void main();
