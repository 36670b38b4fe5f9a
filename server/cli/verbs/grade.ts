import path from 'node:path';
import { Option } from 'commander';
import { Problem } from '../../../core/lib/problem';
import type { Result } from '../../../core/protocol/operations';
import { type Door, examples, type RegisterVerb } from '../program';
import { isSelected, selectionOf, withSelection } from '../selection';
import { clip, table } from '../table';
import { count, number } from '../words';

type Run = Result<'grade.run'>;
type Scores = Result<'grade.scores'>;
type Score = Scores['scores'][number];

export const registerGrade: RegisterVerb = (program, door) => {
  examples(
    withSelection(program.command('grade').description('grade answers by the rules of a file'))
      .requiredOption('--grader <file>', 'a *.grader.yaml file')
      .option('--trace <id>', 'only this trace')
      .addOption(
        new Option('--turns <t>', 'the answer under review, or every answer in the conversation').choices(['answer', 'all']),
      ),
    'grade --grader billing.grader.yaml',
    'grade --grader billing.grader.yaml --label billing --turns all',
  ).action(async (flags: GradeFlags) => grade(door(), flags));
  examples(
    program.command('scores').description('scores of a trace, with what each rule said').argument('<trace>', 'id of the trace'),
    'scores TRACE',
  ).action(async (trace: string) => {
    const d = door();
    d.answer(await (await d.engine()).call('grade.scores', { trace }), scoreLines);
  });
};

type GradeFlags = Record<string, unknown> & { grader: string; trace?: string; turns?: 'answer' | 'all' };

async function grade(door: Door, flags: GradeFlags): Promise<void> {
  if (flags.trace !== undefined && isSelected(flags))
    throw new Problem('usage', { reason: 'Give --trace or a selection, not both.' });
  const params = {
    grader: { path: path.resolve(flags.grader) },
    selection: selectionOf(flags),
    ...(flags.trace === undefined ? {} : { trace: flags.trace }),
    ...(flags.turns === undefined ? {} : { turns: flags.turns }),
  };
  const result = await (await door.engine()).call('grade.run', params, { cancel: door.cancel, report: door.report });
  door.answer(result, (run) => runLines(run, flags.trace !== undefined));
}

function outcome({ written, by_rule }: Run): string {
  if (written > 0) return `${count(written, 'new grade')}.`;
  const rules = Object.values(by_rule);
  const looked = rules.some(({ pass, fail, skipped, not_applied }) => pass + fail + skipped + not_applied > 0);
  if (!looked) return 'No conversation is like that: nothing was graded.';
  const applied = rules.some(({ pass, fail, skipped }) => pass + fail + skipped > 0);
  return applied
    ? 'Nothing new: these grades were there already.'
    : 'No rule applied: no answer is in the slices of this grader.';
}

function runLines(run: Run, one: boolean): string[] {
  const mean = run.mean_score === null ? '' : ` Mean score ${shown(run.mean_score)}.`;
  const { graded, passed, failed, no_score, candidates_graded, rows } = run;
  return [
    `${clip(run.grader, 120)} (${run.grader_hash.slice(0, 8)}), passes at ${run.pass_threshold}`,
    `${number(graded)} graded: ${number(passed)} passed, ${number(failed)} failed, ${number(no_score)} without a score.${mean}`,
    ...(candidates_graded > 0 ? [`${count(candidates_graded, 'candidate')} graded beside them.`] : []),
    ...(one ? (rows ?? []).flatMap(rowLines) : [ruleTable(run)]),
    ...(rows && !one ? [turnTable(run)] : []),
    outcome(run),
  ];
}

function ruleTable({ by_rule }: Run): string {
  const rows = Object.entries(by_rule).map(([rule, { pass, fail, skipped, not_applied }]) => [
    rule,
    ...[pass, fail, skipped, not_applied].map(number),
  ]);
  return table(['rule', ...['pass', 'fail', 'skipped', 'not applied'].map(right)], rows);
}

function turnTable({ traces = [] }: Run): string {
  const rows = traces.map(({ trace, turns, scored, mean_score, lowest_score, passed }) => [
    trace,
    ...[turns, scored, passed].map(number),
    shown(mean_score),
    shown(lowest_score),
  ]);
  return table(['trace', ...['turns', 'scored', 'passed', 'mean', 'lowest'].map(right)], rows);
}

function right(title: string): { title: string; right: true } {
  return { title, right: true };
}

function rowLines({ turn, candidate, score, rules, reasons }: NonNullable<Run['rows']>[number]): string[] {
  const title = `${candidate === undefined ? `turn ${turn}` : `candidate ${candidate}`}: ${shown(score)}`;
  return ['', title, ...Object.entries(rules).map(([rule, verdict]) => ruleLine(rule, verdict, reasons[rule]))];
}

function ruleLine(rule: string, verdict: string, why: string | undefined): string {
  return `  ${verdict.replace('_', ' ').padEnd(11)}  ${rule}${why === undefined ? '' : `: ${clip(why, 160)}`}`;
}

function scoreLines({ scores, verdicts }: Scores): string[] {
  const all = [...scores, ...verdicts];
  return all.length === 0 ? ['No scores yet. loop grade --grader FILE makes some.'] : all.flatMap(linesOfScore);
}

function linesOfScore({ turn, candidate, from, name, score, dimensions, rules = {}, reasons, reason, stale }: Score): string[] {
  const of = candidate === undefined ? `turn ${turn}` : `candidate ${candidate}`;
  const parts = Object.entries(dimensions).filter(([dimension]) => dimension !== 'overall');
  return [
    `${of}  ${from}  ${clip(name, 120)}  ${shown(score)}${stale ? (from === 'judge' ? '  (by an earlier rubric)' : '  (by earlier rules)') : ''}`,
    ...(parts.length > 0 ? [`  ${parts.map(([dimension, value]) => `${clip(dimension, 40)} ${shown(value)}`).join(', ')}`] : []),
    ...Object.entries(rules).map(([rule, verdict]) => ruleLine(rule, verdict, reasons?.[rule]?.message)),
    ...(reason === undefined ? [] : [`  ${clip(reason, 400)}`]),
  ];
}

function shown(score: number | null): string {
  return score === null ? 'no score' : String(Math.round(score * 1000) / 1000);
}
