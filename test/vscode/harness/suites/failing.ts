import assert from 'node:assert/strict';
import { describe, it } from 'mocha';

describe('a suite with a mistake', () => {
  it('is right here', () => assert.equal(1 + 1, 2));
  it('is wrong here', () => assert.equal(1 + 1, 3));
});
