import { performance } from 'node:perf_hooks';
import type { Print } from './main';
import { megabytes } from './size';

/** Prints how long something took, and what the processor did for it: the second is what a busy machine changes least. */
export async function timed<T>(what: string, print: Print, work: () => Promise<T>): Promise<T> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const result = await work();
  const took = performance.now() - start;
  print(
    `${what}: ${took.toFixed(0)} ms (processor ${processorMs(cpu).toFixed(0)} ms, memory ${megabytes(process.memoryUsage.rss())})`,
  );
  return result;
}

/** The same for something that is done many times. */
export async function spread(what: string, print: Print, times: number, work: () => Promise<unknown>): Promise<void> {
  const took: number[] = [];
  const cpu = process.cpuUsage();
  for (let i = 0; i < times; i++) took.push(await msOf(work));
  print(`${what}: ${told(took)} (processor ${(processorMs(cpu) / times).toFixed(2)} ms each)`);
}

export async function msOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export function told(took: readonly number[]): string {
  return `p50 ${at(took, 0.5).toFixed(2)}, p95 ${at(took, 0.95).toFixed(2)}, max ${at(took, 1).toFixed(2)} ms`;
}

/** The time that this share of them took no longer than. */
export function at(took: readonly number[], share: number): number {
  const sorted = [...took].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Milliseconds of all threads since then. */
export function processorMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}
