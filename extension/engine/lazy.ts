import type { Call, Change, Engine } from '../../core/protocol/engine';
import type { Method, Params, Result } from '../../core/protocol/operations';

/** An engine that is made with the first call. Listeners may come before it. */
export function lazyEngine(make: () => Promise<Engine>): Engine {
  const listeners = new Set<(change: Change) => void>();
  let made: Promise<Engine> | undefined;
  const engine = () => {
    made ??= make().then((engine) => {
      engine.onChange((change) => listeners.forEach((listener) => listener(change)));
      return engine;
    });
    return made;
  };
  return {
    async call<M extends Method>(method: M, params: Params<M>, call?: Partial<Call>): Promise<Result<M>> {
      return (await engine()).call(method, params, call);
    },
    onChange(listener) {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    async close() {
      listeners.clear();
      if (made) await (await made).close();
    },
  };
}
