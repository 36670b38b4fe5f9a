import assert from 'node:assert/strict';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { incomingOf } from '../../../core/import/finish';
import { eventEnvelope } from '../../../core/log/events';
import { Problem } from '../../../core/lib/problem';
import { trace as traceSchema } from '../../../core/trace/model';
import { previewText } from '../../../core/trace/plain';
import { convert, RowList } from '../../../server/import/convert';
import { inWorkers, startConverter } from '../../../server/import/start-converter';
import { testFolder, type TestFolder } from './folder';
import { arriving, collect, jobFor } from './jobs';

const fixture = (...parts: string[]) => join('test', 'fixtures', 'import', ...parts);
const going = () => new AbortController().signal;

describe('converting a log', () => {
  let folder: TestFolder;
  beforeEach(() => (folder = testFolder()));
  afterEach(() => folder.free());

  const log = (...rows: unknown[]) => folder.file('log.jsonl', rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const read = (path: string, options = {}) => collect(convert(jobFor([path], options), going(), new RowList()));

  it('writes traces and acts that keep to the contracts', async () => {
    const paths = ['openai-chat/tool-calls', 'preference/forms', 'labelled/forms', 'reference/forms', 'claude-code/sidechains'];
    for (const path of paths) {
      const { rows } = await read(fixture(...path.split('/'), 'input.jsonl'));
      assert.ok(rows.length > 0, path);
      for (const row of rows) {
        const incoming = incomingOf(row);
        const trace = traceSchema.strict().parse(incoming.trace);
        const { messages, tools, ...head } = trace;
        assert.deepEqual(tools, incoming.trace.tools);
        assert.deepEqual(JSON.parse(JSON.stringify(row.head)), {
          ...head,
          message_count: messages.length,
          preview: previewText(trace),
          has_tool_calls: messages.some((m) => m.tool_calls !== undefined),
        });
        for (const act of row.acts) eventEnvelope.parse(act);
      }
    }
  });

  it('keeps requests apart whose ids had to be masked', async () => {
    const rows = ['4539578763621486', '4916338506082832'].map((request_id, n) => ({
      request_id,
      prompt: `Question ${n}`,
      completion: 'x',
    }));
    const { result } = await read(log(...rows, ...rows));
    assert.deepEqual([result.imported, result.duplicates, result.redactions], [2, 2, { card: 2 }]);
  });

  it('masks secrets in every text, with one marker for one value', async () => {
    const { rows, result } = await read(
      log({
        prompt: 'Write to anna@example.org',
        chosen: [
          {
            role: 'assistant',
            content: '',
            tool_calls: [{ id: 'c', function: { name: 'mail', arguments: '{"to":"anna@example.org"}' } }],
          },
        ],
        rejected: 'I wrote to bob@example.org.',
        note: 'asked by carl@example.org',
      }),
    );
    const [row] = rows;
    assert.ok(row);
    const written = JSON.stringify([row.body, row.acts, row.head]);
    assert.doesNotMatch(written, /@example\.org/);
    const act = row.acts[0]?.body;
    assert.ok(act?.type === 'signal' && act.kind === 'correction');
    assert.equal(act.answer?.tool_calls?.[0]?.arguments, '{"to":"[redacted:email]"}');
    assert.equal(act.provenance, 'earlier_process');
    assert.equal(row.acts[0]?.by, 'earlier_process');
    assert.deepEqual(result.redactions, { email: 4 });
  });

  it('gives the same ids every time, and to acts too', async () => {
    const path = fixture('preference', 'forms', 'input.jsonl');
    const [first, second] = [await read(path), await read(path)];
    assert.deepEqual(
      first.rows.map((row) => [row.body, row.acts]),
      second.rows.map((row) => [row.body, row.acts]),
    );
    assert.equal(new Set(first.rows.map((row) => row.head.id)).size, first.rows.length);
  });

  it('tells rows apart by what they say, unless they name themselves', async () => {
    const row = { prompt: 'p', completion: 'c' };
    const { rows, result } = await read(
      log(
        row,
        row,
        { ...row, id: 1 },
        { ...row, id: 2 },
        { ...row, id: 1, completion: 'other' },
        { ...row, request_id: 'r' },
        { prompt: 'x', completion: 'y', request_id: 'r' },
      ),
    );
    assert.equal(result.duplicates, 2);
    assert.deepEqual(
      rows.map((r) => r.key.split(':', 1)[0]),
      ['content', 'content', 'generic', 'generic', 'generic', 'request', 'request'],
    );
    assert.deepEqual(
      rows.map((r) => r.generic_id),
      [undefined, undefined, '1', '2', '1', undefined, undefined],
    );
    assert.notEqual(rows[5]?.content, rows[6]?.content);
  });

  it('keeps two verdicts on one conversation apart', async () => {
    const { result } = await read(log({ prompt: 'p', chosen: 'a', rejected: 'r' }, { prompt: 'p', chosen: 'b', rejected: 'r' }));
    assert.equal(result.imported, 2);
  });

  it('puts the labels and attributes of the import on every row', async () => {
    const path = log({ prompt: 'p', completion: 'c', labels: ['Own'], attributes: { a: '1', b: '2' } });
    const { rows } = await read(path, { labels: ['all'], attributes: { a: '0' } });
    assert.deepEqual(
      rows.map(({ head }) => [head.labels, head.attributes]),
      [[['all', 'own'], { a: '0', b: '2' }]],
    );
  });

  it('links what a sub-agent did to the session it worked for', async () => {
    const { rows } = await read(fixture('claude-code', 'sidechains', 'input.jsonl'));
    assert.deepEqual(
      rows.map((row) => row.head.meta.parent),
      [undefined, rows[0]?.head.id, rows[0]?.head.id, rows[0]?.head.id],
    );
    const child = await read(fixture('claude-code', 'agent-file', 'input.jsonl'));
    assert.equal(child.rows[0]?.head.meta.parent, rows[0]?.head.id);
  });

  it('goes on after a file that cannot be read, but not when it is the only one', async () => {
    const good = log({ prompt: 'p', completion: 'c' });
    const bad = folder.file('bad.jsonl', 'PK\x03\x04');
    const { result } = await collect(convert(jobFor([bad, good]), going(), new RowList()));
    assert.equal(result.imported, 1);
    assert.deepEqual(
      result.refused_rows.map((row) => [row.file, row.line, row.code]),
      [['bad.jsonl', 0, 'file_unreadable']],
    );
    assert.match(result.refused_rows[0]?.message ?? '', /ZIP archive/);
    await assert.rejects(
      collect(convert(jobFor([bad]), going(), new RowList())),
      (e: unknown) => e instanceof Problem && e.code === 'file_not_text',
    );
  });

  it('never fails, whatever the bytes are, and its books add up', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '{"prompt":"p","completion":"c"}',
        '{"messages":[{"role":"user","content":"q"},{"role":"assistant","content":[null,{}]}]}',
      ),
      fc.constantFrom(
        '{"type":"user","sessionId":"s","message":{"content":[{"type":"tool_result"}]}}',
        '{"chosen":"a","rejected":[{}]}',
      ),
      fc.constantFrom(
        '[',
        ']',
        '{',
        '}',
        '"',
        ',',
        '\n',
        '\r\n',
        '\0',
        '\\',
        'NaN',
        '\ufeff',
        'a,b\n',
        'prompt,completion\n',
        '"x""y",z\n',
      ),
      fc.json({ maxDepth: 3 }),
    );
    const bytes = fc.oneof(
      fc.array(piece, { maxLength: 12 }).map((parts) => Buffer.from(parts.join(''))),
      fc.array(piece, { maxLength: 8 }).map((parts) => Buffer.from(parts.join('\n'))),
      fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array)),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (content) => {
        const { result } = await collect(
          convert(jobFor([folder.file('any', content)], { strict: false }), going(), new RowList()),
        );
        assert.equal(result.read, result.imported + result.duplicates + result.refused);
      }),
      { numRuns: 300 },
    );
  });

  it('never fails on rows of any shape', async () => {
    const names = `
      messages prompt completion chosen rejected label score reference request response choices conversations role from content value
      tool_calls type message sessionId parentUuid uuid id custom_id body input output object error usage tools system history
      instruction __proto__ payload timestamp item trace observations resourceSpans scopeSpans spans attributes key events parts
      gen_ai.input.messages llm.input_messages.0.message.role ai.prompt lc kwargs data $set $rewindTo
    `;
    const name = fc.constantFrom(...names.trim().split(/\s+/));
    const leaf = fc.oneof(
      fc.constantFrom('user', 'assistant', 'tool', 'text', 'tool_use', 'chat.completion', '', '[]', '{"a":1}'),
      fc.jsonValue({ maxDepth: 1 }),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(name, tie('value'), { maxKeys: 6 }),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 6 }), async (rows) => {
        const { result } = await collect(convert(jobFor([log(...rows)], { strict: false }), going(), new RowList()));
        assert.equal(result.read, result.imported + result.duplicates + result.refused);
      }),
      { numRuns: 500 },
    );
  });
}).timeout(60_000);

describe('the converting worker', () => {
  let folder: TestFolder;
  beforeEach(() => (folder = testFolder()));
  afterEach(() => folder.free());

  const many = (rows: number) =>
    folder.file(
      'log.jsonl',
      Array.from({ length: rows }, (_, i) => `${JSON.stringify({ prompt: `${i} ${'x'.repeat(500)}`, completion: 'c' })}\n`).join(
        '',
      ),
    );

  it('gives what converting here gives', async () => {
    const path = many(3000);
    const there = await arriving(inWorkers(jobFor([path]), going()));
    const here = await arriving(startConverter(jobFor([path]), going()));
    assert.equal(there.length, 3000);
    assert.deepEqual(there, here);
  });

  it('waits for whoever takes the batches', async () => {
    const batches = inWorkers(jobFor([many(20_000)]), going());
    const first = await batches.next();
    assert.ok(first.done !== true && first.value.rows.length > 0);
    const rest = await arriving(batches);
    assert.equal(first.value.rows.length + rest.length, 20_000);
  });

  it('ends when it is stopped, and when nobody wants the rest', async () => {
    const control = new AbortController();
    const stopped = inWorkers(jobFor([many(20_000)]), control.signal);
    await stopped.next();
    control.abort();
    await assert.rejects(arriving(stopped), (e: unknown) => e instanceof Problem && e.code === 'cancelled');
    for await (const batch of inWorkers(jobFor([many(20_000)]), going())) {
      assert.ok(batch.rows.length > 0);
      break;
    }
  });

  it('hands its problems over', async () => {
    const path = folder.file('bad.jsonl', 'PK\x03\x04');
    await assert.rejects(
      arriving(inWorkers(jobFor([path]), going())),
      (e: unknown) => e instanceof Problem && e.code === 'file_not_text',
    );
  });

  it('is not started for little', async () => {
    const rows = await arriving(startConverter(jobFor([many(3)]), going()));
    assert.equal(rows.length, 3);
    assert.ok(rows.every(({ booked }) => booked.dialect === 'prompt-completion'));
  });
}).timeout(60_000);
