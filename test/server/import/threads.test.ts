import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { convertersFor } from '../../../server/import/threads';

const mb = 1024 * 1024;

describe('the threads of an import', () => {
  it('are two where a core is free for each of them', () => {
    for (const cores of [3, 4, 64]) for (const bytes of [0, 3 * mb, 500 * mb]) assert.equal(convertersFor(bytes, cores), 2);
  });

  it('are two on two cores when the files are large, and never more than there are cores', () => {
    assert.equal(convertersFor(500 * mb, 2), 2);
    assert.equal(convertersFor(30 * mb, 2), 1);
    for (const bytes of [0, 500 * mb]) assert.equal(convertersFor(bytes, 1), 1);
  });
});
