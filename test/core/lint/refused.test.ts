import assert from 'node:assert/strict';
import path from 'node:path';
import { readFileSync } from 'node:fs';
import { describe, it } from 'mocha';
import type * as z from 'zod';
import { parse, stringify } from 'yaml';
import { recipeFile } from '../../../core/dataset/recipe';
import { grader as graderSchema } from '../../../core/grade/schema';
import { judge as judgeSchema } from '../../../core/judge/schema';
import type { FileKind } from '../../../core/lint/kinds';
import { lint } from '../../../core/lint/lint';
import { codesOf, folder, judge, root } from './fixtures';

const read = (name: string) => readFileSync(path.join(folder, 'rubrics/good', name), 'utf8');
const [, judgeKeys = '', judgeBody = ''] = read('billing.judge.md').split(/^---\n/m);

/** Values that many a place does not take. */
const odd: readonly unknown[] = [null, -1, 1e9, true, 'x', 'x'.repeat(5000), [], [null], { a: 1 }, texts(500)];

function texts(n: number): string[] {
  return Array.from({ length: n }, (_, i) => `p${i}`);
}

/** Every way to put one odd value in the place of, or into, one part of a value. */
function* spoiled(value: unknown, put = (part: unknown): unknown => part): Generator {
  for (const part of odd) yield put(part);
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    yield put(Array.from({ length: 1200 }, () => items[0]));
    for (const part of odd) yield put([...items, part]);
    for (const [i, item] of items.entries()) yield* spoiled(item, (part) => put(items.with(i, part)));
  } else if (typeof value === 'object' && value !== null) {
    for (const part of odd) yield put({ ...value, another: part });
    for (const [key, inner] of Object.entries(value)) yield* spoiled(inner, (part) => put({ ...value, [key]: part }));
  }
}

describe('a file that its schema refuses', () => {
  const kinds: readonly [FileKind, string, z.ZodType, (yaml: string) => string][] = [
    ['grader', read('billing.grader.yaml'), graderSchema, (yaml) => yaml],
    ['judge', judgeKeys, judgeSchema, (yaml) => `---\n${yaml}---\n${judgeBody}`],
    ['recipe', readFileSync(path.join(root, 'extension/sample/billing.dataset.yaml'), 'utf8'), recipeFile, (yaml) => yaml],
  ];
  for (const [kind, good, schema, textOf] of kinds) {
    it(`never gets away with advice: ${kind}`, function () {
      this.timeout(120_000);
      let refused = 0;
      for (const value of spoiled(parse(good))) {
        const yaml = stringify(value, { aliasDuplicateObjects: false });
        if (typeof value !== 'object' || schema.safeParse(parse(yaml)).success) continue;
        refused++;
        const found = lint({ kind, text: textOf(yaml) });
        const loud = found.some(({ severity }) => severity === 'error' || severity === 'warning');
        assert.ok(loud, `said only ${found.map(({ code }) => code).join(' ')} of\n${yaml.slice(0, 3000)}`);
      }
      assert.ok(refused > 50, `${refused} were refused`);
    });
  }

  it('is told of once, on its key, when a list is too long', () => {
    const dimensions = texts(13)
      .map((key) => `  - key: ${key}\n    description: Statement ${key} is true.\n`)
      .join('');
    const found = lint({ kind: 'judge', text: judge({ dimensions }) }).filter(({ code }) => /JDG007|JDG054/.test(code));
    assert.deepEqual(
      found.map(({ code, message, span }) => [code, message, span.end - span.start]),
      [['JDG007', '`dimensions`: must have at most 12 entries.', 'dimensions'.length]],
    );
  });

  it('is not looked at part by part when it holds more than anyone could have written', () => {
    const rules = texts(17_000).map((id) => `  - id: ${id}\n    type: contains\n    any: ["${id}y", abc]\n`);
    const text = `version: 1\nname: x\nrules:\n${rules.join('')}`;
    assert.deepEqual(codesOf('grader', text), ['GRD014']);
    const exports = texts(30_000).map((name) => `  - { target: trl, path: ${name} }\n`);
    assert.deepEqual(codesOf('recipe', `version: 1\nname: x\nmethod: sft\nexports:\n${exports.join('')}`), ['DST013']);
  });
});
