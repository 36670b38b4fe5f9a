import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { answerView } from '../../../core/grade/answer';
import { compileRule } from '../../../core/grade/rules';
import { rule as ruleSchema } from '../../../core/grade/schema';
import { ruleRows } from './rule-rows';

describe('rules', () => {
  for (const [type, rows] of Object.entries(ruleRows)) {
    for (const [rule, answer, outcome, { gold, calls = [] } = {}] of rows) {
      it(`${type}: ${JSON.stringify(rule).slice(0, 90)} on ${JSON.stringify(answer.slice(0, 40))} → ${outcome}`, () => {
        const made = calls.map(([name, args], i) => ({
          id: `call_${i}`,
          name,
          arguments: typeof args === 'string' ? args : JSON.stringify(args),
        }));
        const check = compileRule(ruleSchema.parse(rule));
        const { verdict, code } = check(answerView({ text: answer, calls: made, gold }));
        assert.equal(`${verdict} ${code}`, outcome);
      });
    }
  }

  it('say that JSON is too deep instead of running out of stack', () => {
    const depth = 100_000;
    const schema = { $ref: '#/$defs/x', $defs: { x: { items: { $ref: '#/$defs/x' } } } };
    const check = compileRule(ruleSchema.parse({ type: 'json', schema }));
    assert.equal(check(answerView({ text: '['.repeat(depth) + ']'.repeat(depth) })).verdict === 'pass', false);
  });

  it('refuse a schema whose references double without end', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`d${i}`, { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] }]),
    );
    const check = compileRule(ruleSchema.parse({ type: 'json', schema: { $ref: '#/$defs/d0', $defs: { ...$defs, d40: {} } } }));
    assert.equal(check(answerView({ text: '{}' })).code, 'rule_unusable');
  });
});
