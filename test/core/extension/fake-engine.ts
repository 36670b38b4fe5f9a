import type { Call, Change, Engine } from '../../../core/protocol/engine';
import type { Method, Params, Result } from '../../../core/protocol/operations';

export type Answers = { [M in Method]?: (params: Params<M>, call: Partial<Call>) => Result<M> | Promise<Result<M>> };

/** An engine that answers from a table and keeps what it was asked. */
export interface FakeEngine extends Engine {
  readonly asked: { method: Method; params: unknown; call: Partial<Call> }[];
  change(change: Change): void;
}

export function fakeEngine(answers: Answers): FakeEngine {
  const listeners = new Set<(change: Change) => void>();
  const asked: FakeEngine['asked'] = [];
  return {
    asked,
    async call<M extends Method>(method: M, params: Params<M>, call: Partial<Call> = {}): Promise<Result<M>> {
      asked.push({ method, params, call });
      const answer = answers[method];
      if (!answer) throw new Error(`nobody answers ${method} here`);
      return answer(params, call);
    },
    onChange(listener) {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    close: () => Promise.resolve(),
    change: (change) => listeners.forEach((listener) => listener(change)),
  };
}
