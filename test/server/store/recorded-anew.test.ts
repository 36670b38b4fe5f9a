import assert from 'node:assert/strict';
import fc from 'fast-check';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';
import { encodeAct } from '../../../server/store/log/act-line';
import { deliver, traceLine, type DeliveredLine } from '../../support/deliveries';
import { until } from '../../support/editor/wait';
import { actsBy, everyByte, hasher, openTestStore, portrait, rowOf, temporaryFolder, testIds } from '../../support/store';

/** One conversation that was deleted, and recorded anew afterwards; and one that has nothing to do with that. */
describe('a conversation that was recorded anew after its purge', function () {
  this.timeout(120_000);

  const first = rowOf({ key: 'request:1', question: 'Megalodon?', answer: 'Iguanodon', labels: ['early'], model: 'small' });
  const anew = rowOf({
    key: 'request:1',
    question: 'Whale?',
    answer: 'Dolphin',
    labels: ['late'],
    recorded_at: '2026-09-04T00:00:00.000Z',
  });
  const other = rowOf({ key: 'request:2', question: 'Cat?', answer: 'Purrs', captured_at: '2026-08-02T00:00:00.000Z' });
  const [id, another] = [anew.trace.id, other.trace.id];
  const before = actsBy('ana');
  const purge = actsBy('store', testIds(7), Date.UTC(2026, 8, 3));
  const after = actsBy('ben', testIds(8), Date.UTC(2026, 8, 5));

  const gone = [
    before.signal(id, 'correction', { answer: { text: 'Pteranodon' } }),
    before.signal(id, 'down', { reason: 'Stegosaurus' }),
    before.act({ type: 'candidate', trace: id, candidate: 'k', answer: { text: 'Triceratops' } }),
    before.act({ type: 'tainted', traces: [id], reason: 'Plesiosaurus' }),
    before.act({ type: 'labels_added', traces: [id, another], labels: ['both'] }),
  ];
  const purged = purge.act({ type: 'purged', trace_hashes: [hasher.sha256(id)], holes: [], why: 'asked' });
  const stay = [
    after.signal(id, 'up'),
    after.signal(id, 'note', { reason: 'Orca' }),
    after.act({ type: 'labels_added', traces: [id, another], labels: ['again'] }),
    after.act({ type: 'candidate', trace: id, candidate: 'k2', answer: { text: 'Porpoise' } }),
  ];
  const words = ['Megalodon', 'Iguanodon', 'Pteranodon', 'Stegosaurus', 'Triceratops', 'Plesiosaurus'];
  const left = ['Whale', 'Dolphin', 'Orca', 'Porpoise', 'Purrs'];

  const lines: readonly DeliveredLine[] = [
    ...[first, anew, other].map((row) => ({ kind: 'traces' as const, writer: 'aaaaaaaaaa', bytes: traceLine(row) })),
    ...[...gone, purged, ...stay].map((event) => ({ kind: 'log' as const, writer: '', bytes: encodeAct(event) })),
  ];
  const newest = 1;
  const firstToStay = lines.length - stay.length;

  it('is the same whichever line came when, and nothing older is left', async () => {
    const orders = fc.tuple(
      fc.shuffledSubarray([...lines.keys()], { minLength: lines.length }),
      fc.array(fc.record({ writer: fc.constantFrom('aaaaaaaaaa', 'zzzzzzzzzz'), round: fc.nat(2) }), {
        minLength: lines.length,
        maxLength: lines.length,
      }),
      fc.array(fc.constantFrom('open', 'opened', 'anew'), { minLength: 3, maxLength: 3 }),
    );
    let expected: unknown;
    await fc.assert(
      fc.asyncProperty(orders, async ([order, sent, readings]) => {
        const folder = temporaryFolder();
        let store = await openTestStore(folder.path);
        // What is said of a deleted conversation that is not here goes, whenever it was said: the new one comes first.
        const roundOf = (n: number) => {
          const { round = 0 } = sent[n] ?? {};
          if (n === newest) return 0;
          return n >= firstToStay ? Math.max(1, round) : round;
        };
        for (const round of [0, 1, 2]) {
          const reading = readings[round];
          if (reading !== 'open') await store.close();
          if (reading === 'anew') fs.rmSync(path.join(folder.path, '.loop', 'index.sqlite'), { force: true });
          const now = order.filter((n) => roundOf(n) === round);
          deliver(
            folder.path,
            now.flatMap((n) => {
              const line = lines[n];
              return line ? [{ ...line, writer: sent[n]?.writer ?? '' }] : [];
            }),
          );
          if (reading === 'open') await store.refresh();
          else store = await openTestStore(folder.path);
        }
        const text = () => everyByte(folder.path);
        await until('what is deleted to be gone', () => words.every((word) => !text().includes(word)));
        assert.deepEqual(
          left.filter((word) => !text().includes(word)),
          [],
        );
        const looks = await portrait(store);
        expected ??= looks;
        assert.deepEqual(looks, expected);
        await store.rebuild();
        assert.deepEqual(await portrait(store), expected, 'rebuilt');
        await store.close();
        folder.remove();
      }),
      { numRuns: 60, endOnFailure: true },
    );
  });
});
