import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { dialects } from '../../../core/import/index';
import { readDrafts } from './read-drafts';

const root = join('test', 'fixtures', 'import');

/** A case is a folder: `input.*`, perhaps `options.json`, and what is read from it. UPDATE=1 writes it down anew. */
describe('log files', () => {
  for (const dialect of readdirSync(root).sort()) {
    describe(dialect, () => {
      for (const name of readdirSync(join(root, dialect)).sort()) {
        it(name, async () => {
          const folder = join(root, dialect, name);
          const input = readdirSync(folder).find((file) => file.startsWith('input.'));
          assert.ok(input !== undefined, 'the case has an input');
          const optionsPath = join(folder, 'options.json');
          const options = existsSync(optionsPath) ? (JSON.parse(readFileSync(optionsPath, 'utf8')) as object) : {};
          const read = JSON.parse(JSON.stringify(await readDrafts(join(folder, input), options))) as unknown;
          const expectedPath = join(folder, 'expected.json');
          if (process.env['UPDATE'] === '1') writeFileSync(expectedPath, `${JSON.stringify(read, null, 2)}\n`);
          assert.deepEqual(read, JSON.parse(readFileSync(expectedPath, 'utf8')));
        });
      }
    });
  }

  it('has a case for every dialect', () => {
    const folders = readdirSync(root);
    for (const dialect of dialects) assert.ok(folders.includes(dialect.id), `${dialect.id} has cases`);
  });
});
