import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { datasetLines } from '../../../core/dataset/build';
import { distributionsOf, lengthBin, scoreBin } from '../../../core/dataset/distributions';
import { tracesOfPart } from '../../../core/dataset/parts';
import type { RowRef } from '../../../core/dataset/row';
import { fix, gold, story, up } from '../feedback/acts';
import { built, candidate, grade, judged, recipeOf } from './building';

const scoreCases: readonly (readonly [score: number, bin: number])[] = [
  [0, 0],
  [0.05, 0],
  [0.1, 0.1],
  [0.2999, 0.2],
  [0.3, 0.3],
  [0.7, 0.7],
  [0.1 + 0.2, 0.3],
  [0.95, 0.9],
  [1, 0.9],
];
const lengthCases: readonly (readonly [chars: number, bin: number])[] = [
  [0, 0],
  [1, 1],
  [2, 2],
  [3, 2],
  [4, 4],
  [1023, 512],
  [1024, 1024],
];

describe('distributions of a dataset', () => {
  for (const [score, bin] of scoreCases) it(`put the score ${score} into ${bin}`, () => assert.equal(scoreBin(score), bin));
  for (const [chars, bin] of lengthCases) it(`put ${chars} characters into ${bin}`, () => assert.equal(lengthBin(chars), bin));

  it('have a bin for every row, and a part that opens its traces', async () => {
    const traces = [
      judged(1, story(fix('A much better and longer answer.'))),
      judged(2, [candidate(1, 'c', 'Other.'), grade(2, 0.2), grade(3, 0.9, 'c')]),
      judged(3000, story(gold('Short.'))),
    ];
    const result = await built(recipeOf('dpo', { holdout_percent: 30 }), traces);
    const found = result.report.distributions;
    assert.ok(found);
    const lines = [...datasetLines(result)];
    const open = (part: string) => tracesOfPart(lines, part).length;
    assert.deepEqual(
      found.scores?.filter((bin) => bin.rows > 0),
      [{ from: 0.7, rows: 1 }],
    );
    assert.equal(open('score:0.7'), 1);
    for (const { from, answer, rejected } of found.lengths) {
      assert.equal(open(`length:${from}`), answer);
      assert.equal(open(`rejected_length:${from}`), rejected);
    }
    for (const { from, to, train, holdout } of found.time) assert.equal(open(`time:${from}/${to}`), train + holdout);
    assert.deepEqual([found.time.at(0)?.train, found.time.at(-1)?.holdout], [2, 1]);
  });

  it('say nothing of nothing', () => {
    assert.deepEqual(distributionsOf([]), { lengths: [], time: [] });
  });

  it('add up for any rows', () => {
    const row = fc.record({
      at: fc
        .date({ min: new Date('2001-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString()),
      split: fc.constantFrom('train' as const, 'holdout' as const),
      chars: fc.nat(100_000),
      rejected_chars: fc.option(fc.nat(5000), { nil: undefined }),
      score: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
    });
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 60 }),
        (rows: Pick<RowRef, 'at' | 'split' | 'score' | 'chars' | 'rejected_chars'>[]) => {
          const { scores = [], lengths, time } = distributionsOf(rows);
          const sum = (counts: readonly number[]) => counts.reduce((a, b) => a + b, 0);
          assert.equal(sum(scores.map((bin) => bin.rows)), rows.filter((r) => r.score !== undefined).length);
          assert.equal(sum(lengths.map((bin) => bin.answer)), rows.length);
          assert.equal(sum(lengths.map((bin) => bin.rejected ?? 0)), rows.filter((r) => r.rejected_chars !== undefined).length);
          assert.equal(sum(time.map((bin) => bin.train)), rows.filter((r) => r.split === 'train').length);
          assert.equal(sum(time.map((bin) => bin.holdout)), rows.filter((r) => r.split === 'holdout').length);
          assert.ok(time.length <= 41);
          for (const [n, bin] of time.entries()) assert.equal(time[n + 1]?.from ?? bin.to, bin.to, 'without gaps');
        },
      ),
    );
  });

  it('mark what was dropped, and what stayed to keep its task whole', async () => {
    const lost = judged(1, story(fix('Fixed.'), gold('Answer 1.')));
    const kept = await built(recipeOf('dpo'), [lost, judged(2, story(fix('x')))]);
    assert.deepEqual(kept.report.rows_dropped, { chosen_equals_rejected: 1 });
    assert.deepEqual(tracesOfPart(datasetLines(kept), 'dropped:chosen_equals_rejected'), ['trace-1']);
    const whole = await built(recipeOf('sft', { holdout_percent: 20 }), [
      judged(1, story(up)),
      ...[2, 3, 4].map((n) => judged(n, story(up), { task_key: 'one task' })),
    ]);
    assert.equal(whole.report.moved_to_keep_tasks_whole, 1);
    assert.deepEqual(tracesOfPart(datasetLines(whole), 'moved'), ['trace-2', 'trace-3', 'trace-4']);
  });
});
