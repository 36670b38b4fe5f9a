import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { Problem } from '../../../core/lib/problem';
import { readRecipe } from '../../../server/engine/recipe-file';

describe('recipe files', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'loop-recipe-'));
  });
  afterEach(async () => rm(folder, { recursive: true, force: true }));

  const read = async (text: string) => {
    const file = path.join(folder, 'x.dataset.yaml');
    await writeFile(file, text);
    return readRecipe(file);
  };

  it('become a recipe with its exports', async () => {
    const { recipe, exports, file } = await read(
      'version: 1\nname: Billing\nmethod: kto\nslice: { label: billing, since: 2026-09-01 }\nholdout_percent: 20\nexports:\n  - { target: trl, path: data/x, shape: messages }\n',
    );
    assert.deepEqual(
      [recipe.name, recipe.method, recipe.slice, recipe.holdout_percent],
      ['Billing', 'kto', { label: 'billing', since: '2026-09-01' }, 20],
    );
    assert.ok(!('version' in recipe) && !('exports' in recipe));
    assert.deepEqual(exports, [{ target: 'trl', path: 'data/x', shape: 'messages' }]);
    assert.equal(file, path.join(folder, 'x.dataset.yaml'));
  });

  it('take every conversation when they name no slice, and bring no exports of their own', async () => {
    const { recipe, exports } = await read('version: 1\nname: All\nmethod: sft\n');
    assert.deepEqual([recipe.slice, exports], [{}, []]);
  });

  for (const [mistake, text, line, reason] of [
    ['a wrong method', 'version: 1\nname: x\nmethod: sfd\n', 3, /no method/],
    ['an unknown key', 'version: 1\nname: x\nmethod: sft\nholdout_precent: 20\n', 4, /Did you mean `holdout_percent`/],
    ['a wrong type', 'version: 1\nname: x\nmethod: sft\nseed: soon\n', 4, /`seed`: must be a number/],
    [
      'a key that is only warned of',
      'version: 1\nname: x\nmethod: sft\nowned_by: me\n',
      4,
      /^The file: has unknown keys: owned_by/,
    ],
    ['broken YAML', 'version: 1\nname: a: b\nmethod: sft\n', 2, /contains `: `/],
    ['nothing', '', 1, /key: value/],
  ] as const) {
    it(`are refused with the line of ${mistake}`, async () => {
      await assert.rejects(read(text), (error) => {
        assert.ok(error instanceof Problem);
        assert.equal(error.code, 'recipe_invalid');
        assert.equal(error.args['line'], line);
        assert.match(String(error.args['reason']), reason);
        return true;
      });
    });
  }

  it('that are not there are a problem of their own', async () => {
    await assert.rejects(
      readRecipe(path.join(folder, 'gone.dataset.yaml')),
      (error) => error instanceof Problem && error.code === 'file_not_found',
    );
  });
});
