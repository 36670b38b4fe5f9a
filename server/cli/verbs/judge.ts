import path from 'node:path';
import type { Result } from '../../../core/protocol/operations';
import { examples, type RegisterVerb } from '../program';
import { clip, countsLine, facts, table } from '../table';
import { count, minute, number } from '../words';

interface ImportFlags {
  readonly judge: string;
  readonly run?: string;
  readonly model?: string;
}

export const registerJudge: RegisterVerb = (program, door) => {
  const judge = program.command('judge').description('verdicts of judges: models that score answers, run by you elsewhere');
  examples(
    judge
      .command('import')
      .description('take in the verdicts that a judge gave elsewhere')
      .argument('<file>', 'rows of {"trace", "turn"?, "scores": {dimension: score}, "reason"?}; null and a reason: abstained')
      .requiredOption('--judge <file>', 'the *.judge.md file as the model was given it')
      .option('--run <name>', 'name of the run; default: told from judge, model and verdicts')
      .option('--model <m>', 'the model that judged'),
    'judge import verdicts.jsonl --judge tone.judge.md --model large-judge',
  ).action(async (file: string, flags: ImportFlags) => {
    const d = door();
    const { judge: rubric, ...rest } = flags;
    const asked = { judge: { path: path.resolve(rubric) }, path: path.resolve(file), ...rest };
    const result = await (await d.engine()).call('judge.import', asked, { cancel: d.cancel, report: d.report });
    d.answer(result, imported);
    if (d.json) return;
    for (const row of result.refused_rows) d.note(`${row.file}:${row.line}: ${row.code}: ${row.message}`);
    const more = result.refused - result.refused_rows.length;
    if (more > 0) d.note(`… and ${count(more, 'more refused row')}.`);
  });
  examples(
    judge
      .command('convert')
      .description('print a *.judge.yaml as the *.judge.md it means')
      .argument('<file>', 'the *.judge.yaml file: the keys of a judge, and `instructions`'),
    'judge convert tone.judge.yaml > tone.judge.md',
  ).action(async (file: string) => {
    const d = door();
    const { text } = await (
      await d.engine()
    ).call('judge.convert', { judge: { path: path.resolve(file) } }, { cancel: d.cancel });
    d.answer({ text }, () => [text.trimEnd()]);
  });
  examples(judge.command('runs').description('runs of judges, and which rest on an earlier rubric'), 'judge runs').action(
    async () => {
      const d = door();
      d.answer(await (await d.engine()).call('judge.runs', {}), runLines);
    },
  );
  examples(judge, 'judge import verdicts.jsonl --judge tone.judge.md', 'judge runs');
};

function imported(result: Result<'judge.import'>): string[] {
  const { read, recorded, duplicates, refused, refused_by, mean_score, judge, run, rubric_hash } = result;
  return [
    `Read ${number(read)}: ${count(recorded, 'verdict')} recorded, ${count(duplicates, 'duplicate')}, ${number(refused)} refused.`,
    ...facts([
      ['judge', `${clip(judge, 120)} (${rubric_hash.slice(0, 8)})`],
      ['run', run],
      ['mean score', mean_score === null ? undefined : shown(mean_score)],
      ['refused', countsLine(refused_by)],
    ]),
  ];
}

function runLines(runs: Result<'judge.runs'>): string[] {
  if (runs.length === 0) return ['No verdicts of a judge yet. loop judge import FILE --judge FILE takes some in.'];
  const right = (title: string) => ({ title, right: true });
  return [
    table(
      ['judge', 'run', 'model', right('verdicts'), right('mean'), 'taken in', 'rubric'],
      runs.map((one) => [
        clip(one.judge, 60),
        one.run,
        clip(one.model ?? '', 40),
        number(one.verdicts),
        one.mean_score === null ? '' : shown(one.mean_score),
        minute(one.at),
        `${one.rubric_hash.slice(0, 8)}${one.stale ? ', has changed since' : ''}`,
      ]),
    ),
  ];
}

function shown(score: number): string {
  return String(Math.round(score * 1000) / 1000);
}
