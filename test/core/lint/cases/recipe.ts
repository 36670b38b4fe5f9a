import { grader, recipe } from '../fixtures';
import { around, type Case } from './case';

const fine = recipe('');
const good = grader('  - id: a\n    type: contains\n    any: [refund]\n');
const at = around('/w/rubrics/x.dataset.yaml', {
  '/w/rubrics/good.grader.yaml': good,
  '/w/rubrics/broken.grader.yaml': good.replace('contains', 'contain'),
  '/w/rubrics/notes.md': 'text',
});
const exports = (...paths: string[]) =>
  recipe(`exports:\n${paths.map((path) => `  - { target: trl, path: "${path}" }\n`).join('')}`);
const grpo = (lines: string) => recipe(lines).replace('sft', 'grpo');

/** DST: of each code one text that has it and one that has not. */
export const recipeCases: readonly Case[] = [
  { code: 'DST001', kind: 'recipe', bad: fine.replace('method: sft\n', ''), good: fine },
  { code: 'DST001', kind: 'recipe', bad: fine.replace('sft', 'stf'), good: fine },
  { code: 'DST001', kind: 'recipe', bad: fine.replace('version: 1', 'version: 3'), good: fine },
  { code: 'DST001', kind: 'recipe', bad: fine.replace('name: Sample', 'name: [x]'), good: fine },
  { code: 'DST002', kind: 'recipe', bad: recipe('holdout: 20\n'), good: recipe('holdout_percent: 20\n') },
  { code: 'DST002', kind: 'recipe', bad: recipe('<<: { holdout_percent: 20 }\n'), good: recipe('holdout_percent: 20\n') },
  { code: 'DST002', kind: 'recipe', bad: recipe('slice: { lable: x }\n'), good: recipe('slice: { label: x }\n') },
  { code: 'DST003', kind: 'recipe', bad: grpo(''), good: grpo('slice: { has: gold }\n') },
  { code: 'DST003', kind: 'recipe', bad: grpo('slice: { not: { has: gold } }\n'), good: grpo('judge: x.judge.md\n') },
  { code: 'DST004', kind: 'recipe', bad: recipe('min_score: 70\n'), good: recipe('min_score: 0.7\n') },
  { code: 'DST004', kind: 'recipe', bad: recipe('label_threshold: 0.5\n'), good: fine },
  { code: 'DST005', kind: 'recipe', bad: recipe('holdout_percent: 95\n'), good: recipe('holdout_percent: 90\n') },
  { code: 'DST005', kind: 'recipe', bad: recipe('holdout_percent: 0\n'), good: fine },
  { code: 'DST006', kind: 'recipe', bad: recipe('sample: 0\n'), good: recipe('sample: 1\n') },
  { code: 'DST007', kind: 'recipe', bad: recipe('slice: { label: Billing }\n'), good: recipe('slice: { label: billing }\n') },
  { code: 'DST007', kind: 'recipe', bad: recipe('slice: { since: 2026-02-02, until: 2026-02-01 }\n'), good: fine },
  {
    code: 'DST008',
    kind: 'recipe',
    bad: recipe('graders: [gone.grader.yaml]\n'),
    good: recipe('graders: [good.grader.yaml]\n'),
    around: at,
  },
  {
    code: 'DST008',
    kind: 'recipe',
    bad: recipe('graders: [broken.grader.yaml]\n'),
    good: recipe('graders: [./good.grader.yaml]\n'),
    around: at,
  },
  {
    code: 'DST008',
    kind: 'recipe',
    bad: recipe('judge: ../../x.judge.md\n'),
    good: recipe('graders: [../rubrics/good.grader.yaml]\n'),
    around: at,
  },
  { code: 'DST008', kind: 'recipe', bad: recipe('judge: notes.md\n'), good: fine, around: at },
  { code: 'DST009', kind: 'recipe', bad: exports('data/x', './data/x'), good: exports('data/x', 'data/y'), around: at },
  { code: 'DST009', kind: 'recipe', bad: exports('../../x'), good: exports('../data/x'), around: at },
  { code: 'DST009', kind: 'recipe', bad: exports('data/[x]'), good: exports('data/x') },
  { code: 'DST013', kind: 'recipe', bad: recipe('include_tainted: maybe\n'), good: recipe('include_tainted: true\n') },
  { code: 'DST013', kind: 'recipe', bad: recipe('exports:\n  - { target: trl }\n'), good: exports('data/x') },
];
