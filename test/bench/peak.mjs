// Preloaded into a measured program: says at its end how much memory it held at most, and how long processors worked for it.
import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Linux counts what the process that started it held towards the usual figure.
function peak(usage) {
  if (process.platform !== 'linux') return usage.maxRSS;
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? usage.maxRSS);
}

if (isMainThread) {
  process.on('exit', () => {
    const usage = process.resourceUsage();
    const processor = Math.round((usage.userCPUTime + usage.systemCPUTime) / 1000);
    process.stderr.write(`peak ${peak(usage)} kB, processor ${processor} ms\n`);
  });
}
