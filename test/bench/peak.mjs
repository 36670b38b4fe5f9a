// Preloaded into a measured program: says at its end how much memory it held at most.
import { isMainThread } from 'node:worker_threads';

if (isMainThread) process.on('exit', () => process.stderr.write(`peak ${process.resourceUsage().maxRSS} kB\n`));
