import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { rewardFile } from '../../core/export/trl/reward-file';
import { numbersIn, type DecimalMark } from '../../core/grade/numbers';
import { ruleRows, type Row } from '../core/grade/rule-rows';

/** Reads cases as JSON and says what reward.py makes of them. */
const check = `import json
import sys

import reward as r

cases = json.load(sys.stdin)
rewards = [r.rules_reward([{"rules": [case["rule"]]}], case["text"], case["calls"]) for case in cases["rules"]]
numbers = [r.numbers(text, mark) for text, mark in cases["numbers"]]
json.dump({"rewards": rewards, "numbers": numbers}, sys.stdout)
`;

const python = process.env['LOOP_TRL_PYTHON'] ?? 'python3';

/** Rows that a trainer cannot meet, or that need more than standard Python. */
function isForTrainers([rule, , outcome, more]: Row): boolean {
  const text = JSON.stringify(rule);
  const other = /rule_unusable|pattern_not_run/.test(outcome) || /"schema"|\(a\+\)\+/.test(text);
  return more?.gold === undefined && !other;
}

const rewardOf: Readonly<Record<string, number | null>> = { pass: 1, fail: 0, skipped: null };

describe('the rules in the exported reward.py', () => {
  it('come out as graders have them', function () {
    const rows = Object.values(ruleRows).flat().filter(isForTrainers);
    const rules = rows.map(([rule, text, , { calls = [] } = {}]) => ({
      rule,
      text,
      calls: calls.map(([name, args]) => ({ name, arguments: typeof args === 'string' ? readable(args) : args })),
    }));
    const marks: readonly DecimalMark[] = ['.', ','];
    const numbers = texts().flatMap((text) => marks.map((mark) => [text, mark] as const));
    const found = run({ rules, numbers });
    if (!found) {
      this.skip();
      return;
    }
    rows.forEach(([rule, text, outcome], i) => {
      assert.equal(found.rewards[i], rewardOf[outcome.split(' ')[0] ?? ''], `${JSON.stringify(rule)} on ${JSON.stringify(text)}`);
    });
    numbers.forEach(([text, mark], i) => {
      assert.deepEqual(found.numbers[i], numbersIn(text, mark), `${JSON.stringify(text)} ${mark}`);
    });
    assert.ok(rows.length > 80 && numbers.length > 500);
  });
});

function texts(): string[] {
  const piece = fc.constantFrom(
    '1',
    '12',
    '345',
    '0',
    '.',
    ',',
    '-',
    '−',
    ' ',
    '\u00a0',
    "'",
    '€',
    'EUR',
    'a',
    'x',
    'é',
    '第',
    'e',
    '+',
    '(',
    ')',
    '٣',
    '_',
  );
  return fc.sample(
    fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join('')),
    { numRuns: 400, seed: 7 },
  );
}

/** Arguments that cannot be read are none. */
function readable(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return {};
  }
}

function run(cases: object): { rewards: (number | null)[]; numbers: number[][] } | undefined {
  const place = mkdtempSync(path.join(tmpdir(), 'loop-rules-'));
  try {
    writeFileSync(path.join(place, 'reward.py'), rewardFile);
    writeFileSync(path.join(place, 'check.py'), check);
    const { status, stdout, stderr, error } = spawnSync(python, ['check.py'], {
      cwd: place,
      encoding: 'utf8',
      input: JSON.stringify(cases),
    });
    if (error) return undefined;
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout) as { rewards: (number | null)[]; numbers: number[][] };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
