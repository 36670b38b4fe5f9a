import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';
import { useCommandLine } from './command-line';

interface Shown {
  readonly state: string;
  readonly pinned: boolean;
  readonly tainted: readonly string[];
  readonly labels: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  readonly signals: readonly {
    readonly kind: string;
    readonly turn: number;
    readonly reviewer: string;
    readonly retracted?: true;
  }[];
}

/** Verbs and flags that no other test starts a process for, each told by what it did and not by its exit code alone. */
describe('every verb of the command line', function () {
  this.timeout(120_000);
  const cli = useCommandLine();
  const { json, loop, rows } = cli;

  const row = (n: number, more: object = {}) => ({
    request_id: `r${n}`,
    model: n % 2 === 0 ? 'even' : 'odd',
    created_at: `2026-09-0${n}T10:00:00Z`,
    messages: [
      { role: 'user', content: `Question ${n} about ${n * 7919}?` },
      { role: 'assistant', content: `Answer ${n} is five.` },
    ],
    ...more,
  });
  /** Imports conversations 1 to n; their ids in that order. */
  const given = async (n: number, ...flags: string[]): Promise<string[]> => {
    const lines = Array.from({ length: n }, (_, i) => JSON.stringify(row(i + 1)));
    cli.write('log.jsonl', `${lines.join('\n')}\n`);
    return (await json<{ trace_ids: string[] }>('import', 'log.jsonl', '--source', 's', ...flags)).trace_ids;
  };
  const show = (id = '') => json<Shown>('show', id);

  it('skip, note, gold, correct: on a turn, with tool calls, by whom; undo and redo', async () => {
    const [one = '', two = ''] = await given(2);
    await json('skip', one, '--reason', 'cannot tell');
    assert.equal((await show(one)).state, 'skipped');
    await json('note', one, '--text', 'look again', '--turn', '0');
    await json('score', two, 'tone=0.5', 'facts=1', '--turn', '1');
    assert.match((await loop('scores', two)).out, /turn 1 {2}human {2}ana {2}0\.75\n {2}tone 0\.5, facts 1/);
    assert.equal(await cli.problem('score', two, '7'), 'usage');
    cli.write('calls.json', '[{"name": "refund", "arguments": {"order": 9007199254740993}}]');
    const fixed = await json<{ act_id: string }>(
      '--reviewer',
      'ben',
      'correct',
      one,
      '--tool-calls',
      'calls.json',
      '--turn',
      '1',
    );
    await json('gold', two, '--text', 'Six.', '--reason', 'from the handbook');
    const { signals } = await show(one);
    assert.deepEqual(
      signals.map(({ kind, turn, reviewer }) => `${kind} ${turn} ${reviewer}`),
      ['skip 1 ana', 'note 0 ana', 'correction 1 ben'],
    );
    assert.match((await loop('show', one)).out, /refund\({"order":9007199254740993}\)/);
    const taken = await json<{ retracted: string; state: string }>('--reviewer', 'ben', 'undo', '--act', fixed.act_id);
    assert.deepEqual([taken.retracted, taken.state], [fixed.act_id, 'skipped']);
    assert.equal(await cli.problem('undo', '--act', fixed.act_id), 'act_not_found', 'another’s act');
    assert.equal((await json<{ restored: string }>('--reviewer', 'ben', 'redo')).restored, fixed.act_id);
    assert.match((await loop('undo')).out, /^Took back .*\nloop redo restores it\.\n$/);
    assert.equal((await show(two)).state, 'unreviewed');
  });

  it('pin, unpin, taint, unlabel, and labels renamed, merged and moved', async () => {
    const [one = '', two = ''] = await given(2, '--label', 'refund', '--attribute', 'language=es');
    await json('pin', one, two);
    await json('unpin', two);
    await json('taint', two, 'a tool was called without permission');
    const [first, second] = [await show(one), await show(two)];
    assert.deepEqual([first.pinned, second.pinned, second.tainted], [true, false, ['a tool was called without permission']]);
    assert.deepEqual([first.labels, first.attributes], [['refund'], { language: 'es' }]);
    await json('label', one, 'money');
    const all = (...flags: string[]) => json<{ label: string; parent?: string; count: number }[]>('labels', ...flags);
    assert.deepEqual(
      (await all('--rename', 'refund=refunds')).map(({ label }) => label),
      ['money', 'refunds'],
    );
    assert.equal((await all('--parent', 'refunds=money')).find(({ label }) => label === 'refunds')?.parent, 'money');
    assert.equal((await all('--parent', 'refunds=')).find(({ label }) => label === 'refunds')?.parent, undefined);
    assert.deepEqual(await all('--merge', 'money=refunds'), [{ label: 'refunds', count: 2 }]);
    assert.deepEqual((await json<Shown>('unlabel', one, 'refunds')).labels, []);
    assert.deepEqual((await json<Shown>('unlabel', one, '--key', 'language')).attributes, {});
  });

  it('candidate, pick and a tie of two', async () => {
    const [one = ''] = await given(1);
    const { candidate } = await json<{ candidate: string }>('candidate', one, '--text', 'Six.', '--model', 'teacher');
    await json('pick', one, candidate, 'answer');
    const pairs = async () => (await json<{ item_count: number }>('build', '--name', 'pairs', '--method', 'dpo')).item_count;
    assert.equal(await pairs(), 1);
    await json('pick', one, '--tie', 'answer', candidate);
    assert.equal(await pairs(), 0);
    assert.equal(await cli.problem('pick', one, 'answer', 'nobody'), 'pick_invalid');
    assert.match((await loop('show', one)).out, /candidate .*teacher, by ana/);
  });

  it('grade a slice, one trace and all turns; scores with what each rule said', async () => {
    const [one = ''] = await given(3);
    cli.write(
      'g.grader.yaml',
      'version: 1\nname: G\nrules:\n  - { id: five, type: contains, any: [five] }\n  - { id: two, type: regex, pattern: "Answer 2" }\n',
    );
    const graded = await json<{ graded: number; by_rule: Record<string, { pass: number }> }>(
      'grade',
      '--grader',
      'g.grader.yaml',
      '--model',
      'odd',
    );
    assert.deepEqual([graded.graded, graded.by_rule['five']?.pass], [2, 2]);
    const { rows: single } = await json<{ rows: { turn: number; score: number }[] }>(
      'grade',
      '--grader',
      'g.grader.yaml',
      '--trace',
      one,
    );
    assert.deepEqual(
      single.map(({ turn, score }) => [turn, score]),
      [[1, 0.5]],
    );
    const { traces } = await json<{ traces: unknown[] }>('grade', '--grader', 'g.grader.yaml', '--turns', 'all');
    assert.equal(traces.length, 3);
    assert.equal(await cli.problem('grade', '--grader', 'g.grader.yaml', '--trace', one, '--model', 'odd'), 'usage');
    assert.match((await loop('scores', one)).out, /turn 1 {2}grader {2}G {2}0\.5\n {2}pass +five\n {2}fail +two: /);
    assert.deepEqual((await rows<{ id: string }>('list', '--only-unscored')).length, 0);
  });

  it('build with thresholds and a pin, datasets, report, samples and compare', async () => {
    const [one = '', two = '', three = ''] = await given(4, '--retention-days', '10');
    for (const id of [one, two, three]) await json('up', id);
    const built = await json<{ expiring: { traces: number } }>('build', '--name', 'set', '--method', 'sft', '--holdout', '30');
    assert.equal(built.expiring.traces, 3);
    assert.match(
      (await loop('build', '--name', 'set', '--method', 'sft', '--holdout', '30')).out,
      /3 traces of it will expire within 30 days, .*build --pin keeps them/,
    );
    const pinned = await loop('build', '--name', 'set', '--method', 'sft', '--holdout', '30', '--pin');
    assert.match(pinned.out, /, unchanged: 3 rows, 2 to train on, 1 held out.*Pinned 3 traces/s);
    assert.equal((await rows('list', '--has', 'pinned')).length, 3);
    await json('down', one);
    await json('correct', two, '--text', 'Better.');
    await json('up', (await rows<{ id: string; state: string }>('list', '--state', 'unreviewed'))[0]?.id ?? '');
    await json('build', '--name', 'set', '--method', 'sft', '--holdout', '30');
    const changed = await json<{ counts: Record<string, number>; total: number }>('compare', 'set@1', 'set');
    assert.deepEqual(changed.counts, { in: 1, out: 1, changed: 2, same: 0 });
    const out = await json<{ rows: { trace: string; why: string }[] }>(
      'compare',
      'set@1',
      'set@2',
      '--change',
      'out',
      '--limit',
      '1',
    );
    assert.equal(out.rows[0]?.trace, one);
    const why = out.rows[0].why;
    assert.equal(
      (await json<{ total: number }>('compare', 'set@1', 'set@2', '--change', 'out', '--why', why, '--offset', '0')).total,
      1,
    );
    assert.match(
      (await loop('compare', 'set@1', 'set')).out,
      /^set@1 \(3 rows\) → set@2 \(3 rows\)\n {2}in +1 .*\n.*\n.*\n {2}same +0/,
    );
    assert.deepEqual(
      (await json<{ name: string; version: number }[]>('datasets')).map(({ name, version }) => `${name}@${version}`),
      ['set@2', 'set@1'],
    );
    assert.equal((await json<{ report: { holdout_rows: number } }>('report', 'set@1')).report.holdout_rows, 1);
    assert.match((await loop('report', 'set')).out, /^set@2 \(sft\): 3 rows, 2 to train on, 1 held out\n/);
    assert.equal((await rows('samples', 'set', '--split', 'holdout')).length, 1);
    const [openai] = await rows<{ messages: unknown[] }>('samples', 'set', '--target', 'openai', '--limit', '1', '--offset', '1');
    assert.equal(openai?.messages.length, 2);
    const strict = ['--min-score', '0.9', '--min-margin', '0.1', '--label-threshold', '0.4', '--on-dispute', 'latest'];
    await json('build', '--name', 'strict', '--method', 'sft', ...strict, '--score-from', 'human', '--include-tainted');
    const { recipe } = await json<{ recipe: object }>('report', 'strict');
    assert.deepEqual({ ...recipe, min_score: 0.9, on_dispute: 'latest', include_tainted: true, score_from: 'human' }, recipe);
  });

  it('export a recipe with an option, and verify one dataset', async () => {
    const [one = '', two = ''] = await given(2);
    for (const id of [one, two]) await json('up', id);
    cli.write('both.dataset.yaml', 'version: 1\nname: both\nmethod: sft\nslice: { source: s }\n');
    const exported = await json<{ files: { path: string }[] }>(
      'export',
      '--recipe',
      'both.dataset.yaml',
      '--target',
      'trl',
      '--out',
      'out',
      '--option',
      'shape=messages',
    );
    assert.deepEqual(exported.files.map(({ path: name }) => path.basename(name)).sort(), [
      'card.json',
      'next_steps.md',
      'sft.yaml',
      'train.jsonl',
    ]);
    assert.match(readFileSync(path.join(cli.folder, 'out/sft.yaml'), 'utf8'), /assistant_only_loss: true/);
    assert.equal(
      await cli.problem('export', 'both', '--target', 'trl', '--out', 'out', '--option', 'shape=other'),
      'option_invalid',
    );
    await json('build', '--name', 'other', '--method', 'kto');
    const states = async (name: string) =>
      (await json<{ files: { state: string }[] }>('verify', name)).files.map(({ state }) => state);
    assert.deepEqual([new Set(await states('both')), await states('other')], [new Set(['current']), []]);
    cli.write(
      'sets/two.dataset.yaml',
      'version: 1\nname: two\nmethod: sft\nexports:\n  - { target: trl, path: ../data/two }\n  - { target: openai, path: two-openai, tool_output_chars: 40 }\n',
    );
    const both = await json<{ exports: { target: string; folder: string }[] }>('export', '--recipe', 'sets/two.dataset.yaml');
    assert.deepEqual(
      both.exports.map(({ target, folder }) => [target, folder]),
      [
        ['trl', 'data/two'],
        ['openai', 'sets/two-openai'],
      ],
    );
    assert.equal(await cli.problem('export', '--recipe', 'both.dataset.yaml'), 'usage', 'it says of no place');
    assert.match((await loop('build', '--recipe', 'both.dataset.yaml')).out, /both@1 \(sft\), unchanged/);
    assert.equal(await cli.problem('build', '--recipe', 'both.dataset.yaml', '--holdout', '10'), 'usage');
  });

  it('list by every key, its opposite and as text, page by page', async () => {
    const [one = '', two = '', three = ''] = await given(3);
    await json('up', two);
    await json('label', three, 'billing');
    const found = async (...flags: string[]) => (await rows<{ id: string }>('list', ...flags)).map(({ id }) => id);
    for (const [flags, ids] of [
      [['--model', 'even'], [two]],
      [['--not-model', 'even', '--since', '2026-09-02'], [three]],
      [['--reviewer', 'ana', '--has', 'up'], [two]],
      [['--not-reviewer', 'ana', '--not-label', 'billing', '--until', '2026-09-02'], [one]],
      [['--unlabelled', '--not-text', 'QUESTION 1'], [two]],
      [['--slice', '-state:reviewed', '--not-unlabelled'], [three]],
      [['--limit', '1', '--after', three], [two]],
    ] as const)
      assert.deepEqual(await found(...flags), ids, flags.join(' '));
    const drawn = await found('--sample', '2', '--seed', '7');
    assert.deepEqual([drawn.length, await found('--seed', '7', '--sample', '2')], [2, drawn]);
  });

  it('capture on, off and show', async () => {
    await json('capture', 'on', 'bot');
    assert.match((await loop('capture', 'show')).out, /^bot +on +ana +for 30 days/m);
    await json('capture', 'off', 'bot', '--retention-days', '7');
    const [source] = await json<{ recording: boolean; retention_days: number }[]>('capture', 'show');
    assert.deepEqual([source?.recording, source?.retention_days], [false, 7]);
  });

  it('import with a mapping and a scale, and a dry run that shows what would come in', async () => {
    cli.write('faq.csv', 'question,answer,stars\nOpen on Sunday?,"No, write to eve@example.org",4\n');
    const flags = [
      '--source',
      'faq',
      '--map',
      'prompt=question',
      '--map',
      'completion=answer',
      '--map',
      'score=stars',
      '--scale',
      '1..5',
    ];
    const dry = (await loop('import', 'faq.csv', ...flags, '--dry-run')).out;
    assert.match(dry, /Would be masked\n {2}email 1\n {4}.*\[redacted:email\]/);
    assert.match(
      dry,
      /Conversation 1\n {2}user: Open on Sunday\?\n {2}assistant: No, write to \[redacted:email\]\n {2}→ score: overall 0\.75, 4 in the file/,
    );
    const { imported, reviewed } = await json<{ imported: number; reviewed: number }>('import', 'faq.csv', ...flags);
    assert.deepEqual([imported, reviewed], [1, 0]);
    assert.equal((await rows('list', '--has', 'score')).length, 1);
  });

  it('judge import and runs', async () => {
    const [one = '', two = ''] = await given(2);
    cli.write(
      'tone.judge.md',
      '---\nversion: 1\nname: Tone\ndimensions:\n  - { key: tone, description: The customer is addressed with respect., scale: { min: 1, max: 5 } }\n---\n\nScore the tone of the reply. Length is not quality.\n',
    );
    cli.write('v.jsonl', `{"trace":"${one}","scores":{"tone":5}}\n{"trace":"${two}","scores":{"style":5}}\n`);
    const { code, out, err } = await loop(
      'judge',
      'import',
      'v.jsonl',
      '--judge',
      'tone.judge.md',
      '--model',
      'm',
      '--run',
      'first',
    );
    assert.equal(code, 0);
    assert.match(
      out,
      /^Read 2: 1 verdict recorded, 0 duplicates, 1 refused\.\n {2}judge +Tone \([0-9a-f]{8}\)\n {2}run +first\n {2}mean score +1\n/,
    );
    assert.match(err, /v\.jsonl:2: unknown_dimension: The judge has no dimension style\./);
    cli.write('tone.judge.yaml', 'version: 1\nname: Tone\ninstructions: |\n  Score it.\n');
    assert.equal((await loop('judge', 'convert', 'tone.judge.yaml')).out, '---\nversion: 1\nname: Tone\n---\n\nScore it.\n');
    const [run] = await json<{ run: string; model: string; stale: boolean }[]>('judge', 'runs');
    assert.deepEqual([run?.run, run?.model, run?.stale], ['first', 'm', false]);
    assert.match((await loop('scores', one)).out, /turn 1 {2}judge {2}Tone {2}1\n {2}tone 5/);
  });

  it('share with a dry run, rebuild without files that are gone, delete with a dry run', async () => {
    const [one = ''] = await given(2);
    assert.match((await loop('share', '--dry-run')).out, /git would see/);
    assert.equal(await cli.problem('share'), 'share_confirmation_needed');
    await json('share', '--yes');
    assert.match((await loop('stats')).out, /shared +feedback, in git/);
    await json('share', '--off');
    assert.equal((await json<{ traces: number }>('rebuild', '--accept-missing')).traces, 2);
    assert.match((await loop('delete', one, '--dry-run')).out, /^Would delete 1 conversation/);
    assert.equal((await json<{ purged: number }>('delete', '--where', 'model:odd', '--yes')).purged, 1);
  });
});
