import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';
import { openTestStore, portrait, temporaryFolder } from '../../support/store';

const fixtures = path.join(import.meta.dirname, '../../fixtures/store');

/** Stores as earlier versions wrote them. They keep opening for ever: none of these files may change. */
describe('a store of an earlier version', () => {
  for (const version of fs.readdirSync(fixtures).filter((name) => /^v\d+$/.test(name))) {
    it(`opens and says what it said then (${version})`, async () => {
      const folder = temporaryFolder();
      fs.cpSync(path.join(fixtures, version, 'loop'), path.join(folder.path, '.loop'), { recursive: true });
      const store = await openTestStore(folder.path);
      const expected: unknown = JSON.parse(fs.readFileSync(path.join(fixtures, version, 'expected.json'), 'utf8'));
      // Through JSON, which has no undefined.
      const found: unknown = JSON.parse(JSON.stringify(await portrait(store)));
      assert.deepEqual(found, expected);
      assert.deepEqual(await store.issues(), []);
      await store.close();
      folder.remove();
    });
  }
});
