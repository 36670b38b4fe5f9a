import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { prepare } from '../import/threads';
import { keepHeapSmall } from '../memory';
import { runCached } from './code-cache';

/** Verbs that work long enough for the SQL engine to be worth optimising; for the others that takes longer than the work. */
const long = new Set(['import', 'record', 'grade', 'build', 'export', 'delete', 'rebuild']);

/** V8's own word for it; later versions than those it was tried with may not know it. */
const newestTried = 24;

/** Flags belong to compiled code: they have to be set before it is loaded. */
function setFlags(args: readonly string[]): string[] {
  keepHeapSmall();
  const isTried = Number.parseInt(process.versions.node, 10) <= newestTried;
  const flags = isTried && !args.some((arg) => long.has(arg)) ? ['--liftoff-only'] : [];
  for (const flag of flags) setFlagsFromString(flag);
  return flags;
}

const args = process.argv.slice(2);
const flags = setFlags(args);
// They load their program while this process loads its own. What is no large file is not looked at further.
if (args.includes('import') && !args.includes('--dry-run')) prepare(args);
runCached(path.join(__dirname, 'cli.js'), flags);
