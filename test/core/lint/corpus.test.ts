import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'mocha';
import { isLintCode } from '../../../core/lint/codes';
import type { Diagnosis } from '../../../core/lint/finding';
import { expectations, folder, lintFile, root } from './fixtures';
import { readdirSync } from 'node:fs';

const loud = ({ severity }: Diagnosis) => severity === 'error' || severity === 'warning';

/** Codes that a file must give, and no other warning or error beside them. */
function expectExactly(file: string, expected: readonly string[]): void {
  const found = lintFile(file);
  const codes = new Set<string>(found.map(({ code }) => code));
  assert.deepEqual(
    expected.filter((code) => isLintCode(code) && !codes.has(code)),
    [],
    `said: ${[...codes].join(' ')}`,
  );
  const unexpected = found.filter((diagnosis) => loud(diagnosis) && !expected.includes(diagnosis.code));
  assert.deepEqual(
    unexpected.map(({ code, message }) => `${code} ${message}`),
    [],
  );
}

function expectedOf(codes: string | undefined): string[] {
  const all = (codes ?? '').split('|').filter((code) => code !== '');
  // No keys at all is one mistake: rules about single keys keep still then.
  return all.includes('FM011') ? ['FM011'] : all;
}

describe('planted mistakes in skills', () => {
  const skills = path.join(folder, 'skills');
  for (const [name = '', inner = '', file = '', codes] of expectations(path.join(skills, 'EXPECT.tsv'))) {
    it(`${name}: ${codes || 'nothing'}`, () => expectExactly(path.join(skills, name, inner, file), expectedOf(codes)));
  }
});

describe('planted mistakes in graders and judges', () => {
  const bad = path.join(folder, 'rubrics/bad');
  for (const [file = '', codes] of expectations(path.join(bad, 'EXPECT.tsv'))) {
    it(`${file}: ${codes || 'nothing'}`, () => expectExactly(path.join(bad, file), expectedOf(codes)));
  }
});

describe('files in good order', () => {
  const good = path.join(folder, 'rubrics/good');
  for (const name of readdirSync(good)) {
    it(`${name} gives no warning and no error`, () => {
      assert.deepEqual(lintFile(path.join(good, name)).filter(loud), []);
    });
  }

  const sample = path.join(root, 'extension/sample');
  for (const name of ['billing.grader.yaml', 'support.judge.md', 'billing.dataset.yaml', 'skills/refund-desk/SKILL.md']) {
    it(`the sample's ${name} gives nothing at all`, () => {
      assert.deepEqual(
        lintFile(path.join(sample, name)).map(({ message }) => message),
        [],
      );
    });
  }
});
