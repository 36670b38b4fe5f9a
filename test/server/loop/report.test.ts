import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import { warningCodes, type WarningCode } from '../../../core/dataset/report-schema';
import type { Method, RecipeInput } from '../../../core/dataset/recipe';
import { asked, down, fix, gold, label, merge, score, Stage, up, type Act, type Built, type Row } from './stage';

interface Case {
  readonly code: WarningCode;
  /** Where the table's threshold is: it warns, and one step beside it does not. */
  readonly warns: Scene;
  readonly fine: Scene;
  readonly args?: Readonly<Record<string, string | number>>;
}

interface Scene {
  readonly traces: number;
  readonly of: (i: number) => { readonly row?: Row; readonly acts?: readonly Act[] };
  readonly method?: Method;
  readonly recipe?: Partial<RecipeInput>;
  /** Verdicts of a judge that ran elsewhere, by score. */
  readonly judged?: (i: number) => number;
}

/** Questions that share no more than little words. */
const subjects = ['refund', 'invoice', 'parcel', 'login', 'address', 'voucher', 'delivery', 'warranty', 'size', 'colour'];
const topic = (i: number) => {
  const at = (n: number) => subjects[(n + Math.floor(n / 10) * 3) % 10] ?? '';
  return `${at(i)} ${(i + 1) * 7919} ${at(i * 3 + 1)} by ${at(i * 7 + 2)} of ${(i + 1) * 104_729} and ${at(i + 5)}?`;
};
const by = (i: number) => ({ by: i % 2 ? 'ben' : 'ana' });
const ups = { of: (i: number) => ({ acts: [up(by(i))] }) };
const scored = (...values: number[]): Scene => ({ traces: values.length, of: (i) => ({ acts: [score(values[i] ?? 0)] }) });
const spread = (n: number, high: number) => Array.from({ length: n }, (_, i) => (i < high ? 0.8 : 0.1) + i / 1000);
const day = (n: number) => ({ created_at: `2026-09-${String(n + 1).padStart(2, '0')}T00:00:00Z` });

/** LOOP §9, the table of warnings. */
const cases: readonly Case[] = [
  {
    code: 'too_few_rows',
    warns: { traces: 49, ...ups },
    fine: { traces: 50, ...ups },
    args: { rows: 49, least: 50 },
  },
  { code: 'no_holdout', warns: { traces: 3, ...ups }, fine: { traces: 3, ...ups, recipe: { holdout_percent: 30 } } },
  {
    code: 'one_sided',
    warns: { traces: 10, method: 'kto', of: (i) => ({ acts: [i === 0 ? down() : up()] }) },
    fine: { traces: 10, method: 'kto', of: (i) => ({ acts: [i < 2 ? down() : up()] }) },
    args: { percent: 90, learns: 'approve' },
  },
  { code: 'identical_scores', warns: scored(0.9, 0.9), fine: scored(0.9, 0.8), args: { rows: 2, score: 0.9 } },
  {
    code: 'one_reviewer',
    warns: { traces: 2, of: () => ({ acts: [up()] }) },
    fine: { traces: 2, ...ups },
    args: { reviewer: 'ana', verdicts: 2 },
  },
  {
    code: 'unchecked',
    warns: { traces: 2, of: (i) => ({ row: { prompt: topic(i), completion: 'A.', label: true } }) },
    fine: { traces: 2, ...ups },
    args: { by: 'earlier_process' },
  },
  {
    // m-1 answered the first days, then m-2 was seen and is all there is in the newest tenth.
    code: 'stale_feedback',
    warns: {
      traces: 20,
      of: (i) => ({ row: { ...day(i), model: i < 11 ? 'm-1' : 'm-2' }, acts: i < 11 || i > 15 ? [up(by(i))] : [] }),
    },
    fine: { traces: 20, of: (i) => ({ row: { ...day(i), model: i < 10 ? 'm-1' : 'm-2' }, acts: [up(by(i))] }) },
    args: { percent: 73 },
  },
  {
    code: 'mixed_models',
    warns: { traces: 10, method: 'kto', of: (i) => ({ row: { model: i === 0 ? 'm-2' : 'm-1' }, acts: [up()] }) },
    fine: { traces: 20, method: 'kto', of: (i) => ({ row: { model: i === 0 ? 'm-2' : 'm-1' }, acts: [up()] }) },
    args: { models: 'm-1, m-2', count: 2 },
  },
  {
    code: 'length_bias',
    warns: { traces: 8, method: 'dpo', of: (i) => ({ acts: [fix(i < 6 ? 'A rather longer one.' : 'No.')] }) },
    fine: { traces: 8, method: 'dpo', of: (i) => ({ acts: [fix(i < 5 ? 'A rather longer one.' : 'No.')] }) },
    args: { percent: 75, pairs: 8 },
  },
  {
    code: 'near_duplicates',
    warns: { traces: 8, of: (i) => ({ row: asked(i < 7 ? topic(i) : `${topic(0)}!`, `A ${i}`), acts: [up()] }) },
    fine: { traces: 8, ...ups },
    args: { percent: 13, prompts: 1 },
  },
  {
    code: 'one_prompt',
    warns: { traces: 9, of: (i) => ({ row: asked(topic(Math.max(1, i)), `A ${i}`), acts: [up()] }) },
    fine: { traces: 10, of: (i) => ({ row: asked(topic(Math.max(1, i)), `A ${i}`), acts: [up()] }) },
    args: { percent: 22, rows: 2 },
  },
  {
    code: 'kept_too_much',
    warns: scored(...spread(10, 9)),
    fine: scored(...spread(10, 8)),
    args: { percent: 90, considered: 10 },
  },
  {
    code: 'kept_too_little',
    warns: scored(...spread(34, 1)),
    fine: scored(...spread(33, 1)),
    args: { percent: 3, considered: 34 },
  },
  {
    code: 'leaks_markers',
    warns: { traces: 4, of: (i) => ({ row: asked(topic(i), i === 0 ? 'Write to eve@example.org' : 'No.'), acts: [up()] }) },
    fine: { traces: 5, of: (i) => ({ row: asked(topic(i), i === 0 ? 'Write to eve@example.org' : 'No.'), acts: [up()] }) },
    args: { percent: 25 },
  },
  {
    code: 'judge_not_measured',
    warns: { traces: 2, of: () => ({}), judged: () => 0.9 },
    fine: { traces: 2, ...ups, judged: () => 0.9 },
    args: { judges: 'Tone', labels: 0, least: 50 },
  },
];

async function play({ traces, of, judged, method = 'sft', recipe = {} }: Scene): Promise<Built> {
  const scenes = Array.from({ length: traces }, (_, i) => of(i));
  const stage = await Stage.open(
    scenes.map(({ row }, i) => ({ ...asked(topic(i), `Answer ${i}.`), ...row })),
    { labels: false },
  );
  try {
    for (const [i, { acts = [] }] of scenes.entries()) await stage.play(i, acts);
    if (judged) {
      const verdict = (trace: string, i: number) => ({ trace, turn: 1, judge: 'Tone', run: 'r', score: judged(i), scores: {} });
      const acts = stage.traces.map((trace, i) => ({ by: 'judge', body: { type: 'verdict' as const, ...verdict(trace, i) } }));
      await merge(stage.ws, acts);
    }
    return await stage.ws.call('dataset.build', { name: 'w', method, ...recipe });
  } finally {
    await stage.ws.dispose();
  }
}

describe('LOOP §9: warnings', () => {
  it('has a case for each', () =>
    assert.deepEqual(
      cases.map(({ code }) => code),
      [...warningCodes],
    ));

  for (const { code, warns, fine, args } of cases) {
    it(code, async () => {
      const found = (await play(warns)).report.warnings.find((warning) => warning.code === code);
      assert.ok(found, 'it warns');
      if (args) assert.deepEqual(found.args, args);
      const other = await play(fine);
      assert.ok(other.item_count > 0);
      assert.deepEqual(
        other.report.warnings.filter((warning) => warning.code === code),
        [],
        'and one step beside it does not',
      );
    });
  }
});

describe('LOOP §9: the report', () => {
  let stage: Stage;
  let built: Built;
  before(async () => {
    const rows: Row[] = [
      { ...asked(topic(0), 'Four'), ...day(0) },
      { ...asked(topic(1), 'Sevenly'), ...day(1), model: 'm-2' },
      { ...asked(topic(2), 'Ten letter'), ...day(2) },
      { prompt: topic(3), completion: 'Imported.', label: false, ...day(3) },
      { ...asked(topic(4), 'Left.'), ...day(4) },
      { ...asked(topic(5), 'Disputed.'), ...day(5) },
    ];
    stage = await Stage.open(rows, { labels: false });
    await stage.play(0, [up(), label('billing')]);
    await stage.play(1, [fix('Fixed.'), label('billing', 'late')]);
    await stage.play(2, [gold('Gold.'), down({ by: 'ben' })]);
    await stage.play(5, [up(), down({ by: 'ben' })]);
    built = await stage.ws.call('dataset.build', { name: 'all', method: 'kto', holdout_percent: 20 });
  });
  after(() => stage.ws.dispose());

  /**
   * By hand. Rows: up (1); correction (Fixed. +, Sevenly -); gold and down (Gold. +, Ten letter -); an imported down (1):
   * six rows of four places in four traces. 20 % of six, rounded up, is two: the newest task (the imported one) is one
   * row, the task before it brings two more and would be three of six, 50 %, beyond 30 %: it stays. The task before that
   * has two rows as well; the oldest is one row.
   */
  it('adds up as counted by hand', () => {
    const { report } = built;
    assert.deepEqual(
      {
        rows: report.rows,
        items: report.items,
        traces_in: report.traces_in,
        slice_size: report.slice_size,
        train_rows: report.train_rows,
        holdout_rows: report.holdout_rows,
        balance: report.balance,
        sources: report.sources,
        reviewers: report.reviewers,
        models: report.models,
        graders: report.graders,
        judges: report.judges,
        labels: report.labels,
        score_from: report.score_from,
        time_span: report.time_span,
        left_out: report.left_out,
        rows_dropped: report.rows_dropped,
        moved: report.moved_to_keep_tasks_whole,
        purged_rows: report.purged_rows,
      },
      {
        rows: 6,
        items: 4,
        traces_in: 4,
        slice_size: 6,
        train_rows: 4,
        holdout_rows: 2,
        balance: { desirable: 3, undesirable: 3 },
        sources: { human: 5, earlier_process: 1, rule: 0, judge: 0, agent: 0 },
        reviewers: { ana: 4, ben: 1 },
        models: { 'm-1': 4, 'm-2': 2 },
        graders: [],
        judges: [],
        labels: { billing: 3, late: 2 },
        score_from: null,
        time_span: { first: '2026-09-01T00:00:00.000Z', last: '2026-09-04T00:00:00.000Z' },
        left_out: { disputed: 1, no_verdict: 1 },
        rows_dropped: {},
        moved: 2,
        purged_rows: 0,
      },
    );
  });

  it('measures answers in characters', () => {
    // Four 4, Fixed. 6, Sevenly 7, Gold. 5, Ten letter 10, Imported. 9: sorted 4 5 6 7 9 10.
    assert.deepEqual(built.report.lengths.answer, { median: 6, p95: 10, max: 10 });
  });

  it('opens the traces behind each number', async () => {
    const { rows, train_rows, reviewers, models, labels, left_out, sources } = built.report;
    const total = async (part: string) => (await stage.ws.call('dataset.traces', { dataset: built.dataset_id, part })).total;
    const parts = [
      'in',
      'train',
      'holdout',
      'desirable',
      'undesirable',
      'moved',
      ...Object.keys(reviewers).map((name) => `reviewer:${name}`),
      ...Object.keys(models).map((name) => `model:${name}`),
      ...Object.keys(labels).map((name) => `label:${name}`),
      ...Object.keys(left_out).map((name) => `left_out:${name}`),
      ...Object.entries(sources).flatMap(([name, n]) => (n > 0 ? [`source:${name}`] : [])),
      ...built.report.warnings.map(({ code }) => `warning:${code}`),
    ];
    for (const part of parts) assert.ok((await total(part)) > 0, part);
    assert.equal(await total('in'), 4);
    assert.ok(train_rows <= rows);
  });
});
