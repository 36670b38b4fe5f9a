// Preloaded into a measured program: says at its end how much memory it held at most, and how long processors worked for it.
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    process.stderr.write(`peak ${maxRSS} kB, processor ${Math.round((userCPUTime + systemCPUTime) / 1000)} ms\n`);
  });
}
