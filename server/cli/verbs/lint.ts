import { statSync } from 'node:fs';
import path from 'node:path';
import { Option } from 'commander';
import { stopIf } from '../../../core/lib/cancel';
import { Problem } from '../../../core/lib/problem';
import { fileKind } from '../../../core/lint/kinds';
import { type Target, targets } from '../../../core/lint/targets';
import { diskFiles, slashed } from '../../lint/disk';
import { fixFile } from '../../lint/fix';
import { type Around, lookAt } from '../../lint/look';
import { type Row, rowsOf, summary, textLine } from '../../lint/report';
import { sarif } from '../../lint/sarif';
import { loadedSkills } from '../../lint/skills';
import { rubricFiles } from '../../lint/walk';
import { collect, type Door, examples, type RegisterVerb } from '../program';
import { jsonText } from '../text';

type Format = 'text' | 'json' | 'sarif';

interface Flags {
  readonly format?: Format;
  readonly target?: string[];
  readonly fix?: boolean;
}

export const registerLint: RegisterVerb = (program, door) => {
  examples(
    program
      .command('lint')
      .description('check SKILL.md, *.grader.yaml, *.judge.md and *.dataset.yaml files')
      .argument('<path...>', 'files, or folders to look through')
      .addOption(new Option('--format <f>', 'how to print what is found (text)').choices(['text', 'json', 'sarif']))
      .addOption(new Option('--target <client>', `who reads the skills: ${targets.join(', ')}`).argParser(collect))
      .option('--fix', 'repair what can be repaired without asking'),
    'lint .',
    'lint skills/refunds/SKILL.md --target claude --fix',
    'lint . --format sarif > lint.sarif',
  ).action(async (paths: string[], flags: Flags) => run(door(), paths, flags));
};

async function run(door: Door, paths: readonly string[], flags: Flags): Promise<void> {
  const here = slashed(process.cwd());
  const chosen = targetsOf(flags.target);
  const around: Around = {
    workspace: here,
    files: diskFiles(),
    skills: loadedSkills([here]),
    ...(chosen === undefined ? {} : { targets: chosen }),
  };
  const rows: Row[] = [];
  let files = 0;
  let fixed = 0;
  const unread: Problem[] = [];
  for await (const file of filesOf(paths)) {
    stopIf(door.cancel);
    const outside = path.relative(here, file).startsWith('..') || path.isAbsolute(path.relative(here, file));
    const own = outside ? { ...around, workspace: undefined } : around;
    const result = flags.fix ? await fixFile(file, own) : { looked: await lookAt(file, own), fixed: 0 };
    if (!result.looked) {
      unread.push(new Problem('file_not_readable', { path: file, reason: 'it is larger than 4 MB or not a file' }));
      continue;
    }
    files++;
    fixed += result.fixed;
    rows.push(...rowsOf(result.looked, outside ? file : slashedRelative(here, file)));
  }
  print(door, rows, flags.format ?? (door.json ? 'json' : 'text'));
  if (fixed > 0) door.note(`Repaired ${fixed}.`);
  // One file that cannot be read does not hide what is wrong with the others.
  for (const problem of unread) door.note(problem.message);
  if (files === 0 && unread.length === 0) door.note('No SKILL.md, *.grader.yaml, *.judge.md or *.dataset.yaml file there.');
  else door.note(summary(rows, files));
  if (unread.length > 0 || rows.some((row) => row.severity === 'error')) door.exitCode(1);
}

function slashedRelative(here: string, file: string): string {
  return path.relative(here, file).split(path.sep).join('/');
}

function targetsOf(names: readonly string[] | undefined): Target[] | undefined {
  return names?.map((name) => {
    const known = targets.find((target) => target === name);
    if (known === undefined)
      throw new Problem('usage', { reason: `There is no client ${name}. Choose of: ${targets.join(', ')}.` });
    return known;
  });
}

/** Each file once, however many of the paths lead to it. */
async function* filesOf(paths: readonly string[]): AsyncGenerator<string> {
  const seen = new Set<string>();
  for (const given of paths) {
    const absolute = slashed(given);
    const stat = statSync(absolute, { throwIfNoEntry: false });
    if (!stat) throw new Problem('file_not_found', { path: given });
    if (!stat.isDirectory() && fileKind(absolute) === undefined) {
      const reason = `${given} is no SKILL.md, *.grader.yaml, *.judge.md or *.dataset.yaml file.`;
      throw new Problem('usage', { reason });
    }
    for await (const file of stat.isDirectory() ? rubricFiles(absolute) : [absolute]) {
      if (!seen.has(file)) yield file;
      seen.add(file);
    }
  }
}

function print(door: Door, rows: readonly Row[], format: Format): void {
  if (format === 'json') door.print(jsonText(rows));
  else if (format === 'sarif') door.print(jsonText(sarif(rows, process.env['LOOP_VERSION'] ?? '0.0.0')));
  else for (const row of rows) door.print(textLine(row));
}
