import { availableParallelism } from 'node:os';
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/** From so many bytes in use on, garbage may be a quarter of them instead of as much again. */
const large = 64 * 1024 * 1024;

/**
 * Lets the heap grow in small steps. V8 otherwise lets garbage pile up to several times of what is alive before it
 * collects, which an import of 100 000 conversations turns into 80 MB of nothing. A small heap may double, which takes
 * a twentieth off the time of such an import for 15 MB; one of a million conversations would hold 160 MB more.
 * The flags are read at each collection, so they work after the start, and for threads that are started later.
 */
export function keepHeapSmall(): void {
  growBy(100);
  setFlagsFromString('--max-semi-space-size=8');
  // On two cores the collector's helpers take their time from the threads that fill the heap.
  if (availableParallelism() <= 2) setFlagsFromString('--no-parallel-scavenge');
  new PerformanceObserver(() => growBy(getHeapStatistics().used_heap_size > large ? 25 : 100)).observe({ entryTypes: ['gc'] });
}

/** Percent of what is alive after a collection. */
function growBy(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}
