import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { answerView } from '../../../core/grade/answer';
import { compileGrader } from '../../../core/grade/compile';
import { evidenceOf, type JudgedAnswer } from '../../../core/grade/evidence';
import { KnownChecks } from '../../../core/grade/known-checks';
import type { GraderRule } from '../../../core/grade/schema';

const grader = compileGrader({
  version: 1,
  name: 'x',
  rules: [
    { id: 'good', type: 'contains', any: ['good'] },
    { id: 'billing', type: 'contains', any: ['paid'], slice: { label: 'billing' } },
  ],
});
const parents = new Map([['refunds', 'billing']]);

function judged(text: string, right: boolean, labels: readonly string[] = []): JudgedAnswer {
  const subject = {
    source: '',
    model: undefined,
    captured_at: '',
    state: 'reviewed' as const,
    reviewers: new Set<string>(),
    labels,
    attributes: {},
    has: new Set<never>(),
    text: () => '',
  };
  return { trace: `${text} ${right}`, right, view: answerView({ text }), subject };
}

describe('a grader beside people', () => {
  it('agrees where it passes what they found right and fails what they found wrong', () => {
    const answers = [judged('good', true), judged('bad', false), judged('good', false)];
    const { n, agreement, kappa, low, high } = evidenceOf(grader, answers, parents);
    assert.equal(n, 3);
    assert.ok(Math.abs((agreement ?? 0) - 2 / 3) < 1e-12);
    assert.ok(Math.abs((kappa ?? 0) - 0.4) < 1e-12);
    assert.ok((low ?? 1) < 2 / 3 && (high ?? 0) > 2 / 3);
  });

  it('has nothing to say without answers, and no kappa where chance always agrees', () => {
    const none = { n: 0, agreement: null, low: null, high: null, kappa: null, rules: [] };
    assert.deepEqual({ ...evidenceOf(grader, [], parents), rules: [] }, none);
    assert.equal(evidenceOf(grader, [judged('good', true)], parents).kappa, null);
  });

  it('counts each rule where it applies, labels by their parents too', () => {
    const answers = [judged('good, paid', true, ['refunds']), judged('good', false, ['billing']), judged('x', true)];
    assert.deepEqual(evidenceOf(grader, answers, parents).rules, [
      { id: 'good', index: 0, right: { pass: 1, fail: 1 }, wrong: { pass: 1, fail: 0 }, fails: ['x true'] },
      { id: 'billing', index: 1, right: { pass: 1, fail: 0 }, wrong: { pass: 0, fail: 1 }, fails: ['good false'] },
    ]);
  });

  it('never leaves the bounds of its figures', () => {
    const one = fc.tuple(fc.constantFrom('good', 'bad', 'good paid'), fc.boolean(), fc.constantFrom([], ['billing']));
    const within = fc.property(fc.array(one, { maxLength: 60 }), (given) => {
      const answers = given.map(([text, right, labels]) => judged(text, right, labels));
      const { n, agreement, low, high, kappa, rules } = evidenceOf(grader, answers, parents);
      assert.equal(n, given.length);
      if (agreement === null || low === null || high === null) return;
      assert.ok(low >= 0 && low <= agreement + 1e-12 && agreement <= high + 1e-12 && high <= 1);
      assert.ok(kappa === null || (kappa >= -1 - 1e-12 && kappa <= 1 + 1e-12));
      const [good] = rules;
      assert.equal(good && good.right.pass + good.right.fail + good.wrong.pass + good.wrong.fail, n);
    });
    fc.assert(within);
  });

  it('is the same whether verdicts are known from before or not, however the grader was edited', () => {
    const texts = ['good 3', 'bad 4', 'good, paid 5', 'Hola', '{ "a": 1 }', ''];
    const answers = texts.map((text, i) => judged(text, i % 2 === 0, i % 3 === 0 ? ['billing'] : []));
    const checks = new KnownChecks(answers.map(({ view }) => view));
    const rule = fc.constantFrom<GraderRule>(
      { type: 'contains', any: ['good'] },
      { type: 'contains', any: ['good'], ignore_case: false, slice: { label: 'billing' } },
      { type: 'contains', none: ['good'], weight: 3 },
      { type: 'contains', any: ['good'], enabled: false },
      { type: 'number', min: 4, id: 'n' },
      { type: 'number', min: 4, pick: 'first', title: 'N' },
      { type: 'regex', pattern: '[a-z]+', flags: 'i' },
      { type: 'regex', pattern: '[a-z]+' },
      { type: 'json', required: ['a'] },
    );
    fc.assert(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 6 }), (rules) => {
        const grader = { version: 1 as const, name: 'x', rules };
        assert.deepEqual(
          evidenceOf(checks.compile(grader), answers, parents),
          evidenceOf(compileGrader(grader), answers, parents),
        );
      }),
    );
  });
});
