import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Method } from '../../core/protocol/operations';
import type { Doom } from './doomed-child';

/** Runs `doomed-child` (its bundle is `file`) until it has killed itself. */
export async function killedWithin<M extends Method>(file: string, doom: Doom<M>): Promise<void> {
  const dying = spawn(process.execPath, [file, JSON.stringify(doom)], { stdio: 'inherit' });
  const [, signal] = (await once(dying, 'exit')) as [number | null, string | null];
  assert.equal(signal, 'SIGKILL', `${doom.point} is never reached`);
}
