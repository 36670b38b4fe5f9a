import type { Call, Engine } from '../../core/protocol/engine';
import type { Method, Params, Result } from '../../core/protocol/operations';

/** What a store that is not there answers. */
const empty = {
  'trace.groups': [],
  'trace.list': { rows: [], next: null },
  'trace.rows': [],
  'trace.count': { count: 0 },
  'queue.next': { trace: null, waiting: 0 },
  'source.list': [],
  'label.list': [],
  'attribute.list': [],
  'dataset.list': [],
  'export.verify': { ok: true, files: [], missing: [] },
  'store.stats': {
    traces: 0,
    by_state: {},
    by_source: {},
    acts: 0,
    bytes: { traces: 0, log: 0, index: 0, datasets: 0 },
    index: { events: 0, age: 0 },
    store: '',
    shared: false,
    read_only: false,
    elsewhere: 0,
    damage: [],
    label_circles: [],
  },
} as const satisfies { [M in Method]?: DeepReadonly<Result<M>> };

type DeepReadonly<T> = T extends readonly (infer U)[]
  ? readonly DeepReadonly<U>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;

/**
 * An engine that does not open a store just to look at it: until there is one, lists are empty and counts are zero, so a
 * folder gets its `.loop` with the first act of the user and not with the first glance. Looks with more to say, for
 * example the preview of an import, go to `looks`, an engine that leaves nothing behind.
 */
export function emptyUntilThere(engine: Engine, looks: Engine, exists: () => Promise<boolean>): Engine {
  return {
    async call<M extends Method>(method: M, params: Params<M>, call?: Partial<Call>): Promise<Result<M>> {
      const { operations } = await import('../../core/protocol/operations');
      if (operations[method].changes || (await exists())) return engine.call(method, params, call);
      // `satisfies` above holds each answer to its method's result.
      if (Object.hasOwn(empty, method)) return structuredClone(empty[method as keyof typeof empty]) as Result<M>;
      return looks.call(method, params, call);
    },
    onChange: (listener) => engine.onChange(listener),
    close: () => engine.close(),
  };
}
