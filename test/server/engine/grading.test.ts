import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { JsPatterns } from '../../../server/engine/js-patterns';
import { isProblem } from '../../support/problem';
import { chat, importRows, makeWorkspace, type Workspace } from './workspace';

const rules = (more = '', any = 'sorry') => `version: 1
name: Politeness
pass_threshold: 0.5
rules:
  - { id: apologises, type: contains, any: [${any}] }
  - { id: amount, type: number, reference: gold, pick: any, slice: { label: refunds } }
${more}`;

describe('engine: grading', () => {
  let ws: Workspace;
  let ids: string[];
  let file: string;

  beforeEach(async () => {
    ws = await makeWorkspace();
    ids = await importRows(ws, [
      chat('a', 'Late?', 'Sorry, it comes on Friday.'),
      chat('b', 'Refund?', 'You get €12.00.'),
      chat('c', 'Hello?', ''),
    ]);
    file = ws.write('polite.grader.yaml', rules());
  });
  afterEach(() => ws.dispose());

  const run = (more: object = {}) => ws.call('grade.run', { grader: { path: file }, ...more });
  const acts = async () => (await ws.call('store.stats', {})).acts;
  const scores = async (n: number) => (await ws.call('grade.scores', { trace: ids[n] ?? '' })).scores;

  it('grades a selection, and says the same again without writing', async () => {
    const first = await run();
    assert.deepEqual(
      [first.graded, first.passed, first.failed, first.no_score, first.mean_score, first.written],
      [3, 1, 2, 0, 0.333333333333, 3],
    );
    assert.deepEqual(first.by_rule['apologises'], { pass: 1, fail: 2, skipped: 0, not_applied: 0 });
    assert.deepEqual(first.by_rule['amount'], { pass: 0, fail: 0, skipped: 0, not_applied: 3 });
    const before = await acts();
    const again = await run();
    assert.deepEqual({ ...again, written: 3 }, first);
    assert.equal(await acts(), before);
  });

  it('follows labels, golds and candidates', async () => {
    const [, trace = ''] = ids;
    await run();
    await ws.call('label.add', { traces: [trace], labels: ['gloves'] });
    await ws.call('label.change', { label: 'gloves', parent: 'refunds' });
    assert.deepEqual(
      (await run({ trace })).rows?.map((row) => row.rules),
      [{ apologises: 'fail', amount: 'skipped' }],
    );
    await ws.call('feedback.gold', { trace, answer: { text: 'Twelve euros: €12' } });
    await ws.call('candidate.add', { trace, answer: { text: 'Sorry, €21.' } });
    const graded = await run();
    assert.deepEqual([graded.candidates_graded, graded.by_rule['amount']?.pass], [1, 1]);
    const found = await scores(1);
    assert.deepEqual(
      found.map(({ candidate, score, rules: said, stale }) => [candidate !== undefined, score, said?.['amount'], stale]),
      [
        [false, 0.5, 'pass', false],
        [true, 0.5, 'fail', false],
      ],
    );
    assert.equal(found[1]?.reasons?.['amount']?.message, 'says 21, not 12');
  });

  it('keeps scores of earlier rules and shows them as stale', async () => {
    await run();
    ws.write('polite.grader.yaml', rules('', 'friday'));
    assert.deepEqual(
      (await scores(0)).map(({ stale }) => stale),
      [true],
    );
    assert.equal((await ws.call('grade.overview', { graders: [{ path: file }] }))[0]?.last?.stale, true);
    await run();
    assert.deepEqual(
      (await scores(0)).map(({ stale }) => stale),
      [true, false],
    );
    // A title is no rule.
    ws.write('polite.grader.yaml', rules('description: Said differently.\n', 'friday'));
    assert.deepEqual(
      (await scores(0)).map(({ stale }) => stale),
      [true, false],
    );
    assert.equal((await run()).written, 0);
  });

  it('counts the calls made since the last question', async () => {
    const call = { id: 'c1', type: 'function', function: { name: 'lookup', arguments: '{}' } };
    const [trace = ''] = await importRows(
      ws,
      [
        JSON.stringify({
          request_id: 'agent',
          messages: [
            { role: 'user', content: 'Where?' },
            { role: 'assistant', content: null, tool_calls: [call] },
            { role: 'tool', tool_call_id: 'c1', content: 'here' },
            { role: 'assistant', content: 'Here.' },
            { role: 'user', content: 'Thanks, bye.' },
            { role: 'assistant', content: 'Bye.' },
          ],
        }),
      ],
      'agents',
    );
    ws.write('polite.grader.yaml', 'version: 1\nname: T\nrules:\n  - { id: t, type: tool_call, tool: lookup }\n');
    const { rows } = await run({ trace, turns: 'all' });
    assert.deepEqual(
      rows?.map(({ turn, score }) => [turn, score]),
      [
        [1, 1],
        [3, 1],
        [5, 0],
      ],
    );
  });

  it('tries unsaved text on a trace and writes nothing', async () => {
    const before = await acts();
    const tried = await ws.call('grade.try', { trace: ids[1] ?? '', grader: { path: file, text: rules('', 'you get') } });
    assert.deepEqual(
      tried.answers.map(({ score, passed, rules: said }) => [score, passed, ...said.map((r) => `${r.index} ${r.verdict}`)]),
      [[1, true, '0 pass', '1 not_applied']],
    );
    assert.equal(await acts(), before);
    const broken = ws.call('grade.try', {
      trace: ids[1] ?? '',
      grader: { path: file, text: 'version: 1\nname: x\nrules: []\n' },
    });
    await assert.rejects(broken, isProblem('grader_invalid'));
  });

  it('leaves nothing when it is cancelled', async () => {
    const before = await acts();
    let asked = 0;
    const cancel = {
      get aborted() {
        return ++asked > 2;
      },
    };
    await assert.rejects(ws.call('grade.run', { grader: { path: file } }, { cancel }), isProblem('cancelled'));
    assert.equal(await acts(), before);
    assert.deepEqual(
      readdirSync(path.join(ws.store, 'log')).filter((name) => name.endsWith('.part')),
      [],
    );
    assert.equal((await run()).written, 3);
  });

  it('is there after opening again, and after making the index anew', async () => {
    const { written } = await run();
    const before = await scores(0);
    await ws.reopen();
    assert.deepEqual(await scores(0), before);
    await ws.call('store.rebuild', {});
    assert.deepEqual(await scores(0), before);
    assert.equal(written, 3);
    assert.equal((await ws.call('grade.overview', { graders: [{ path: file }] }))[0]?.last?.graded, 3);
  });

  it('is purged with its trace', async () => {
    const [trace = ''] = ids;
    await run();
    await ws.call('trace.delete', { traces: [trace], confirmed: true });
    const left = readdirSync(path.join(ws.store, 'log')).map((name) => readFileSync(path.join(ws.store, 'log', name), 'utf8'));
    assert.ok(left.every((text) => !text.includes(trace)));
    assert.ok(left.some((text) => text.includes(ids[1] ?? '?')));
  });

  it('says how it agrees with people', async () => {
    await run();
    await ws.call('feedback.up', { trace: ids[0] ?? '' });
    await ws.call('feedback.up', { trace: ids[1] ?? '' });
    await ws.call('feedback.down', { trace: ids[2] ?? '' });
    const { n, agreement, low, high, table } = await ws.call('grade.agreement', { grader: { path: file } });
    assert.deepEqual([n, table], [3, { both: 1, grader_only: 0, people_only: 1, neither: 1 }]);
    assert.ok(agreement !== null && low !== null && high !== null && low < agreement && agreement < high);
    ws.write('polite.grader.yaml', rules('', 'friday'));
    assert.equal((await ws.call('grade.agreement', { grader: { path: file } })).n, 0);
  });

  it('tells how files stand: slice, last run, mistakes', async () => {
    await ws.call('label.add', { traces: [ids[0] ?? ''], labels: ['refunds'] });
    const sliced = ws.write(
      's.grader.yaml',
      'version: 1\nname: S\nrules:\n  - { id: s, type: contains, any: [x], slice: { label: refunds } }\n',
    );
    const broken = ws.write('b.grader.yaml', 'version: 1\nname: B\nrules: []\n');
    const rows = await ws.call('grade.overview', { graders: [{ path: file }, { path: sliced }, { path: broken }] });
    assert.deepEqual(
      rows.map(({ name, total, slice_size, last, problem }) => [name, total, slice_size, last, problem === undefined]),
      [
        ['Politeness', 3, 3, undefined, true],
        ['S', 3, 1, undefined, true],
        ['b.grader.yaml', 3, 0, undefined, false],
      ],
    );
  });

  it('stops a pattern of the JavaScript engine that takes too long', async () => {
    ws.write(
      'polite.grader.yaml',
      "version: 1\nname: J\nrules:\n  - { id: j, type: regex, engine: js, pattern: '^(?=a)(a|ab)(c|bcd)$' }\n",
    );
    const [trace = ''] = await importRows(ws, [chat('js', 'x', 'abcd')], 'js');
    assert.deepEqual((await run({ trace })).rows?.[0]?.rules, { j: 'pass' });
    assert.equal((await ws.call('grade.try', { trace, grader: { path: file } })).answers[0]?.score, 1);
    const patterns = new JsPatterns();
    const slow = patterns.timedPattern('^(a+)+$', '');
    const texts = ['aaa', 'aab', `${'a'.repeat(40)}!`];
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await patterns.prepare(() => texts);
    clearInterval(timer);
    assert.deepEqual(texts.map(slow), [true, false, undefined]);
    assert.ok(turns > 0, 'others had their turn meanwhile');
    assert.equal(slow('never prepared'), undefined);
    assert.throws(() => patterns.timedPattern('(', ''));
    const many = Array.from({ length: 6 }, (_, n) => `${'a'.repeat(40 + n)}!`);
    await patterns.prepare(() => [...many, 'aaa']);
    assert.deepEqual([...many, 'aaa'].map(slow), Array.from({ length: 7 }), 'it is given up after a few');
    await patterns.close();
  });

  it('refuses a pattern of which it is known that it takes exponential time', async () => {
    const text = "version: 1\nname: J\nrules:\n  - { id: j, type: regex, engine: js, pattern: '^(a+)+$' }\n";
    ws.write('polite.grader.yaml', text);
    await assert.rejects(run(), isProblem('grader_invalid'));
    const recipe = { name: 'g', method: 'grpo' as const, graders: ['polite.grader.yaml'] };
    await assert.rejects(ws.call('dataset.build', recipe), isProblem('grader_invalid'));
  });
});
