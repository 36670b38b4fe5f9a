import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { monotonicFactory } from 'ulid';
import { actIds, derivedId } from '../../../core/log/act-ids';

describe('ids of acts', () => {
  const time = Date.UTC(2026, 8, 1);

  it('leave room for the ids of their further events, however many acts there are in a millisecond', () => {
    const counts = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 2, maxLength: 50 });
    fc.assert(
      fc.property(counts, (events) => {
        const next = monotonicFactory();
        const acts = actIds(() => next(time));
        const ids = events.flatMap((count) => {
          const act = acts.ulid();
          return Array.from({ length: count }, (_, n) => derivedId(act, n));
        });
        assert.equal(new Set(ids).size, ids.length);
        assert.deepEqual([...ids].sort(), ids, 'in the order of the acts and their events');
      }),
    );
  });

  it('are ULIDs of their time', () => {
    const next = monotonicFactory();
    const id = actIds(() => next(time)).ulid();
    assert.match(id, /^[0-9A-HJKMNP-TV-Z]{26}$/);
    assert.equal(id.slice(0, 10), next(time).slice(0, 10));
  });

  it('count up for the events of one act', () => {
    const act = '01K6H00000ABCDEFGHJKM00000';
    assert.equal(derivedId(act, 0), act);
    assert.equal(derivedId(act, 1), '01K6H00000ABCDEFGHJKM00001');
    assert.equal(derivedId(act, 32 ** 4), '01K6H00000ABCDEFGHJKM10000');
  });
});
