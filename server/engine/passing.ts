import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Engine } from '../../core/protocol/engine';

/** Opens an engine on an empty store of its own, for work that writes nothing; the store is gone once the engine is closed. */
export async function passingEngine(open: (store: string) => Promise<Engine>): Promise<Engine> {
  const folder = await mkdtemp(path.join(tmpdir(), 'loop-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const engine = await open(path.join(folder, '.loop'));
    return {
      ...engine,
      close: () => engine.close().finally(remove),
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
