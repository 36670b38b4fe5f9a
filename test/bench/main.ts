import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { benchDatasets, benchVerb } from './dataset.bench';
import { benchGrading } from './grade.bench';
import { benchImport, writeLog } from './import.bench';
import { benchRedaction } from './redact.bench';
import { benchLint } from './lint.bench';
import { benchReview } from './review.bench';
import { megabytes } from './size';
import { storeBench } from './store.bench';

export type Print = (line: string) => void;

/** From so many conversations on the budgets speak of small ones. */
const million = 1_000_000;

/**
 * `npm run bench -- [--traces N] [--rounds N] [import store grade lint redact review]`: prints what ARCHITECTURE's budgets speak of.
 * Figures of a busy machine mean little; ratios within one run mean more.
 */
async function main(args: readonly string[]): Promise<void> {
  const number = (name: string, usual: number) => {
    const at = args.indexOf(name);
    return at < 0 ? usual : Number(args[at + 1]);
  };
  const traces = number('--traces', 100_000);
  const chosen = args.filter((arg) => /^[a-z]/.test(arg));
  const wants = (section: string) => chosen.length === 0 || chosen.includes(section);
  const print: Print = (line) => console.log(line);
  const folder = mkdtempSync(path.join(tmpdir(), 'loop-bench-'));
  try {
    if (wants('import')) {
      print(`── import, build and export: ${traces} conversations`);
      const log = path.join(folder, 'log.jsonl');
      await writeLog(log, traces);
      await benchImport(folder, log, number('--rounds', 2), print);
      await benchDatasets(folder, print);
      await benchVerb(folder, print);
      print(`── import of small conversations: ${traces} of 300 bytes`);
      const small = path.join(folder, 'short.jsonl');
      mkdirSync(path.join(folder, 'short'));
      await writeLog(small, traces, 300);
      await benchImport(path.join(folder, 'short'), small, number('--rounds', 2), print, 3, traces < million ? 300 : 750);
      printPackage(print);
    }
    if (wants('store')) {
      const bytes = traces < million ? undefined : 300;
      print(`── store: ${traces} conversations${bytes === undefined ? '' : ` of ${bytes} bytes`}`);
      await storeBench(traces, print, bytes);
    }
    if (wants('lint')) {
      print('── rubric files');
      await benchLint(print);
    }
    if (wants('grade')) {
      print(`── grading: ${traces} conversations`);
      await benchGrading(folder, traces, print);
    }
    if (wants('review')) {
      print(`── reviewing in the editor: ${traces} conversations`);
      await benchReview(traces, print);
    }
    if (wants('redact')) {
      print('── redaction');
      benchRedaction(print);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function printPackage(print: Print): void {
  const file = path.resolve('dist/conscious-loop.vsix');
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  print(
    size === undefined
      ? 'packaged .vsix       none: run `npm run package`'
      : `packaged .vsix       ${megabytes(size)} (budget 3 MB)`,
  );
}

void main(process.argv.slice(2));
