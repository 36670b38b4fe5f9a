import type { Ids } from '../../core/ports';
import type { Call, Change, Engine } from '../../core/protocol/engine';
import type { Method, Params, Result } from '../../core/protocol/operations';
import { isBroken, type Attached } from './attach';
import type { Opened } from './open';

/** Owners a call may outlive. */
const mostTries = 50;

/**
 * The engine of a process that is not the store's owner. When the owner goes away this process takes the store over
 * (or attaches to whoever was quicker) and sends the calls under way again: their acts carry ids made here, so an act
 * that had reached the log already changes nothing the second time.
 */
export function sharedEngine(first: Attached, reopen: () => Promise<Opened>, ids: Ids): Engine {
  const listeners = new Set<(change: Change) => void>();
  const hear = (change: Change) => {
    for (const listener of listeners) listener(change);
  };
  let closed = false;
  let current: Promise<Engine> = Promise.resolve(first.engine);
  let drop = first.drop;
  const follow = ({ engine, gone, drop: hangUp }: Attached) => {
    drop = hangUp;
    engine.onChange(hear);
    void gone.then(() => {
      if (closed) return;
      current = takeOver();
      // Whoever calls next hears of a failure; nobody is there to hear it now.
      current.catch(() => undefined);
    });
  };
  const takeOver = async (): Promise<Engine> => {
    const opened = await reopen();
    if (opened.kind === 'attached') {
      follow(opened.attached);
      return opened.attached.engine;
    }
    opened.engine.onChange(hear);
    hear({ all_traces: true, labels: true, sources: true, datasets: true });
    return opened.engine;
  };
  follow(first);
  return {
    async call<M extends Method>(method: M, params: Params<M>, call: Partial<Call> = {}): Promise<Result<M>> {
      const identified = { ...call, act_id: call.act_id ?? ids.ulid() };
      let engine = await current;
      for (let tries = 1; ; tries++) {
        try {
          return await engine.call(method, params, identified);
        } catch (error) {
          // The next owner may be about to leave as well: many short-lived processes hand the store from one to the other.
          if (!isBroken(error) || closed || tries >= mostTries) throw error;
          drop();
          engine = await settled(() => current, engine);
        }
      }
    },
    onChange(listener) {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    async close() {
      closed = true;
      await (await current).close();
    },
  };
}

/** Waits until another engine than the broken one is there; the end of the connection is told a moment later. */
async function settled(current: () => Promise<Engine>, broken: Engine): Promise<Engine> {
  for (;;) {
    const engine = await current();
    if (engine !== broken) return engine;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
