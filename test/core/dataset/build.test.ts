import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { checkBooks, leftOutCode } from '../../../core/dataset/books';
import { build, datasetHash, datasetLines } from '../../../core/dataset/build';
import { materialise } from '../../../core/dataset/materialise';
import { tracesOfPart } from '../../../core/dataset/parts';
import { canonicalRecipe, methods, normaliseRecipe, recipe, type Method } from '../../../core/dataset/recipe';
import { report as reportSchema } from '../../../core/dataset/report-schema';
import { datasetLine } from '../../../core/dataset/row';
import { Problem } from '../../../core/lib/problem';
import type { LogEvent } from '../../../core/log/events';
import type { JudgedTrace } from '../../../core/ports';
import { asked, down, fix, from, gold, pick, score, skip, story, up } from '../feedback/acts';
import { built, candidate, grade, hasher, judged, recipeOf, tainted, verdict } from './building';

describe('a built dataset', () => {
  const traces = [
    judged(1, story(up), { labels: ['Billing'] }),
    judged(2, story({ ...fix('Fixed.'), by: 'ben' }), { model: 'm-2' }),
    judged(3, story(down)),
    judged(4, story({ ...gold('Gold.'), ...from('earlier_process'), by: 'import' })),
    judged(5),
    judged(6, [grade(1, 0.9)]),
  ];

  it('reports what it is made of', async () => {
    const { rows, report, hash } = await built(recipeOf('sft'), traces);
    assert.deepEqual(
      rows.map((r) => r.trace),
      ['trace-1', 'trace-2', 'trace-4', 'trace-6'],
    );
    const { warnings, lengths, distributions, ...numbers } = report;
    assert.equal(distributions?.scores?.find((bin) => bin.rows > 0)?.from, 0.9);
    assert.deepEqual(numbers, {
      rows: 4,
      items: 4,
      train_rows: 4,
      holdout_rows: 0,
      traces_in: 4,
      slice_size: 6,
      balance: { desirable: 0, undesirable: 0 },
      sources: { human: 2, earlier_process: 1, rule: 1, judge: 0, agent: 0 },
      reviewers: { ana: 1, ben: 1 },
      models: { 'm-1': 3, 'm-2': 1 },
      labels: { billing: 1 },
      graders: ['g@h'],
      judges: [],
      score_from: 'graders',
      time_span: { first: '2026-09-01T00:01:00.000Z', last: '2026-09-01T00:06:00.000Z' },
      left_out: { no_verdict: 1, thumbs_down_only: 1 },
      rows_dropped: {},
      moved_to_keep_tasks_whole: 0,
      purged_rows: 0,
    });
    assert.deepEqual(lengths.answer, { median: 6, p95: 9, max: 9 });
    assert.deepEqual(
      warnings.map((w) => w.code),
      ['too_few_rows', 'no_holdout'],
    );
    assert.match(hash, /^[0-9a-f]{64}$/);
    assert.deepEqual(reportSchema.parse(report), report);
  });

  it('holds references and no text', async () => {
    const result = await built(recipeOf('sft'), traces);
    const lines = [...datasetLines(result)];
    for (const line of lines) assert.deepEqual(datasetLine.parse(JSON.parse(JSON.stringify(line))), line);
    const text = JSON.stringify(lines);
    for (const words of ['Question', 'Answer', 'Fixed', 'Gold']) assert.ok(!text.includes(words));
  });

  it('opens every number of the report', async () => {
    const lines = [...datasetLines(await built(recipeOf('sft', { holdout_percent: 25 }), traces))];
    const open = (part: string) =>
      tracesOfPart(lines, part)
        .map((id) => id.slice(6))
        .join(' ');
    assert.equal(open('in'), '1 2 4 6');
    assert.equal(open('train'), '1 2 4');
    assert.equal(open('holdout'), '6');
    assert.equal(open('left_out:thumbs_down_only'), '3');
    assert.equal(open('left_out:no_verdict'), '5');
    assert.equal(open('left_out:disputed'), '');
    assert.equal(open('model:m-2'), '2');
    assert.equal(open('reviewer:ben'), '2');
    assert.equal(open('source:rule'), '6');
    assert.equal(open('label:billing'), '1');
    assert.equal(open('warning:too_few_rows'), '1 2 4 6');
    assert.throws(
      () => open('colour:red'),
      (e) => e instanceof Problem && e.code === 'usage',
    );
    assert.throws(() => open('constructor'), Problem);
  });

  it('leaves out what an earlier row says already', async () => {
    const twin = { messages: asked('Same?', 'Same.').messages };
    const { rows, left_out, report } = await built(recipeOf('kto'), [judged(1, story(up), twin), judged(2, story(down), twin)]);
    assert.equal(rows.length, 1);
    assert.deepEqual(left_out, [{ left_out: 'duplicate_row', trace: 'trace-2' }]);
    assert.equal(report.slice_size, 2);
  });

  it('has the same bytes whatever order the acts arrive in', async () => {
    const shuffled = traces.map((t) => ({ ...t, acts: [...t.acts].reverse() }));
    const bytes = async (from: JudgedTrace[]) => JSON.stringify([...datasetLines(await built(recipeOf('kto'), from))]);
    assert.equal(await bytes(traces), await bytes(shuffled));
  });

  it('changes its hash with a row, a split or a label, and only with those', async () => {
    const hashes = await Promise.all([
      built(recipeOf('kto'), traces),
      built(recipeOf('kto', { name: 'other', seed: 7 }), traces),
      built(recipeOf('kto', { holdout_percent: 20 }), traces),
      built(recipeOf('kto'), traces.slice(1)),
      built(recipeOf('kto', { label_threshold: 0.95 }), traces),
    ]);
    const [first, renamed, ...others] = hashes.map((b) => b.hash);
    assert.equal(first, renamed);
    assert.equal(new Set([first, ...others]).size, 4);
    const [whole] = hashes;
    assert.ok(whole);
    assert.notEqual(datasetHash(whole.rows.slice(1), hasher), whole.hash);
  });

  it('finds the texts of retracted acts, and says when a text is gone or changed', async () => {
    const [, corrected] = traces;
    assert.ok(corrected);
    const { rows } = await built(recipeOf('sft'), [corrected]);
    const [row] = rows;
    assert.ok(row);
    const undone = {
      v: 1,
      id: 'x',
      at: '2027-01-01T00:00:00.000Z',
      by: 'ben',
      body: { type: 'retracted', act: row.acts[0] ?? '' },
    } as const;
    assert.equal(typeof materialise(row, { ...corrected, acts: [...corrected.acts, undone] }, hasher), 'object');
    assert.equal(materialise(row, { ...corrected, acts: [] }, hasher), 'answer_gone');
    const other = { ...corrected.trace, messages: asked('Other question?', 'Answer.').messages };
    assert.equal(materialise(row, { ...corrected, trace: other }, hasher), 'content_changed');
  });

  it('stops when asked to', async () => {
    const stopped = build(recipeOf('sft'), traces, { hasher, cancel: { aborted: true } });
    await assert.rejects(stopped, (e) => e instanceof Problem && e.code === 'cancelled');
  });

  it('takes labels by their present name', async () => {
    const { report } = await built(recipeOf('sft'), [{ ...judged(1, story(up), { labels: ['old'] }), labels: ['new'] }]);
    assert.deepEqual(report.labels, { new: 1 });
  });
});

describe('the books', function () {
  this.timeout(20_000);
  it('add up for any acts, methods and settings', async () => {
    await fc.assert(
      fc.asyncProperty(anyStory, fc.constantFrom(...methods), anySettings, async (stories, method: Method, more) => {
        const traces = stories.map((acts, n) => judged(n % 7, acts, { id: `trace-${n}` }));
        const result = await built(recipeOf(method, more), traces, { rewards: { rules: () => false, judge: undefined } });
        const { report, rows, left_out } = result;
        checkBooks(report);
        assert.equal(report.slice_size, traces.length);
        const inside = new Set(rows.map((r) => r.trace));
        assert.equal(inside.size, report.traces_in);
        for (const { trace } of left_out) assert.ok(!inside.has(trace), 'a trace is in or out');
        assert.equal(inside.size + left_out.length, traces.length);
        const byId = new Map(traces.map((t) => [t.trace.id, t]));
        for (const row of rows) {
          const trace = byId.get(row.trace);
          assert.ok(trace && typeof materialise(row, trace, hasher) === 'object');
        }
        const split = new Map(rows.map((r) => [r.task, r.split]));
        for (const row of rows) assert.equal(split.get(row.task), row.split, 'a task is on one side');
      }),
      { numRuns: 60 },
    );
  });

  it('notice when they do not', async () => {
    const { report } = await built(recipeOf('sft'), [judged(1, story(up))]);
    assert.throws(() => checkBooks({ ...report, slice_size: 2 }), /do not add up/);
    assert.throws(() => checkBooks({ ...report, train_rows: 2 }), /do not add up/);
    assert.throws(() => checkBooks({ ...report, sources: { ...report.sources, human: 0 } }), /do not add up/);
  });

  it('give a trace the first shared reason, else the most telling of the method', () => {
    assert.equal(leftOutCode(['no_verdict', 'disputed', 'empty_answer']), 'disputed');
    assert.equal(leftOutCode(['no_verdict', 'thumbs_down_only']), 'thumbs_down_only');
    assert.equal(leftOutCode(['duplicate_row']), 'duplicate_row');
  });
});

describe('recipes', () => {
  it('have defaults', () => {
    const { holdout_percent, min_score, min_margin, label_threshold, on_dispute, include_tainted, seed } = recipeOf('sft');
    assert.deepEqual(
      { holdout_percent, min_score, min_margin, label_threshold, on_dispute, include_tainted, seed },
      {
        holdout_percent: 0,
        min_score: 0.7,
        min_margin: 0,
        label_threshold: 0.5,
        on_dispute: 'leave_out',
        include_tainted: false,
        seed: 1,
      },
    );
  });

  it('that build the same are the same', () => {
    const a = canonicalRecipe({ name: 'n', method: 'sft', slice: { label: ['b', 'A', 'b'] }, min_margin: 0.3 });
    const b = canonicalRecipe({ seed: 1, slice: { label: ['a', 'b'] }, method: 'sft', name: 'n' });
    assert.equal(a, b);
    assert.deepEqual(normaliseRecipe(recipe.parse(JSON.parse(a))), JSON.parse(a));
    assert.notEqual(a, canonicalRecipe({ name: 'n', method: 'sft', slice: { label: ['a', 'b'] }, min_score: 0.3 }));
  });
});

const act: fc.Arbitrary<LogEvent> = fc.oneof(
  fc
    .record({
      what: fc.constantFrom(
        up,
        down,
        skip,
        fix('Fixed.'),
        fix(''),
        gold('Gold.'),
        gold('Answer 1.'),
        pick('c', 'answer'),
        score(0.5),
        score(0.9),
      ),
      by: fc.constantFrom('ana', 'ben'),
      provenance: fc.constantFrom('human' as const, 'earlier_process' as const, 'agent' as const),
      n: fc.integer({ min: 0, max: 59 }),
    })
    .map(({ what, by, provenance, n }) => {
      const event = story({ ...what, by, provenance })[0];
      assert.ok(event);
      return { ...event, id: `act-${n}-${by}`, at: `2026-10-01T00:00:${String(n).padStart(2, '0')}.000Z` };
    }),
  fc.constantFrom(candidate(1, 'c', 'Other.'), grade(2, 0.5), grade(3, 0.9, 'c'), grade(4, 0.1), verdict(5, 0.8), tainted(6)),
);
const anyStory = fc.array(
  fc.array(act, { maxLength: 5 }).map((acts) => acts.map((event, n) => ({ ...event, id: `act-${n}` }))),
  { maxLength: 12 },
);
const anySettings = fc.record({
  holdout_percent: fc.constantFrom(0, 10, 50, 90),
  on_dispute: fc.constantFrom('leave_out' as const, 'latest' as const, 'majority' as const),
  include_tainted: fc.boolean(),
});
