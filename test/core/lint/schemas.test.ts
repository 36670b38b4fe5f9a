import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv';
import { describe, it } from 'mocha';
import { parse } from 'yaml';
import { schemaFiles } from '../../../core/lint/schemas';
import { folder, root } from './fixtures';

describe('schemas for editors of YAML', () => {
  const files = schemaFiles();
  const validator = (name: string) => new Ajv({ strict: true, allowUnionTypes: true }).compile(files[name] ?? assert.fail(name));
  const good = (name: string): unknown => parse(readFileSync(path.join(folder, 'rubrics/good', name), 'utf8'));

  it('take what is in good order', () => {
    const [grader, recipe, judge] = [
      validator('grader.schema.json'),
      validator('dataset.schema.json'),
      validator('judge.schema.json'),
    ];
    for (const name of ['billing.grader.yaml', 'minimal.grader.yaml']) assert.equal(grader(good(name)), true, name);
    assert.equal(recipe(parse(readFileSync(path.join(root, 'extension/sample/billing.dataset.yaml'), 'utf8'))), true);
    const [, keys = '', body = ''] = readFileSync(path.join(folder, 'rubrics/good/billing.judge.md'), 'utf8').split(/^---\n/m);
    assert.equal(judge({ ...(parse(keys) as object), instructions: body }), true);
    assert.equal(judge(parse(keys)), false, 'instructions are part of it');
  });

  it('refuse keys and values that are none', () => {
    const grader = validator('grader.schema.json');
    const value = good('minimal.grader.yaml') as { rules: object[] };
    assert.equal(grader({ ...value, another: 1 }), false);
    assert.equal(grader({ ...value, version: 2 }), false);
    assert.equal(grader({ ...value, rules: [{ ...value.rules[0], type: 'none' }] }), false);
  });

  it('are told of by the names the editor’s command copies', () => {
    const source = readFileSync(path.join(root, 'extension/rubrics/schemas.ts'), 'utf8');
    assert.deepEqual([...source.matchAll(/'(\w+\.schema\.json)'/g)].map(([, name]) => name).sort(), Object.keys(files).sort());
  });
});
