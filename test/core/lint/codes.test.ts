import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load as loadYaml, CORE_SCHEMA } from 'js-yaml';
import { describe, it } from 'mocha';
import { codes, isLintCode, textOfCode } from '../../../core/lint/codes';
import type { Severity } from '../../../core/lint/finding';
import { applyEdits } from '../../../core/lint/fixes';
import { contextOf, lint } from '../../../core/lint/lint';
import { plainValue } from '../../../core/lint/yaml/plain';
import { cases } from './cases';
import type { Case } from './cases/case';
import { folder } from './fixtures';

/** `code severity` of the specification, one a line. */
const specified = new Map(
  readFileSync(path.join(folder, 'codes.txt'), 'utf8')
    .trim()
    .split('\n')
    .map((line): [string, string] => [line.split(' ')[0] ?? '', line.split(' ')[1] ?? '']),
);

const said = ({ kind, around }: Case, text: string) => lint({ kind, text, ...around });
const count = (test: Case, text: string) => said(test, text).filter(({ code }) => code === test.code).length;

describe('codes', () => {
  it('are those of the specification', () => {
    assert.deepEqual(
      [...specified.keys()].filter((code) => !(code in codes)),
      [],
    );
  });

  it('weigh for the default targets what the specification says', () => {
    for (const [code, severity] of specified) {
      if (!isLintCode(code)) continue;
      const { severity: usual, variants = {} } = textOfCode(code);
      const known = [usual, ...Object.values(variants).map((variant) => variant.severity)];
      assert.ok(known.includes(severity as Severity), `${code}: ${known.join(' ')}`);
    }
  });

  it('each have a case that shows them', () => {
    const shown = new Set<string>(cases.map(({ code }) => code));
    assert.deepEqual(
      Object.keys(codes).filter((code) => !shown.has(code)),
      [],
    );
  });

  for (const test of cases) {
    const { code, bad, good } = test;
    it(`${code} on ${JSON.stringify(bad.slice(0, 120))}`, () => {
      assert.ok(
        count(test, bad) > 0,
        `not found; said: ${said(test, bad)
          .map((other) => other.code)
          .join(' ')}`,
      );
      const elsewhere = test.goodAround ? { ...test, around: test.goodAround } : test;
      assert.equal(count(elsewhere, good), 0, `found where it is not: ${good}`);
    });
  }
});

describe('fixes', () => {
  it('take away what they were offered for, and do nothing when applied again', () => {
    for (const test of cases) {
      for (const diagnosis of said(test, test.bad).filter(({ code }) => code === test.code)) {
        for (const fix of diagnosis.fixes()) {
          // An empty text to be filled in is still a mistake until it is.
          if (fix.edits.length === 0 || fix.edits.some((edit) => edit.text.includes('""'))) continue;
          const after = applyEdits(test.bad, fix.edits);
          assert.ok(count(test, after) < count(test, test.bad), `${test.code} ${fix.title}: ${after}`);
        }
      }
    }
  });

  it('end their lines as the file does', () => {
    let applied = 0;
    for (const test of cases) {
      const bad = test.bad.replace(/\r?\n|\r/g, '\r\n');
      for (const diagnosis of said(test, bad).filter(({ code }) => code === test.code && code !== 'FM004' && bad !== '')) {
        for (const { edits, title } of diagnosis.fixes()) {
          assert.doesNotMatch(applyEdits(bad, edits), /(?<!\r)\n|\r(?!\n)/, `${test.code} ${title}`);
          applied++;
        }
      }
    }
    assert.ok(applied > 200, `only ${applied} applied`);
  });

  it('are offered wherever the specification has one', () => {
    const wanted = readFileSync(path.join(folder, 'fixable.txt'), 'utf8').trim().split('\n').filter(isLintCode);
    const offered = new Set<string>();
    for (const test of cases) {
      for (const found of said(test, test.bad)) if (found.fixes().length > 0) offered.add(found.code);
    }
    assert.deepEqual(
      wanted.filter((code) => !offered.has(code)),
      [],
    );
  });

  it('leave YAML which another parser reads alike', () => {
    let compared = 0;
    for (const test of cases) {
      for (const diagnosis of said(test, test.bad).filter(({ code }) => code === test.code)) {
        for (const fix of diagnosis.fixes()) {
          if (fix.edits.length === 0) continue;
          const text = applyEdits(test.bad, fix.edits);
          const { yaml, map } = contextOf({ kind: test.kind, text });
          // Other mistakes of the file are still in it.
          if (!yaml || !map || said(test, text).some(({ code, severity }) => /^FM/.test(code) && severity === 'error')) continue;
          const other: unknown = loadYaml(text.slice(yaml.span.start, yaml.span.end), { schema: CORE_SCHEMA });
          assert.deepEqual(plainValue(map), other, `${test.code} ${fix.title}: ${text}`);
          compared++;
        }
      }
    }
    assert.ok(compared > 200, `only ${compared} compared`);
  });
});
