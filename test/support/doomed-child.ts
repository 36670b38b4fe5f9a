/** A process that calls one operation and kills itself when it comes to a fail point for the nth time from then on. */
import path from 'node:path';
import type { Method, Params } from '../../core/protocol/operations';
import { openEngine } from '../../server/engine/open';

/** The argument of this program. */
export interface Doom<M extends Method> {
  readonly folder: string;
  readonly act_id: string;
  readonly method: M;
  readonly params: Params<M>;
  readonly point: string;
  readonly time: number;
}

async function main(): Promise<void> {
  const { folder, act_id, method, params, point, time } = JSON.parse(process.argv[2] ?? '') as Doom<Method>;
  let calling = false;
  let left = time;
  const engine = await openEngine({
    store: path.join(folder, '.loop'),
    reviewer: 'ana',
    faults: (at) => {
      if (calling && at === point && --left === 0) process.kill(process.pid, 'SIGKILL');
    },
  });
  calling = true;
  await engine.call(method, params, { act_id });
  await engine.close();
}

void main();
