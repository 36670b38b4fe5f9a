import type { Change } from '../core/protocol/engine';

/** Many changes as one: what became different since the last look. */
export function mergeChanges(first: Change | undefined, second: Change): Change {
  if (!first) return second;
  const traces = new Set([...(first.traces ?? []), ...(second.traces ?? [])]);
  return {
    traces: [...traces],
    all_traces: (first.all_traces ?? false) || (second.all_traces ?? false),
    labels: (first.labels ?? false) || (second.labels ?? false),
    sources: (first.sources ?? false) || (second.sources ?? false),
    datasets: (first.datasets ?? false) || (second.datasets ?? false),
  };
}

/** What a batch waits for before it is worked on; told how many things have come so far. */
type Pause = (arrived: () => number) => Promise<void>;

/**
 * Takes changes as they come and hands them on one batch at a time: while one is worked on, the next gathers. `pause`
 * comes before each batch: lists can wait for the panel, which wants the same engine and the same editor for the next trace.
 */
export function inBatches(
  work: (change: Change) => Promise<void>,
  fail: (error: unknown) => void,
  pause?: Pause,
): (change: Change) => void {
  return gathered(mergeChanges, work, fail, pause);
}

/** The same for anything of which only the newest counts. */
export function newestOf<T>(
  work: (value: T) => Promise<void>,
  fail: (error: unknown) => void,
  pause?: Pause,
): (value: T) => void {
  return gathered((_before: T | undefined, value) => value, work, fail, pause);
}

function gathered<T>(
  merge: (before: T | undefined, next: T) => T,
  work: (value: T) => Promise<void>,
  fail: (error: unknown) => void,
  pause: Pause = () => Promise.resolve(),
): (value: T) => void {
  let waiting: { readonly value: T } | undefined;
  let working = false;
  let arrived = 0;
  const run = async () => {
    working = true;
    while (waiting) {
      await pause(() => arrived);
      const { value } = waiting;
      waiting = undefined;
      await work(value).catch(fail);
    }
    working = false;
  };
  return (value) => {
    arrived++;
    waiting = { value: merge(waiting?.value, value) };
    if (!working) void run();
  };
}

/** How long nothing must come before lists are brought up to date, in milliseconds: nobody looks at them so soon. */
const rest = 400;
/** And how long they lag behind at most, when one verdict follows the other. */
const longestLag = 3000;

/** Until the hands rest: drawing a list takes the editor as long as the next trace does, and must not be in its way. */
export async function atRest(arrived: () => number): Promise<void> {
  const deadline = Date.now() + longestLag;
  let before: number;
  do {
    before = arrived();
    await new Promise((resolve) => setTimeout(resolve, rest));
  } while (arrived() !== before && Date.now() < deadline);
}
