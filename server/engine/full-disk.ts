import { Problem } from '../../core/lib/problem';
import type { Call, Change, Engine } from '../../core/protocol/engine';
import type { Method, Params, Result } from '../../core/protocol/operations';

/**
 * The engine of a store that was opened for reading because the disk was full. A call that would write looks whether there
 * is room again, and then an engine that writes takes its place.
 * @param reopen rejects while nothing can be written
 */
export function untilThereIsRoom(first: Engine, reopen: () => Promise<Engine>): Engine {
  const listeners = new Set<(change: Change) => void>();
  const hear = (change: Change) => {
    for (const listener of listeners) listener(change);
  };
  const reading = new Set<Promise<unknown>>();
  let current = first;
  let trying: Promise<Engine> | undefined;
  let given: Promise<unknown> = Promise.resolve();
  first.onChange(hear);

  const writing = async (): Promise<Engine> => {
    const next = await reopen();
    next.onChange(hear);
    current = next;
    // What is being read is read to its end.
    given = Promise.allSettled(reading).then(() => first.close());
    hear({ all_traces: true, labels: true, sources: true, datasets: true });
    return next;
  };
  const again = (): Promise<Engine> => {
    if (current !== first) return Promise.resolve(current);
    return (trying ??= writing().finally(() => (trying = undefined)));
  };
  return {
    async call<M extends Method>(method: M, params: Params<M>, call?: Partial<Call>): Promise<Result<M>> {
      if (current !== first) return current.call(method, params, call);
      const answer = first.call(method, params, call);
      reading.add(answer);
      try {
        return await answer;
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'disk_full') throw error;
      } finally {
        reading.delete(answer);
      }
      return (await again()).call(method, params, call);
    },
    onChange(listener) {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    async close() {
      await trying?.catch(() => undefined);
      await current.close();
      await given;
    },
  };
}
