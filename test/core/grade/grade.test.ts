import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { agreementOf, wilson } from '../../../core/grade/agreement';
import { answerView } from '../../../core/grade/answer';
import { compileGrader, rulesFor } from '../../../core/grade/compile';
import { checkExamples } from '../../../core/grade/examples';
import { frozenGrader } from '../../../core/grade/freeze';
import { gradeAnswer, scoreOfRules } from '../../../core/grade/grade';
import { graderHash } from '../../../core/grade/hash';
import { reasonText, shown } from '../../../core/grade/reasons';
import { grader as graderSchema, ruleId, verdicts, type Grader } from '../../../core/grade/schema';
import { RunTally } from '../../../core/grade/tally';
import { contextOf } from '../../../core/lint/lint';
import { plainValue } from '../../../core/lint/yaml/plain';
import type { SliceSubject } from '../../../core/slice/matches';

const hasher = { sha256: (text: string) => createHash('sha256').update(text).digest('hex') };
const graderOf = (more: object): Grader => graderSchema.parse({ version: 1, name: 'g', ...more });
const subject = (labels: string[], attributes: Record<string, string> = {}): SliceSubject => ({
  source: 's',
  model: undefined,
  captured_at: '2026-09-01T00:00:00.000Z',
  state: 'unreviewed',
  reviewers: new Set(),
  labels,
  attributes,
  has: new Set(),
  text: () => '',
});
const says = (id: string, phrase: string, more: object = {}) => ({ id, type: 'contains', any: [phrase], ...more });

describe('scores', () => {
  const scored = fc.array(
    fc.record({ verdict: fc.constantFrom(...verdicts), weight: fc.double({ min: 0, max: 1000, noNaN: true }) }),
  );

  it('are the weighted share of passes among passes and fails, and null without any', () => {
    fc.assert(
      fc.property(scored, (rules) => {
        const score = scoreOfRules(rules);
        const counting = rules.filter(({ verdict, weight }) => (verdict === 'pass' || verdict === 'fail') && weight > 0);
        if (counting.length === 0) return assert.equal(score, null);
        assert.ok(score !== null && score >= 0 && score <= 1);
        if (counting.every(({ verdict }) => verdict === 'pass')) assert.equal(score, 1);
        if (counting.every(({ verdict }) => verdict === 'fail')) assert.equal(score, 0);
      }),
    );
  });

  it('do not change with rules that have nothing to say', () => {
    fc.assert(
      fc.property(scored, fc.constantFrom('skipped' as const, 'not_applied' as const), (rules, verdict) => {
        assert.equal(scoreOfRules([...rules, { verdict, weight: 5 }]), scoreOfRules(rules));
      }),
    );
  });

  it('land on thresholds', () => {
    const weights = [0.1, 0.2, 0.3, 0.1, 0.2, 0.1];
    const rules = weights.map((weight, i) => ({ weight, verdict: i < 4 ? ('pass' as const) : ('fail' as const) }));
    assert.equal(scoreOfRules(rules), 0.7);
  });
});

describe('grading one answer', () => {
  const grader = graderOf({
    slices: { billing: { label: 'billing' } },
    rules: [
      says('everywhere', 'yes'),
      says('billing-only', 'yes', { slice: 'billing', weight: 3 }),
      says('spanish', 'sí', { slice: { attributes: { language: 'es' } } }),
      says('off', 'never', { enabled: false }),
    ],
  });
  const compiled = compileGrader(grader);
  const verdictsFor = (text: string, who: SliceSubject, parents = new Map<string, string>()) => {
    const { rules, score } = gradeAnswer(compiled, answerView({ text }), rulesFor(compiled, who, parents));
    return [...rules.map(({ id, verdict }) => `${id} ${verdict}`), score];
  };

  it('leaves out rules outside of their slice', () => {
    assert.deepEqual(verdictsFor('yes', subject([])), ['everywhere pass', 'billing-only not_applied', 'spanish not_applied', 1]);
    assert.deepEqual(verdictsFor('no', subject(['billing'])).slice(0, 2), ['everywhere fail', 'billing-only fail']);
    assert.deepEqual(verdictsFor('yes', subject(['billing'], { language: 'es' })).at(-1), 0.8);
  });

  it('reaches the labels under a group', () => {
    const parents = new Map([
      ['refunds', 'money'],
      ['money', 'billing'],
    ]);
    assert.deepEqual(verdictsFor('yes', subject(['refunds']), parents)[1], 'billing-only pass');
  });

  it('has no score where nothing applies', () => {
    const only = compileGrader(graderOf({ rules: [says('a', 'x', { slice: { label: 'none' } })] }));
    assert.equal(gradeAnswer(only, answerView({ text: 'x' }), rulesFor(only, subject([]), new Map())).score, null);
  });
});

describe('the hash of a grader', () => {
  const base = { rules: [says('a', 'x')] };
  const hash = (more: object) => graderHash(graderOf({ ...base, ...more }), hasher);

  it('stands for what can change a score, and for nothing else', () => {
    const same = [
      { name: 'other', description: 'd', pass_threshold: 0.1, auto: true },
      { rules: [says('a', 'x', { title: 'T', note: 'n', weight: 1, enabled: true })] },
      { rules: [says('a', 'x'), says('b', 'y', { enabled: false })] },
      { slices: { unused: { label: 'l' } }, examples: [{ answer: 'x' }] },
    ];
    for (const more of same) assert.equal(hash(more), hash({}), JSON.stringify(more));
    const other = [
      { rules: [says('a', 'y')] },
      { rules: [says('b', 'x')] },
      { rules: [says('a', 'x', { weight: 2 })] },
      { rules: [says('a', 'x', { slice: { label: 'l' } })] },
      { rules: [says('a', 'x', { ignore_case: false })] },
    ];
    assert.equal(new Set([hash({}), ...other.map(hash)]).size, other.length + 1);
  });

  it('takes a named slice for what it says', () => {
    const named = hash({ slices: { one: { label: 'b' } }, rules: [says('a', 'x', { slice: 'one' })] });
    assert.equal(named, hash({ rules: [says('a', 'x', { slice: { label: ['B'] } })] }));
  });
});

describe('the cases of a grader', () => {
  it('come out as written in the sample', () => {
    const text = readFileSync('extension/sample/billing.grader.yaml', 'utf8');
    const read = graderSchema.parse(plainValue(contextOf({ kind: 'grader', text }).map));
    assert.ok((read.examples ?? []).length > 3);
    assert.deepEqual(checkExamples(read), []);
  });

  it('are told by rule and by score', () => {
    const grader = graderOf({
      rules: [says('a', 'x'), says('b', 'y', { enabled: false })],
      examples: [
        { answer: 'x', expect: { a: 'fail', b: 'not_applied' }, score: 0 },
        { answer: 'z', expect: { a: 'fail' }, score: null },
      ],
    });
    assert.deepEqual(
      checkExamples(grader).map((m) => ('rule' in m ? `${m.example} ${m.rule} ${m.was}` : `${m.example} ${m.was}`)),
      ['0 a pass', '0 1', '1 0'],
    );
  });

  it('may round a score', () => {
    const rules = [says('a', 'x'), says('b', 'x'), says('c', 'y')];
    const mistakes = (score: number) => checkExamples(graderOf({ rules, examples: [{ answer: 'x', score }] })).length;
    assert.deepEqual([0.67, 0.667, 0.66, 0.7].map(mistakes), [0, 0, 1, 1]);
  });
});

describe('a frozen grader', () => {
  it('names every label of a group, and only rules that are on', () => {
    const grader = graderOf({ rules: [says('a', 'x', { slice: { label: 'billing' } }), says('b', 'y', { enabled: false })] });
    const frozen = JSON.parse(frozenGrader(grader, new Map([['refunds', 'billing']]))) as { rules: { slice: unknown }[] };
    assert.deepEqual(
      frozen.rules.map(({ slice }) => slice),
      [{ label: ['billing', 'refunds'] }],
    );
  });
});

describe('a run', () => {
  it('counts every answer once, in the whole and by rule', () => {
    const compiled = compileGrader(graderOf({ rules: [says('a', 'x'), says('b', 'y', { slice: { label: 'l' } })] }));
    const answers = fc.array(
      fc.record({ text: fc.constantFrom('x', 'y', 'xy', ''), labels: fc.subarray(['l']), candidate: fc.boolean() }),
    );
    fc.assert(
      fc.property(answers, (given) => {
        const tally = new RunTally(compiled);
        for (const { text, labels, candidate } of given) {
          tally.add(gradeAnswer(compiled, answerView({ text }), rulesFor(compiled, subject(labels), new Map())), candidate);
        }
        const counts = tally.counts();
        assert.equal(counts.graded, given.filter(({ candidate }) => !candidate).length);
        assert.equal(counts.passed + counts.failed + counts.no_score, counts.graded);
        for (const rule of Object.values(counts.by_rule)) {
          assert.equal(rule.pass + rule.fail + rule.skipped + rule.not_applied, counts.graded);
        }
      }),
    );
  });
});

describe('agreement', () => {
  it('has the interval and the kappa of the textbooks', () => {
    const { low, high } = wilson(81, 263);
    assert.deepEqual([low.toFixed(4), high.toFixed(4)], ['0.2553', '0.3662']);
    const { agreement, kappa, n } = agreementOf({ both: 20, grader_only: 5, people_only: 10, neither: 15 });
    assert.deepEqual([n, agreement, kappa?.toFixed(2)], [50, 0.7, '0.40']);
  });

  it('says nothing of nothing, and has no kappa where chance agrees always', () => {
    assert.equal(agreementOf({ both: 0, grader_only: 0, people_only: 0, neither: 0 }).agreement, null);
    assert.equal(agreementOf({ both: 9, grader_only: 0, people_only: 0, neither: 0 }).kappa, null);
  });

  it('lies within its interval', () => {
    const count = fc.nat(1000);
    fc.assert(
      fc.property(fc.record({ both: count, grader_only: count, people_only: count, neither: count }), (table) => {
        const { n, agreement, low, high } = agreementOf(table);
        if (n === 0 || agreement === null || low === null || high === null) return;
        assert.ok(0 <= low && low <= agreement + 1e-12 && agreement <= high + 1e-12 && high <= 1);
      }),
    );
  });
});

describe('reasons', () => {
  it('are filled from their arguments, and harmless', () => {
    assert.equal(reasonText({ code: 'phrase_missing', args: { phrase: 'x' } }), 'does not contain "x"');
    assert.equal(shown(`a\u001b[2J\n${'b'.repeat(100)}`).length, 60);
  });

  it('belong to rules that have an id', () => {
    assert.deepEqual(
      [ruleId({}, 1), ruleId({ title: 'Says “Sorry”!' }, 0), ruleId({ id: 'x', title: 'T' }, 0)],
      ['rule-2', 'says-sorry', 'x'],
    );
  });
});
