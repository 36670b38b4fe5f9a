import { isProblemCode, Problem } from '../../core/lib/problem';
import type { Progress } from '../../core/lib/cancel';
import type { Call, Engine } from '../../core/protocol/engine';
import type { Method, operations as table, Params } from '../../core/protocol/operations';
import type { View } from '../../core/protocol/panel';

/** A view's wish to call the engine, as it came. */
export interface CallWish {
  readonly id: number;
  readonly method: string;
  readonly params?: unknown;
  readonly progress?: boolean | undefined;
}

/** Someone else who follows a call and may stop it. */
export type Follower = Partial<Pick<Call, 'cancel' | 'report'>>;

export interface CallOptions {
  readonly view: View;
  readonly engine: Engine;
  readonly operations: typeof table;
  mayCall(view: View, method: string): method is Method;
  readonly post: (message: object) => unknown;
  readonly words: (problem: Problem) => string;
  /** A failure that is no problem of the user's. */
  readonly bug: (error: unknown) => void;
  /** Puts the host's own values into a call, for example the paths the user chose. */
  amend?(method: Method, params: unknown): unknown;
  /** Takes over the running of a call, for example to show elsewhere too how far it is, or to stop it from there. */
  around?<T>(method: Method, run: (also: Follower) => Promise<T>): Promise<T>;
}

/** Answers a view's calls: only those on its list, with parameters that parse, each with an end that is told. */
export interface Calls {
  answer(wish: CallWish): Promise<void>;
  cancel(id: number): void;
  /** The view is gone: reading for it stops. Acts go on, so that nothing decided is lost. */
  dispose(): void;
}

export function createCalls(options: CallOptions): Calls {
  const { view, engine, operations, post } = options;
  const running = new Map<number, { abort: AbortController; act: boolean }>();

  const run = async ({ id, method, params, progress }: CallWish): Promise<unknown> => {
    if (!options.mayCall(view, method)) throw new Error(`The view ${view} may not call ${method}`);
    const amended = options.amend ? options.amend(method, params) : params;
    const parsed = operations[method].params.safeParse(amended);
    if (!parsed.success) throw new Error(`The view ${view} called ${method} with parameters that do not parse`);
    const abort = new AbortController();
    running.set(id, { abort, act: operations[method].changes });
    const tell = (far: Progress) => {
      if (progress) post({ type: 'progress', id, ...far });
    };
    const call = (also: Follower) => {
      const cancel = also.cancel instanceof AbortSignal ? AbortSignal.any([abort.signal, also.cancel]) : abort.signal;
      const report = (far: Progress) => {
        tell(far);
        also.report?.(far);
      };
      // The table just parsed them: they are this method's parameters.
      const own = parsed.data as Params<typeof method>;
      return engine.call(method, own, { cancel, ...(progress || also.report ? { report } : {}) });
    };
    return options.around ? options.around(method, call) : call({});
  };

  return {
    async answer(wish) {
      const { id } = wish;
      try {
        post({ type: 'result', id, ok: true, value: await run(wish) });
      } catch (error) {
        post({ type: 'result', id, ok: false, problem: problemOf(error, options) });
      } finally {
        running.delete(id);
      }
    },
    cancel: (id) => running.get(id)?.abort.abort(),
    dispose() {
      for (const { abort, act } of running.values()) if (!act) abort.abort();
    },
  };
}

function problemOf(error: unknown, { words, bug }: CallOptions): { code: string; message: string } {
  if (error instanceof Problem && isProblemCode(error.code)) return { code: error.code, message: words(error) };
  bug(error);
  return { code: 'bug', message: '' };
}
