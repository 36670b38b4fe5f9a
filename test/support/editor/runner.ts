/** Runs the kinds of editor tests and sums up. Started by `run.mjs`. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { testFiles } from './bundle.mjs';
import { runHostTests } from './host';
import { twice, type Outcome } from './outcome';
import { RESULTS, ROOT } from './paths.mjs';
import { runScreenTests } from './screen';
import { stopOnSignals } from './server.mjs';

type Run = (files: readonly string[], grep: string | undefined) => Promise<Outcome>;

/** Each kind is the folder of that name under test/vscode. `harness` tests these tools themselves and is run on request. */
const KINDS: Readonly<Record<string, Run>> = {
  host: async (files, grep) => runHostTests({ files, grep }),
  screen: async (files, grep) => runScreenTests({ files, grep }),
  page: async (files, grep) => runScreenTests({ files, grep }),
  harness: async (files, grep) => runScreenTests({ files, grep }),
};
/** One after the other: what waits for an editor fails when a page keeps both cores busy. */
const USUAL = ['host', 'screen', 'page'];
/** Answers the exit code. `args` are kinds, test files and `--grep`. */
export async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options: { grep: { type: 'string' } }, allowPositionals: true });
  stopOnSignals();
  const lines: string[] = [];
  let failed = false;
  const all = chosen(positionals, values.grep);
  for (const { kind } of all) await rm(path.join(RESULTS, kind), { recursive: true, force: true });
  for (const { kind, run, files } of all) {
    console.log(`\n${kind} tests`);
    const started = Date.now();
    const outcome = await twice((some) => run(some, values.grep).catch(broken), files);
    failed ||= outcome.problem !== undefined;
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    const shaky = outcome.shaky ? `, ${outcome.shaky} of them only the second time` : '';
    lines.push(
      `  ${kind.padEnd(8)} ${outcome.passes} passed${shaky} in ${seconds} s${outcome.problem ? `: ${outcome.problem}` : ''}`,
    );
  }
  console.log(`\nEditor tests ${failed ? 'FAILED' : 'passed'}\n${lines.join('\n')}`);
  if (failed) console.log(`  Pictures and logs of what failed: ${path.relative(process.cwd(), RESULTS)}`);
  return failed ? 1 : 0;
}

interface Chosen {
  readonly kind: string;
  readonly run: Run;
  readonly files: readonly string[];
  readonly grep: string | undefined;
}

/** Kinds by name, or by the folder of a file; in their usual order. */
function chosen(positionals: readonly string[], grep: string | undefined): Chosen[] {
  const named = new Map<string, string[]>();
  for (const word of positionals.length > 0 ? positionals : USUAL) {
    const file = word.endsWith('.test.ts') ? path.resolve(word) : undefined;
    const kind = file ? (path.relative(folderOf(''), file).split(path.sep)[0] ?? '') : word;
    named.set(kind, [...(named.get(kind) ?? []), ...(file ? [file] : [])]);
  }
  return [...named].map(([kind, files]) => {
    const run = KINDS[kind];
    if (!run) throw new Error(`There are no “${kind}” tests; there are: ${Object.keys(KINDS).join(', ')}.`);
    return { kind, run, grep, files: files.length > 0 ? files : testFiles(folderOf(kind)) };
  });
}

function folderOf(kind: string): string {
  return path.join(ROOT, 'test', 'vscode', kind);
}

function broken(error: unknown): Outcome {
  const problem = error instanceof Error ? error.message : String(error);
  console.error(error);
  return { tests: 0, passes: 0, failures: 0, problem };
}
