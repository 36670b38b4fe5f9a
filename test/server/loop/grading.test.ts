import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import { asked, candidate, gold, label, Stage, type Act, type Row } from './stage';

interface Case {
  readonly row: string;
  readonly rule: string;
  readonly verdict: string;
  readonly conversation?: Row;
  readonly answer?: string;
  readonly acts?: readonly Act[];
}

const call = (name: string, args: string) => ({
  messages: [
    { role: 'user', content: `call ${name} ${args}?` },
    { role: 'assistant', content: '', tool_calls: [{ id: '1', type: 'function', function: { name, arguments: args } }] },
  ],
});

/** LOOP §6: the six kinds, and the four things a rule can say. */
const cases: readonly Case[] = [
  { row: 'phrases: pass', rule: 'type: contains, any: [sorry]', answer: 'Sorry!', verdict: 'pass' },
  { row: 'phrases: fail', rule: 'type: contains, none: [sorry]', answer: 'Sorry!', verdict: 'fail' },
  { row: 'exact answer: pass', rule: 'type: exact, expected: Yes', answer: ' yes ', verdict: 'pass' },
  { row: 'exact answer: fail', rule: 'type: exact, expected: Yes', answer: 'Yes!', verdict: 'fail' },
  { row: 'exact answer: no gold to hold it against', rule: 'type: exact, reference: gold', answer: 'Yes', verdict: 'skipped' },
  {
    row: 'exact answer: the gold',
    rule: 'type: exact, reference: gold',
    answer: 'Yes',
    acts: [gold('yes')],
    verdict: 'pass',
  },
  { row: 'number: 12.00 = 12', rule: 'type: number, expected: 12', answer: 'You get €12.00.', verdict: 'pass' },
  { row: 'number: fail', rule: 'type: number, expected: 12', answer: 'You get €21.', verdict: 'fail' },
  { row: 'number: an answer without one', rule: 'type: number, expected: 12', answer: 'Soon.', verdict: 'skipped' },
  { row: 'valid JSON: pass', rule: 'type: json, required: [a.b]', answer: '{"a":{"b":1}}', verdict: 'pass' },
  { row: 'valid JSON: a required key is missing', rule: 'type: json, required: [a.c]', answer: '{"a":{"b":1}}', verdict: 'fail' },
  { row: 'valid JSON: not JSON', rule: 'type: json', answer: 'no', verdict: 'fail' },
  {
    row: 'valid JSON: by a schema',
    rule: 'type: json, schema: { type: object, properties: { a: { type: number } } }',
    answer: '{"a":"x"}',
    verdict: 'fail',
  },
  { row: 'pattern: pass', rule: "type: regex, pattern: '#\\d{6}'", answer: 'Order #123456.', verdict: 'pass' },
  { row: 'pattern: fail', rule: "type: regex, pattern: '#\\d{6}', expect: no_match", answer: 'Order #123456.', verdict: 'fail' },
  {
    row: 'tool called: pass',
    rule: "type: tool_call, tool: find, args: { id: { matches: '^9' } }",
    conversation: call('find', '{"id":"93"}'),
    verdict: 'pass',
  },
  { row: 'tool called: fail', rule: 'type: tool_call, tool: find', conversation: call('look', '{}'), verdict: 'fail' },
  {
    row: 'a rule outside its slice',
    rule: 'type: contains, any: [sorry], slice: { label: billing }',
    answer: 'Sorry!',
    verdict: 'not_applied',
  },
  {
    row: 'a rule inside its slice, by a label under the one named',
    rule: 'type: contains, any: [sorry], slice: { label: billing }',
    answer: 'Sorry!',
    acts: [label('refunds')],
    verdict: 'pass',
  },
  { row: 'a rule that is switched off', rule: 'type: contains, any: [sorry], enabled: false', answer: 'Sorry!', verdict: 'none' },
];

const file = (rules: string, more = '') => `version: 1\nname: Under test\n${more}rules:\n${rules}`;

describe('LOOP §6: what a rule says', () => {
  let stage: Stage;
  before(async () => {
    stage = await Stage.open(cases.map(({ row, conversation, answer }) => conversation ?? asked(`${row}?`, answer)));
    await stage.ws.call('label.add', { traces: [stage.traces[0] ?? ''], labels: ['refunds'], parent: 'billing' });
  });
  after(() => stage.ws.dispose());

  cases.forEach(({ row, rule, verdict, acts = [] }, n) => {
    it(row, async () => {
      const { trace } = await stage.play(n, acts);
      const path = stage.ws.write('t.grader.yaml', file(`  - { id: r, ${rule} }\n`));
      const { rows } = await stage.ws.call('grade.run', { grader: { path }, trace });
      assert.equal(rows?.[0]?.rules['r'] ?? 'none', verdict);
      const score = { pass: 1, fail: 0 }[verdict] ?? null;
      assert.equal(rows?.[0]?.score ?? null, score, 'nothing applied: no score, never 0');
    });
  });
});

describe('LOOP §6: scores', () => {
  let stage: Stage;
  before(async () => {
    const long = ['One?', 'five', 'Two?', 'three'].map((content, i) => ({ role: i % 2 ? 'assistant' : 'user', content }));
    stage = await Stage.open([
      asked('Weights?', 'five two'),
      asked('Amounts?', 'five: 12'),
      asked('Parts?', 'five'),
      { messages: long },
    ]);
  });
  after(() => stage.ws.dispose());

  const graderPath = { path: 'words.grader.yaml' };
  const scoresOf = async (n: number) => {
    const { scores } = await stage.ws.call('grade.scores', { trace: stage.traces[n] ?? '' });
    return scores.map(
      ({ turn, candidate: c, score, stale }) => `${c === undefined ? turn : 'candidate'} ${score} ${stale ? 'stale' : 'current'}`,
    );
  };
  const grade = (n: number, more: object = {}) =>
    stage.ws.call('grade.run', { grader: graderPath, trace: stage.traces[n] ?? '', ...more });

  it('are the weight that passed over the weight that passed or failed', async () => {
    await grade(0);
    // 5 + 2 of 10; the rule of weight 10 is outside its slice and counts on neither side.
    assert.deepEqual(await scoresOf(0), ['1 0.7 current']);
    await stage.play(1, [label('amounts')]);
    await grade(1);
    // 5 + 10 of 20.
    assert.deepEqual(await scoresOf(1), ['1 0.75 current']);
  });

  it('cover the answer and every candidate', async () => {
    await stage.play(2, [candidate('five three'), candidate('nothing')]);
    const result = await grade(2);
    assert.deepEqual([result.graded, result.candidates_graded], [1, 2]);
    assert.deepEqual(await scoresOf(2), ['1 0.5 current', 'candidate 0.8 current', 'candidate 0 current']);
  });

  it('of every turn give rows per turn and a summary per trace', async () => {
    const { rows, traces } = await grade(3, { turns: 'all' });
    assert.deepEqual(
      rows?.map(({ turn, score }) => [turn, score]),
      [
        [1, 0.5],
        [3, 0.3],
      ],
    );
    assert.deepEqual(traces, [{ trace: stage.traces[3], turns: 2, scored: 2, mean_score: 0.4, lowest_score: 0.3, passed: 0 }]);
  });

  it('are tied to the rules: an edit makes new ones beside the old, and stale ones count nowhere', async () => {
    const text = file('  - { id: five, type: contains, any: [five] }\n').replace('Under test', 'Words');
    stage.ws.write('words.grader.yaml', text);
    assert.deepEqual(await scoresOf(0), ['1 0.7 stale']);
    const before = await stage.build(0, 'sft');
    assert.deepEqual(before.report.left_out, { no_verdict: 1 });
    await grade(0);
    assert.deepEqual(await scoresOf(0), ['1 0.7 stale', '1 1 current']);
    const now = await stage.build(0, 'sft');
    assert.deepEqual([now.item_count, now.report.score_from], [1, 'graders']);
    assert.equal(now.report.graders.length, 1);
    assert.match(now.report.graders[0] ?? '', /^Words@[0-9a-f]{64}$/);
  });
});

describe('LOOP §6: grading on arrival', () => {
  const auto = (text: string) => file(text, 'auto: true\n');
  const chat = (turns: readonly string[]) => ({
    request_id: 'session',
    messages: turns.map((content, i) => ({ role: i % 2 ? 'assistant' : 'user', content })),
  });
  let stage: Stage;
  before(async () => {
    stage = await Stage.open([asked('First?', 'five')]);
    stage.ws.write('auto.grader.yaml', auto('  - { id: five, type: contains, any: [five] }\n'));
  });
  after(() => stage.ws.dispose());

  const bring = async (turns: readonly string[]) => {
    const path = stage.ws.write('log.jsonl', JSON.stringify(chat(turns)));
    return stage.ws.call('import.run', { paths: [path], source: 'sessions' });
  };
  const said = async (trace: string) => {
    const { scores } = await stage.ws.call('grade.scores', { trace });
    return scores.map(({ turn, score }) => [turn, score]);
  };

  it('counts in a build without any further run', async () => {
    const { trace_ids } = await bring(['Q?', 'five']);
    assert.deepEqual(await said(trace_ids[0] ?? ''), [[1, 1]]);
    const built = await stage.ws.call('dataset.build', { name: 'arrived', method: 'sft', slice: { source: 'sessions' } });
    assert.deepEqual([built.item_count, built.report.score_from], [1, 'graders']);
  });

  it('grades the later revision of a session that grew', async () => {
    const first = await bring(['Q?', 'five']);
    const grown = await bring(['Q?', 'five', 'And?', 'no']);
    assert.equal(first.duplicates, 1);
    assert.deepEqual(grown.grades?.[0]?.graded, 1);
    const [row] = (await stage.ws.call('trace.list', { selection: { source: 'sessions' } })).rows;
    assert.deepEqual((await said(row?.id ?? '')).at(-1), [3, 0]);
  });

  it('grades what a session goes on as, once the first part was judged', async () => {
    const [before] = (await stage.ws.call('trace.list', { selection: { source: 'sessions' } })).rows;
    await stage.ws.call('feedback.up', { trace: before?.id ?? '' });
    const grown = await bring(['Q?', 'five', 'And?', 'no', 'Well?', 'five!']);
    const { rows } = await stage.ws.call('trace.list', { selection: { source: 'sessions' } });
    const continued = rows.find(({ id }) => id !== before?.id);
    assert.deepEqual(grown.grades?.[0], { grader: 'Under test', graded: 1, passed: 1, failed: 0, no_score: 0 });
    assert.deepEqual(await said(continued?.id ?? ''), [[5, 1]]);
    assert.deepEqual(grown.trace_ids, [continued?.id], 'an import names what it made');
  });

  it('grades a judged answer no second time', async () => {
    assert.equal((await bring(['Q?', 'five', 'And?', 'no', 'Well?', 'five!'])).grades, undefined);
  });
});
