import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { BuildContext } from '../../../core/dataset/build';
import type { ModelSpan } from '../../../core/dataset/models';
import type { Method, RecipeInput } from '../../../core/dataset/recipe';
import { warningCodes, type WarningCode } from '../../../core/dataset/report-schema';
import { warningRules } from '../../../core/dataset/warnings';
import type { LogEvent } from '../../../core/log/events';
import type { JudgedTrace } from '../../../core/ports';
import type { Trace } from '../../../core/trace/model';
import { asked, down, fix, from, gold, score, story, up } from '../feedback/acts';
import { built, candidate, grade, judged, recipeOf, verdict } from './building';

const many = (
  n: number,
  acts: (n: number) => readonly LogEvent[],
  more: (n: number) => Partial<Trace> = () => ({}),
): JudgedTrace[] => Array.from({ length: n }, (_, i) => judged(i, acts(i), more(i)));

const alternately = (i: number) => ({ by: i % 2 === 0 ? 'ana' : 'ben' });
const ups = (n: number) => many(n, (i) => story({ ...up, ...alternately(i) }));
const scores = (values: readonly number[]) => many(values.length, (i) => [grade(1, values[i] ?? 0)]);
const spread = (n: number, above: number) => Array.from({ length: n }, (_, i) => (i < above ? 0.8 + i / 1000 : 0.1 + i / 1000));
const pairs = (n: number, longer: number) =>
  many(n, (i) => story({ ...fix(i < longer ? 'A rather longer answer.' : 'No.'), ...alternately(i) }));
const question = (text: (i: number) => string) => (i: number) => ({ messages: asked(text(i), `Answer ${i}.`).messages });
const models =
  (...names: string[]) =>
  (i: number) => ({ model: names[i % names.length] ?? '' });

interface Case {
  code: WarningCode;
  fires: boolean;
  when: string;
  traces: JudgedTrace[];
  method?: Method;
  recipe?: Partial<RecipeInput>;
  context?: Partial<BuildContext>;
  args?: Record<string, string | number>;
  /** How many rows the warning marks. */
  marks?: number;
}

const spans = (recent: boolean): ModelSpan[] => [
  { source: 'support', model: 'm-1', first: '2026-09-01', last: '2026-09-02', recent },
  { source: 'support', model: 'm-2', first: '2026-09-03', last: '2026-09-09', recent: true },
];

const cases: Case[] = [
  { code: 'too_few_rows', fires: true, when: '49 rows', traces: ups(49), args: { rows: 49, least: 50 } },
  { code: 'too_few_rows', fires: false, when: '50 rows', traces: ups(50) },
  { code: 'too_few_rows', fires: true, when: 'nothing at all', traces: [], args: { rows: 0, least: 50 } },
  { code: 'no_holdout', fires: true, when: 'none was asked for', traces: ups(5) },
  { code: 'no_holdout', fires: false, when: 'rows are held out', traces: ups(5), recipe: { holdout_percent: 20 } },
  {
    code: 'one_sided',
    fires: true,
    when: '9 of 10 are desirable',
    method: 'kto',
    traces: many(10, (i) => story(i === 0 ? down : up)),
    args: { percent: 90, learns: 'approve' },
    marks: 9,
  },
  {
    code: 'one_sided',
    fires: true,
    when: 'all are undesirable',
    method: 'kto',
    traces: many(4, () => story(down)),
    args: { percent: 100, learns: 'refuse' },
    marks: 4,
  },
  {
    code: 'one_sided',
    fires: false,
    when: '8 of 10 are desirable',
    method: 'kto',
    traces: many(10, (i) => story(i < 2 ? down : up)),
  },
  { code: 'one_sided', fires: false, when: 'an sft set of thumbs up', traces: ups(10) },
  { code: 'one_sided', fires: true, when: 'scores say yes to everything', traces: scores(spread(10, 9)) },
  { code: 'one_sided', fires: false, when: 'scores tell apart', traces: scores(spread(10, 5)) },
  { code: 'identical_scores', fires: true, when: 'two equal scores', traces: scores([0.9, 0.9]), marks: 2 },
  { code: 'identical_scores', fires: false, when: 'one score', traces: scores([0.9]) },
  { code: 'identical_scores', fires: false, when: 'two scores', traces: scores([0.9, 0.8]) },
  {
    code: 'identical_scores',
    fires: false,
    when: 'pairs as far apart as each other: their scores do tell good from bad',
    method: 'dpo',
    traces: many(3, (i) => [candidate(1, 'c', `Other ${i}.`), grade(2, 1), grade(3, 0, 'c')]),
  },
  {
    code: 'one_reviewer',
    fires: true,
    when: 'two verdicts by one',
    traces: many(2, () => story(up)),
    args: { reviewer: 'ana', verdicts: 2 },
    marks: 2,
  },
  { code: 'one_reviewer', fires: false, when: 'one verdict', traces: many(1, () => story(up)) },
  { code: 'one_reviewer', fires: false, when: 'two reviewers', traces: ups(2) },
  {
    code: 'one_reviewer',
    fires: false,
    when: 'one correction that gives two rows',
    method: 'kto',
    traces: many(1, () => story(fix('x'))),
  },
  {
    code: 'one_reviewer',
    fires: false,
    when: 'verdicts of an earlier process',
    traces: many(3, () => story({ ...up, ...from('earlier_process') })),
  },
  {
    code: 'unchecked',
    fires: true,
    when: 'only an earlier process',
    traces: many(2, () => story({ ...up, ...from('earlier_process') })),
    args: { by: 'earlier_process' },
  },
  { code: 'unchecked', fires: true, when: 'only scores', traces: scores([0.8, 0.9]), args: { by: 'machine' }, marks: 2 },
  { code: 'unchecked', fires: false, when: 'one person’s verdict', traces: [...ups(1), ...scores([0.8])] },
  { code: 'unchecked', fires: false, when: 'nothing at all', traces: [] },
  {
    code: 'stale_feedback',
    fires: true,
    when: 'most verdicts are on a replaced model',
    traces: many(3, () => story(up), models('m-1', 'm-1', 'm-2')),
    context: { models: spans(false) },
    args: { percent: 67 },
    marks: 2,
  },
  {
    code: 'stale_feedback',
    fires: false,
    when: 'half of them are',
    traces: many(4, () => story(up), models('m-1', 'm-2')),
    context: { models: spans(false) },
  },
  {
    code: 'stale_feedback',
    fires: false,
    when: 'the older model is still in use',
    traces: ups(4),
    context: { models: spans(true) },
  },
  {
    code: 'stale_feedback',
    fires: false,
    when: 'only one model was ever seen',
    traces: ups(4),
    context: { models: spans(false).slice(0, 1) },
  },
  {
    code: 'mixed_models',
    fires: true,
    when: 'two models in kto',
    method: 'kto',
    traces: many(10, () => story(up), models('m-1', 'm-2')),
    args: { models: 'm-1, m-2', count: 2 },
    marks: 10,
  },
  {
    code: 'mixed_models',
    fires: false,
    when: 'the second has 5 %',
    method: 'kto',
    traces: many(
      20,
      () => story(up),
      (i) => ({ model: i === 0 ? 'm-2' : 'm-1' }),
    ),
  },
  { code: 'mixed_models', fires: false, when: 'sft', traces: many(10, () => story(up), models('m-1', 'm-2')) },
  {
    code: 'mixed_models',
    fires: false,
    when: 'unknown is no model',
    method: 'kto',
    traces: many(
      10,
      () => story(up),
      (i) => (i % 2 === 0 ? { model: undefined } : {}),
    ),
  },
  {
    code: 'length_bias',
    fires: true,
    when: '6 of 8 are longer',
    method: 'dpo',
    traces: pairs(8, 6),
    args: { percent: 75, pairs: 8 },
    marks: 6,
  },
  { code: 'length_bias', fires: false, when: '5 of 8 are longer', method: 'dpo', traces: pairs(8, 5) },
  { code: 'length_bias', fires: false, when: '7 pairs', method: 'dpo', traces: pairs(7, 7) },
  {
    code: 'near_duplicates',
    fires: true,
    when: 'prompts differ in a word',
    traces: many(
      10,
      () => story(up),
      question(
        (i) =>
          `Please tell me in detail and with all the steps how the refund of my order works and when the money will be back on card ${i}`,
      ),
    ),
    marks: 9,
  },
  { code: 'near_duplicates', fires: false, when: 'prompts differ', traces: ups(30) },
  {
    code: 'one_prompt',
    fires: true,
    when: 'several conversations ask one thing',
    traces: many(
      10,
      () => story(up),
      question((i) => (i < 3 ? 'Same?' : `Other ${i}?`)),
    ),
    args: { percent: 30, rows: 3 },
    marks: 3,
  },
  {
    code: 'one_prompt',
    fires: false,
    when: 'they are a fifth',
    traces: many(
      10,
      () => story(up),
      question((i) => (i < 2 ? 'Same?' : `Other ${i}?`)),
    ),
  },
  {
    code: 'one_prompt',
    fires: false,
    when: 'one conversation gives both rows',
    method: 'kto',
    traces: many(2, () => story(fix('x'))),
  },
  {
    code: 'kept_too_much',
    fires: true,
    when: 'the threshold keeps 9 of 10',
    traces: scores(spread(10, 9)),
    args: { percent: 90, considered: 10 },
  },
  { code: 'kept_too_much', fires: false, when: 'the threshold keeps 8 of 10', traces: scores(spread(10, 8)) },
  { code: 'kept_too_much', fires: false, when: 'verdicts chose the rows', traces: ups(10) },
  {
    code: 'kept_too_much',
    fires: true,
    when: 'a margin lets every pair pass',
    method: 'dpo',
    recipe: { min_margin: 0.1 },
    traces: many(4, (i) => [candidate(1, 'c', 'C.'), grade(2, 0.1 + i / 100), grade(3, 0.9, 'c')]),
  },
  {
    code: 'kept_too_much',
    fires: false,
    when: 'no margin was set',
    method: 'dpo',
    traces: many(4, (i) => [candidate(1, 'c', 'C.'), grade(2, 0.1 + i / 100), grade(3, 0.9, 'c')]),
  },
  {
    code: 'kept_too_little',
    fires: true,
    when: 'the threshold keeps 1 of 40',
    traces: scores(spread(40, 1)),
    args: { percent: 3, considered: 40 },
  },
  { code: 'kept_too_little', fires: true, when: 'the threshold keeps nothing', traces: scores([0.1, 0.2]) },
  { code: 'kept_too_little', fires: false, when: 'the threshold keeps 2 of 40', traces: scores(spread(40, 2)) },
  {
    code: 'leaks_markers',
    fires: true,
    when: '3 of 10 answers hold one',
    traces: many(10, (i) => story(i < 3 ? gold('Write to [redacted:email#2].') : up)),
    args: { percent: 30 },
    marks: 3,
  },
  {
    code: 'leaks_markers',
    fires: true,
    when: 'the arguments of the tools it calls do',
    traces: many(4, (i) =>
      story({
        kind: 'gold',
        answer: { text: '', tool_calls: [{ id: '1', name: 'mail', arguments: `{"to":"[redacted:email]","n":${i}}` }] },
      }),
    ),
    args: { percent: 100 },
    marks: 4,
  },
  {
    code: 'leaks_markers',
    fires: false,
    when: '2 of 10 do',
    traces: many(10, (i) => story(i < 2 ? gold('Write to [redacted:email].') : up)),
  },
  {
    code: 'leaks_markers',
    fires: false,
    when: 'the rejected answers do',
    method: 'dpo',
    traces: many(
      4,
      () => story(fix('Clean.')),
      (i) => ({ messages: asked(`Q${i}?`, `[redacted:email] ${i}`).messages }),
    ),
  },
  {
    code: 'judge_not_measured',
    fires: true,
    when: 'nobody judged what the judge did',
    traces: many(3, () => [verdict(1, 0.9)]),
    args: { judges: 'j', labels: 0, least: 50 },
    marks: 3,
  },
  {
    code: 'judge_not_measured',
    fires: false,
    when: '50 answers were judged by people too',
    traces: [
      ...many(3, () => [verdict(1, 0.9)]),
      ...Array.from({ length: 50 }, (_, i) => judged(100 + i, [verdict(1, 0.9), ...story(up)])),
    ],
  },
  { code: 'judge_not_measured', fires: false, when: 'no judge was used', traces: scores([0.9]) },
  {
    code: 'judge_not_measured',
    fires: false,
    when: 'people’s scores were used',
    traces: many(2, () => [verdict(9, 0.9), ...story(score(0.8))]),
  },
];

describe('warnings', () => {
  for (const { code, fires, when, traces, method = 'sft', recipe, context, args, marks } of cases) {
    it(`${code} ${fires ? 'fires' : 'is silent'}: ${when}`, async () => {
      const { report, rows } = await built(recipeOf(method, recipe), traces, context);
      const warning = report.warnings.find((w) => w.code === code);
      assert.equal(warning !== undefined, fires, JSON.stringify(report.warnings));
      if (args) assert.deepEqual(warning?.args, args);
      if (warning) assert.match(warning.message, /^[A-Z0-9].*\.$/);
      if (marks !== undefined) assert.equal(rows.filter((row) => row.warnings?.includes(code)).length, marks);
    });
  }

  it('are all there, each once, each tried both ways', () => {
    assert.deepEqual(
      warningRules.map((rule) => rule.code),
      [...warningCodes],
    );
    for (const code of warningCodes) {
      assert.ok(
        cases.some((c) => c.code === code && c.fires),
        code,
      );
      assert.ok(
        cases.some((c) => c.code === code && !c.fires),
        code,
      );
    }
  });

  it('say nothing when all is well', async () => {
    const traces = many(80, (i) => story({ ...(i % 2 === 0 ? up : down), ...alternately(i) }));
    const { report } = await built(recipeOf('kto', { holdout_percent: 20 }), traces);
    assert.deepEqual(report.warnings, []);
  });
});
