import { parse } from 'yaml';
import { frozenJudge } from '../../../../core/judge/freeze';
import { judge as judgeSchema } from '../../../../core/judge/schema';
import type { Facts, RecipePreview } from '../../../../core/lint/facts';
import type { LintInput } from '../../../../core/lint/context';
import type { Slice } from '../../../../core/slice/schema';
import { grader, judge, recipe, skill } from '../fixtures';
import type { Case } from './case';

const preview: RecipePreview = {
  rows: 40,
  train: 32,
  holdout: 8,
  tracesIn: 38,
  sliceSize: 63,
  leftOut: { no_verdict: 25 },
  warnings: [],
  last: undefined,
};

/** A store that knows some labels and one tool; `count` says how many conversations a slice holds. */
function store(count: (slice: Slice) => number, given: Partial<RecipePreview> = {}): Partial<LintInput> {
  const facts: Facts = {
    conversations: 63,
    labels: [
      { label: 'billing', count: 20 },
      { label: 'sample', count: 12 },
    ],
    attributes: {},
    sources: {},
    models: {},
    tools: [{ name: 'lookup_order', count: 14, args: { order_id: 14 } }],
    allTools: true,
    count,
    preview: () => ({ ...preview, ...given }),
  };
  return { facts };
}

/** A store whose people judged answers of which the first rule passed and failed so many. */
function judged(right: { pass: number; fail: number }, wrong: { pass: number; fail: number }): Partial<LintInput> {
  const { facts } = store(() => 20);
  const rules = [{ id: 'a', index: 0, right, wrong, fails: [] }];
  return facts ? { facts: { ...facts, evidence: { n: 60, agreement: 0.5, low: 0.4, high: 0.6, kappa: 0, rules } } } : {};
}

/** A store whose judges were run by these rubrics, the newest first. */
function ranBy(...texts: string[]): Partial<LintInput> {
  const { facts } = store(() => 20);
  const runs = texts.map((text) => ({ judge: 'Sample', rubric: rubricOf(text) }));
  return facts ? { facts: { ...facts, judgeRuns: runs } } : {};
}

/** What a judge in these tests freezes. */
function rubricOf(text: string): string {
  const [, front = '', body = ''] = text.split(/^---$/m);
  return frozenJudge(judgeSchema.parse(parse(front)), body);
}

const some = store((slice) => (slice.label === 'biling' ? 0 : 20));
const noGold = store((slice) => (slice.has ? 0 : 20));
const call = (lines: string) => grader(`  - id: a\n    type: tool_call\n${lines}`);
const exact = '  - id: a\n    type: exact\n    reference: gold\n';
const expert = (lines: string) => skill(`type: expert\nmodel: m\ntriggers: [refund money]\n${lines}`);
const cut = recipe('slice: { label: billing }\nholdout_percent: 20\n');

/** Codes that rest on what the store knows. */
export const storeCases: readonly Case[] = [
  { code: 'GRD032', kind: 'grader', bad: grader(exact), good: grader(exact), around: noGold, goodAround: some },
  {
    code: 'GRD032',
    kind: 'grader',
    bad: grader(`${exact}    slice: { label: billing }\n`),
    good: grader(`${exact}    slice: { label: billing, has: gold }\n`),
    around: noGold,
  },
  { code: 'GRD071', kind: 'grader', bad: call('    tool: lookup_oder\n'), good: call('    tool: lookup_order\n'), around: some },
  {
    code: 'GRD071',
    kind: 'grader',
    bad: call('    any_of: [lookup_order, refund]\n'),
    good: call('    any_of: [lookup_order]\n'),
    around: some,
  },
  {
    code: 'GRD094',
    kind: 'grader',
    bad: grader('  - id: a\n    type: regex\n    pattern: a\n'),
    good: grader('  - id: a\n    type: regex\n    pattern: a\n'),
    around: judged({ pass: 30, fail: 0 }, { pass: 30, fail: 0 }),
    goodAround: judged({ pass: 30, fail: 0 }, { pass: 28, fail: 2 }),
  },
  {
    code: 'GRD075',
    kind: 'grader',
    bad: call('    tool: lookup_order\n    args: { oder_id: { present: true } }\n'),
    good: call('    tool: lookup_order\n    args: { order_id: { present: true } }\n'),
    around: some,
  },
  {
    code: 'GRD084',
    kind: 'grader',
    bad: grader('  - id: a\n    type: regex\n    pattern: a\n    slice: { label: biling }\n'),
    good: grader('  - id: a\n    type: regex\n    pattern: a\n    slice: { label: billing }\n'),
    around: some,
  },
  {
    code: 'JDG044',
    kind: 'judge',
    bad: judge({}).replace('label: billing', 'label: biling'),
    good: judge({}),
    around: some,
  },
  {
    code: 'JDG060',
    kind: 'judge',
    bad: `${judge({})} Be exact.`,
    good: `${judge({})}\n`,
    around: ranBy(judge({})),
  },
  {
    code: 'JDG060',
    kind: 'judge',
    bad: judge({}).replace('Every statement', 'All of it'),
    good: judge({}).replace('selection: { label: billing }', 'selection: { label: refunds }'),
    around: ranBy(judge({}), judge({})),
    goodAround: ranBy(judge({})),
  },
  { code: 'SKL208', kind: 'skill', bad: expert('status: collecting\n'), good: expert('status: draft\n'), around: some },
  {
    code: 'SKL209',
    kind: 'skill',
    bad: expert('tools: [lookup_oder]\n'),
    good: expert('tools: [lookup_order]\n'),
    around: some,
  },
  { code: 'DST006', kind: 'recipe', bad: recipe('sample: 50\n'), good: recipe('sample: 5\n'), around: some },
  { code: 'DST007', kind: 'recipe', bad: recipe('slice: { label: biling }\n'), good: cut, around: some },
  {
    code: 'DST010',
    kind: 'recipe',
    bad: cut,
    good: cut,
    around: store(() => 20, { warnings: [{ code: 'too_few_rows', message: 'Only 32 rows to train on.' }] }),
    goodAround: some,
  },
  { code: 'DST010', kind: 'recipe', bad: cut, good: cut, around: store(() => 20, { tracesIn: 0 }), goodAround: some },
  {
    code: 'DST011',
    kind: 'recipe',
    bad: cut,
    good: cut,
    around: store(() => 20, { last: { version: 2, rows: 31 } }),
    goodAround: store(() => 20, { last: { version: 2, rows: 40 } }),
  },
  {
    code: 'DST012',
    kind: 'recipe',
    bad: cut,
    good: cut,
    around: store(() => 20, { last: { version: 2, rows: 40 }, leaks: [{ name: 'Other set', version: 3, n: 8 }] }),
    goodAround: store(() => 20, { last: { version: 2, rows: 40 }, leaks: [] }),
  },
];
