import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { parse } from 'yaml';
import { recipeFile } from '../../../core/dataset/recipe';
import { recipeText } from '../../../core/dataset/recipe-text';

const recipe = { name: 'billing', method: 'sft', slice: { label: 'billing' }, holdout_percent: 20 } as const;

const written = `# What the support team trains on.
version: 1
name: billing
method: sft # pairs come later
# Spanish has its own set.
slice:
  label: billing
holdout_percent: 10
min_score: 0.8
exports:
  - target: trl # the cluster
    path: data/billing
`;

describe('the text of a recipe file', () => {
  it('is a recipe', () => {
    const parsed = recipeFile.parse(parse(recipeText(recipe)));
    assert.deepEqual(
      [parsed.name, parsed.method, parsed.slice, parsed.holdout_percent],
      ['billing', 'sft', { label: 'billing' }, 20],
    );
  });

  it('keeps comments, order and exports of the file, and writes what changed', () => {
    const expected = written.replace('holdout_percent: 10', 'holdout_percent: 20').replace('min_score: 0.8\n', '');
    assert.equal(recipeText(recipe, written), expected);
  });

  it('leaves a file alone that says the same already', () => {
    assert.equal(recipeText({ ...recipe, holdout_percent: 10, min_score: 0.8 }, written), written);
  });

  for (const [what, text] of [
    ['is empty', ''],
    ['is broken', 'name: [\n'],
    ['is a list', '- a\n'],
    ['unfolds aliases', 'a: &a [x]\nname: *a\n'],
  ] as const) {
    it(`replaces a text that ${what}`, () => assert.equal(recipeText(recipe, text), recipeText(recipe)));
  }
});
