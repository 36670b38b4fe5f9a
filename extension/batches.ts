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

/**
 * Takes changes as they come and hands them on one batch at a time: while one is worked on, the next gathers. `pause`
 * comes before each batch: lists can wait a moment for the panel, which wants the same engine for the next trace.
 */
export function inBatches(
  work: (change: Change) => Promise<void>,
  fail: (error: unknown) => void,
  pause: () => Promise<void> = () => Promise.resolve(),
): (change: Change) => void {
  let waiting: Change | undefined;
  let working = false;
  const run = async () => {
    working = true;
    while (waiting) {
      await pause();
      const change = waiting;
      waiting = undefined;
      await work(change).catch(fail);
    }
    working = false;
  };
  return (change) => {
    waiting = mergeChanges(waiting, change);
    if (!working) void run();
  };
}

/** How long lists wait after a change, in milliseconds: too short to notice, long enough for the panel to go first. */
const patience = 100;

export function aMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, patience));
}
