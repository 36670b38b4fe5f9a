import { Problem } from '../../core/lib/problem';
import type { Call, Engine } from '../../core/protocol/engine';
import type { Method, Params, Result } from '../../core/protocol/operations';

/** Operations whose act can be taken back. */
const undoable: ReadonlySet<Method> = new Set<Method>([
  'feedback.up',
  'feedback.down',
  'feedback.correct',
  'feedback.gold',
  'feedback.skip',
  'feedback.note',
  'feedback.score',
  'feedback.pick',
  'label.add',
  'label.remove',
  'label.change',
  'attribute.set',
  'trace.pin',
  'trace.taint',
  'candidate.add',
]);

/** How many steps back a window remembers. */
const depth = 1000;

/** One step of undo: its acts, oldest first, and those of them already taken back. */
interface Step {
  readonly acts: string[];
  readonly taken: string[];
}

export interface Acts {
  /** Everything done with the engine given counts as one step of undo. */
  together<T>(work: (engine: Engine) => Promise<T>): Promise<T>;
  readonly count: { readonly undo: number; readonly redo: number };
}

/**
 * An engine that remembers which acts came from this window and takes back only those, newest first:
 * `feedback.undo` without an act means this window's last step, whatever other windows and reviewers did meanwhile.
 */
export function rememberActs(engine: Engine, ulid: () => string): { engine: Engine; acts: Acts } {
  const done: Step[] = [];
  const undone: Step[] = [];

  const push = (acts: string[]) => {
    if (acts.length === 0) return;
    undone.length = 0;
    done.push({ acts, taken: [] });
    if (done.length > depth) done.shift();
  };

  const recording = (remember: (act: string) => void): Engine => ({
    async call<M extends Method>(method: M, params: Params<M>, call: Partial<Call> = {}): Promise<Result<M>> {
      if (method === 'feedback.undo' && !('act' in params && params.act)) return (await undo(engine, done, undone)) as Result<M>;
      if (method === 'feedback.redo') return (await redo(engine, done, undone)) as Result<M>;
      if (!undoable.has(method)) return engine.call(method, params, call);
      const act = call.act_id ?? ulid();
      const result = await engine.call(method, params, { ...call, act_id: act });
      remember(act);
      return result;
    },
    onChange: (listener) => engine.onChange(listener),
    close: () => engine.close(),
  });

  return {
    engine: recording((act) => push([act])),
    acts: {
      async together(work) {
        const acts: string[] = [];
        try {
          return await work(recording((act) => acts.push(act)));
        } finally {
          push(acts);
        }
      },
      get count() {
        return { undo: done.length, redo: undone.length };
      },
    },
  };
}

/** Takes back the newest step. Acts of traces that were deleted meanwhile are passed over; an interrupted step goes on. */
async function undo(engine: Engine, done: Step[], undone: Step[]): Promise<Result<'feedback.undo'>> {
  let last: Result<'feedback.undo'> | undefined;
  for (let step = done.at(-1); step && !last; step = done.at(-1)) {
    for (let act = step.acts.at(-1); act; act = step.acts.at(-1)) {
      try {
        last = await engine.call('feedback.undo', { act });
        step.taken.unshift(act);
      } catch (error) {
        if (!isGone(error)) throw error;
      }
      step.acts.pop();
    }
    done.pop();
    if (step.taken.length > 0) undone.push(step);
  }
  if (!last) throw new Problem('nothing_to_undo');
  return last;
}

/** Restores the step taken back last. */
async function redo(engine: Engine, done: Step[], undone: Step[]): Promise<Result<'feedback.redo'>> {
  const step = undone.at(-1);
  let last: Result<'feedback.redo'> | undefined;
  while (step && step.taken.length > 0) {
    last = await engine.call('feedback.redo', {});
    step.taken.shift();
    step.acts.push(last.restored);
  }
  if (!step || !last) throw new Problem('nothing_to_redo');
  undone.pop();
  done.push(step);
  return last;
}

function isGone(error: unknown): boolean {
  return error instanceof Problem && (error.code === 'act_not_found' || error.code === 'trace_not_found');
}
