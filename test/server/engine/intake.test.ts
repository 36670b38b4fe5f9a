import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { isProblem } from '../../support/problem';
import { chat, importRows, makeWorkspace, type Workspace } from './workspace';

describe('engine: import and recording', () => {
  let ws: Workspace;

  beforeEach(async () => {
    ws = await makeWorkspace();
  });
  afterEach(() => ws.dispose());

  const rows = (n: number, from = 0) =>
    Array.from({ length: n }, (_, i) => chat(`r${i + from}`, `Question ${i + from}?`, `Answer ${i + from}.`));
  const count = async () => (await ws.call('store.stats', {})).traces;

  it('imports once, however often', async () => {
    const file = ws.write('log.jsonl', rows(5).join('\n'));
    const first = await ws.call('import.run', { paths: [file], source: 'a' });
    assert.deepEqual([first.read, first.imported, first.duplicates], [5, 5, 0]);
    const second = await ws.call('import.run', { paths: [file], source: 'a' });
    assert.deepEqual([second.read, second.imported, second.duplicates], [5, 0, 5]);
    assert.equal(await count(), 5);
  });

  it('says what was deleted before, when it comes in again', async () => {
    const file = ws.write('log.jsonl', rows(5).join('\n'));
    const { trace_ids } = await ws.call('import.run', { paths: [file], source: 'a' });
    await ws.call('trace.delete', { traces: trace_ids.slice(1, 3), confirmed: true });
    const preview = await ws.call('import.preview', { paths: [file], source: 'a' });
    assert.deepEqual([preview.imported, preview.duplicates, preview.notes], [2, 3, { deleted_before: 2 }]);
    const again = await ws.call('import.run', { paths: [file], source: 'a' });
    assert.deepEqual([again.imported, again.duplicates, again.notes], [2, 3, { deleted_before: 2 }]);
    const third = await ws.call('import.run', { paths: [file], source: 'a' });
    assert.deepEqual([third.imported, third.duplicates, third.notes], [0, 5, {}]);
  });

  it('takes good rows in whatever the bad ones do, and says which those were', async () => {
    const [good = ''] = rows(1);
    const file = ws.write('mixed.jsonl', [good, '{"broken": ', '[1, 2]', '{"question": "a", "answer": "b"}', ''].join('\n'));
    const result = await ws.call('import.run', { paths: [file], source: 'a' });
    assert.equal(result.imported, 1);
    assert.deepEqual(result.refused_by, { invalid_json: 1, not_an_object: 1, unrecognised_shape: 1 });
    assert.deepEqual(
      result.refused_rows.map((r) => [r.file, r.line]),
      [2, 3, 4].map((line) => ['mixed.jsonl', line]),
    );
    assert.equal(result.read, result.imported + result.duplicates + result.refused);
  });

  it('previews without writing', async () => {
    const file = ws.write('log.jsonl', [chat('r1', 'I am ana@example.com', 'Hello.')].join('\n'));
    const preview = await ws.call('import.preview', { paths: [file] });
    assert.equal(preview.imported, 1);
    assert.equal(preview.masks[0]?.kind, 'email');
    assert.ok(!JSON.stringify(preview).includes('ana@example.com'));
    assert.equal(await count(), 0);
    assert.deepEqual(readdirSync(path.join(ws.store, 'traces')), []);
  });

  it('masks before it writes', async () => {
    await importRows(ws, [chat('r1', 'My card is 4242 4242 4242 4242.', 'Thanks.')]);
    const page = await ws.call('trace.list', {});
    assert.equal(page.rows[0]?.preview, 'My card is [redacted:card].');
  });

  it('leaves nothing behind when it is stopped', async () => {
    const file = ws.write('log.jsonl', rows(400).join('\n'));
    const cancel = { aborted: false };
    const stopped = ws.call('import.run', { paths: [file], source: 'a' }, { cancel, report: () => (cancel.aborted = true) });
    await assert.rejects(stopped, isProblem('cancelled'));
    assert.equal(await count(), 0);
    await ws.reopen();
    assert.equal(await count(), 0);
    assert.ok(!readdirSync(path.join(ws.store, 'traces')).some((name) => name.endsWith('.part')));
  });

  it('keeps verdicts that came with the file apart from those of reviewers', async () => {
    const file = ws.write(
      'pairs.jsonl',
      JSON.stringify({ prompt: 'why was I charged twice', chosen: 'I have refunded it.', rejected: 'See our policy.' }),
    );
    const result = await ws.call('import.run', { paths: [file], source: 'a' });
    assert.deepEqual([result.reviewed, result.by_shape], [1, { preference: 1 }]);
    const shown = await ws.call('trace.show', { trace: result.trace_ids[0] ?? '' });
    assert.equal(shown.answer, 'See our policy.');
    assert.deepEqual([shown.signals[0]?.kind, shown.signals[0]?.provenance], ['correction', 'earlier_process']);
    assert.equal(shown.state, 'reviewed');
    const row = async () => (await ws.call('trace.list', {})).rows[0];
    assert.deepEqual([(await row())?.verdict, (await row())?.earlier], ['correction', true]);
    await ws.reopen();
    assert.equal((await row())?.earlier, true);
    await ws.call('feedback.up', { trace: shown.id });
    assert.deepEqual([(await row())?.verdict, (await row())?.earlier], ['up', undefined]);
  });

  it('maps the columns of a spreadsheet and never guesses them', async () => {
    const file = ws.write('t.csv', 'question;reply\n"How long;\nreally?";Two weeks\n');
    const unmapped = await ws.call('import.run', { paths: [file], source: 'a' });
    assert.deepEqual(unmapped.refused_by, { unrecognised_shape: 1 });
    const mapping = { prompt: 'question', completion: 'reply' };
    const mapped = await ws.call('import.run', { paths: [file], source: 'a', mapping });
    assert.equal(mapped.imported, 1);
    const shown = await ws.call('trace.show', { trace: mapped.trace_ids[0] ?? '' });
    assert.equal(shown.messages[0]?.content, 'How long;\nreally?');
    assert.equal(shown.origin.line, 2);
  });

  it('reads folders, compressed files, BOMs and UTF-16', async () => {
    const folder = path.join(ws.folder, 'logs');
    mkdirSync(folder);
    const [a = '', b = '', c = '', d = ''] = rows(4);
    ws.write('logs/a.jsonl', `\uFEFF${a}\r\n`);
    ws.write('logs/b.jsonl.gz', gzipSync(b));
    ws.write('logs/c.jsonl', Buffer.from(`\uFEFF${c}`, 'utf16le'));
    ws.write('logs/d.json', `[${d}]`);
    const result = await ws.call('import.run', { paths: [folder], source: 'a' });
    assert.deepEqual([result.imported, result.refused], [4, 0]);
  });

  it('says what is wrong with a file that cannot be read', async () => {
    const missing = path.join(ws.folder, 'nothing.jsonl');
    await assert.rejects(ws.call('import.run', { paths: [missing], source: 'a' }), isProblem('file_not_found'));
    const empty = ws.write('empty.jsonl', '');
    await assert.rejects(ws.call('import.run', { paths: [empty], source: 'a' }), isProblem('file_empty'));
    const image = ws.write('a.jsonl', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
    await assert.rejects(ws.call('import.run', { paths: [image], source: 'a' }), isProblem('file_not_text'));
    await assert.rejects(ws.call('import.run', { paths: [image], source: ' ' }), isProblem('source_name_invalid'));
  });

  it('names the folder it may not look into', async function () {
    const folder = path.join(ws.folder, 'closed');
    mkdirSync(folder);
    chmodSync(folder, 0);
    // Root may read everything, so there is nothing to refuse.
    const expected = process.getuid?.() === 0 ? 'nothing_to_import' : 'file_not_readable';
    await assert.rejects(ws.call('import.run', { paths: [folder], source: 'a' }), isProblem(expected));
    chmodSync(folder, 0o700);
  });

  it('names the trace a session goes on in after it was judged', async () => {
    await ws.call('source.switch', { source: 'bot', recording: true });
    const row = (completion: string) => ({ source: 'bot', request_id: 'session', prompt: 'go on', completion });
    const record = async (completion: string) => (await ws.call('record', { rows: [row(completion)] }))[0]?.trace_id ?? '';
    const first = await record('One.');
    assert.equal(await record('One. Two.'), first);
    await ws.call('feedback.up', { trace: first });
    const next = await record('One. Two. Three.');
    assert.notEqual(next, first);
    assert.equal((await ws.call('trace.show', { trace: next })).answer, 'One. Two. Three.');
  });

  it('checks the attributes of an import like any others', async () => {
    const file = ws.write('log.jsonl', rows(1).join('\n'));
    const run = ws.call('import.run', { paths: [file], source: 'a', attributes: { 'a b': 'c' } });
    await assert.rejects(run, isProblem('attribute_invalid'));
  });

  it('records only into sources that are on, and never fails the caller', async () => {
    const row = {
      source: 'bot',
      request_id: 'x1',
      messages: [
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: 'hello' },
      ],
    };
    assert.deepEqual(await ws.call('record', { rows: [row] }), [{ captured: false, reason: 'source_off' }]);
    await ws.call('source.switch', { source: 'bot', recording: true, retention_days: 30 });
    const [first, again, bad, nothing] = await ws.call('record', {
      rows: [{ ...row, labels: ['ok', 'a,b'] }, row, { source: 'bot' }, 42],
    });
    assert.equal(first?.captured, true);
    assert.match(first.label_problem ?? '', /a,b/);
    assert.deepEqual([again?.duplicate, again?.trace_id], [true, first.trace_id]);
    assert.deepEqual([bad?.captured, bad?.reason], [false, 'unrecognised_shape']);
    assert.deepEqual([nothing?.captured, nothing?.reason], [false, 'not_an_object']);
    const shown = await ws.call('trace.show', { trace: first.trace_id ?? '' });
    assert.deepEqual([shown.origin.kind, shown.labels], ['captured', ['ok']]);
    assert.ok(shown.expires_at);
    const [source] = await ws.call('source.list', {});
    assert.deepEqual([source?.recording, source?.by, source?.retention_days], [true, 'ana', 30]);
  });

  it('records arguments to the last digit, as text and as an object in a row that is text', async () => {
    await ws.call('source.switch', { source: 'bot', recording: true });
    const call = (args: string) =>
      `{"role":"assistant","content":"","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":${args}}}]}`;
    const row = (id: number, args: string) =>
      `{"source":"bot","request_id":"r${id}","attributes":{"case":9007199254740993},"messages":[{"role":"user","content":"q${id}"},${call(args)}]}`;
    const written = '{"b": 1.0, "a": 9007199254740993}';
    const rows = [row(1, JSON.stringify(written)), row(2, written), '{"source":', '[1]'];
    const answers = await ws.call('record', { rows });
    assert.deepEqual(
      answers.map(({ captured, reason }) => reason ?? captured),
      [true, true, 'invalid_json', 'not_an_object'],
    );
    const shown = await Promise.all(answers.slice(0, 2).map(({ trace_id = '' }) => ws.call('trace.show', { trace: trace_id })));
    assert.deepEqual(
      shown.map((trace) => [trace.messages[1]?.tool_calls?.[0]?.arguments, trace.attributes['case']]),
      [
        [written, '9007199254740993'],
        ['{"b":1,"a":9007199254740993}', '9007199254740993'],
      ],
    );
  });
});
