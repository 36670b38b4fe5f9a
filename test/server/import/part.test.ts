import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { gzipSync } from 'node:zlib';
import { Problem } from '../../../core/lib/problem';
import { convert, RowList, type ConvertedBatch, type ConvertJob } from '../../../server/import/convert';
import { sharesOf, type Share } from '../../../server/import/part';
import { inWorkers } from '../../../server/import/start-converter';
import { testFolder, type TestFolder } from './folder';
import { arriving, collect, jobFor } from './jobs';

const fixtures = join('test', 'fixtures', 'import');
const inputs = readdirSync(fixtures, { recursive: true, encoding: 'utf8' })
  .filter((file) => /input\.\w+$/.test(file))
  .sort();

/** More rows than are looked at before a file is known, of the same kind. */
function longer(text: string): string {
  if (text.trimStart().startsWith('[') || !text.includes('\n')) return text;
  const [head = '', ...rows] = text.split('\n');
  return /^[{"]/.test(head) ? text.repeat(60) : [head, ...Array.from({ length: 60 }, () => rows.join('\n'))].join('\n');
}

/** What several converters give, in the order a store takes it. */
async function* together(job: ConvertJob, shares: readonly Share[]): AsyncGenerator<ConvertedBatch> {
  const batches: ConvertedBatch[] = [];
  for (const share of shares) {
    let last = -1;
    for await (const batch of convert(job, new AbortController().signal, new RowList(), share)) {
      assert.ok(batch.order >= last, 'the batches of one rise');
      last = batch.order;
      batches.push(batch);
    }
  }
  // A sort keeps the order of equal ones, which are all of the same converter.
  yield* batches.sort((a, b) => a.order - b.order);
}

describe('several converters', () => {
  let folder: TestFolder;
  beforeEach(() => (folder = testFolder()));
  afterEach(() => folder.free());

  const same = async (job: ConvertJob, shares: readonly Share[]) => {
    const alone = await collect(convert(job, new AbortController().signal, new RowList()));
    const shared = await collect(together(job, shares));
    assert.deepEqual(shared.rows, alone.rows);
    // Refused rows are listed by the hundred for each of them.
    assert.deepEqual(shared.result, alone.result);
    return alone.result;
  };

  for (const input of inputs) {
    it(`read ${input} as one does`, async () => {
      const text = readFileSync(join(fixtures, input), 'utf8');
      const path = folder.file(input, longer(text));
      for (const of of [2, 3]) await same(jobFor([path], { strict: false }), sharesOf(of, 300, 0));
    });
  }

  it('read a folder of files of every kind as one does', async () => {
    const paths = inputs.map((input) => folder.file(input, longer(readFileSync(join(fixtures, input), 'utf8'))));
    const job = jobFor(paths, { left_out: [{ label: 'x', reason: 'It is locked.' }] });
    const { imported } = await same(job, sharesOf(3, 1000, 10_000));
    assert.ok(imported > 100);
  });

  it('deal out what they share', async () => {
    const rows = Array.from({ length: 500 }, (_, n) => `${JSON.stringify({ prompt: `Question ${n}`, completion: 'x' })}\n`);
    const lines = folder.file('lines.jsonl', rows.join(''));
    const packed = folder.file('packed.jsonl.gz', gzipSync(rows.join('')));
    const list = folder.file('list.json', `[${rows.join(',')}]`);
    const table = folder.file('table.csv', ['prompt,completion', ...rows.map((_, n) => `Question ${n},x`)].join('\r\n'));
    for (const path of [lines, packed, list, table]) {
      const job = jobFor([path]);
      const counts = [];
      for (const share of sharesOf(2, 500, 0)) {
        let count = 0;
        for await (const { rows } of convert(job, new AbortController().signal, new RowList(), share)) count += rows.length;
        counts.push(count);
      }
      assert.equal(
        counts.reduce((sum, count) => sum + count),
        500,
        path,
      );
      for (const count of counts) assert.ok(count > 200, `${path}: ${counts.join(' and ')}`);
    }
  });

  it('read a file that grows meanwhile as far as it went when they were sent', async () => {
    const row = (n: number) => `${JSON.stringify({ prompt: `Question ${n}`, completion: 'x' })}\n`;
    const rows = Array.from({ length: 300 }, (_, n) => row(n)).join('');
    const path = folder.file('log.jsonl', rows);
    const job = jobFor([path]);
    const { rows: before } = await collect(convert(job, new AbortController().signal, new RowList()));
    folder.file('log.jsonl', `${rows}${row(300)}${row(301)}`);
    const { rows: after } = await collect(together(job, sharesOf(2, 500, 0)));
    assert.deepEqual(after, before);
  });

  it('say once what is wrong, whoever meets it', async () => {
    const row = (n: number) => JSON.stringify({ prompt: `Question ${n}`, completion: 'x' });
    const rows = Array.from({ length: 300 }, (_, n) => (n % 7 === 0 ? '{broken' : n % 11 === 0 ? '{"x":1}' : row(n)));
    const broken = gzipSync(rows.join('\n')).subarray(0, -40);
    const paths = [
      folder.file('rows.jsonl', rows.join('\n')),
      folder.file('cut.jsonl.gz', broken),
      folder.file('none.jsonl', ''),
      folder.file('zip.jsonl', 'PK\x03\x04'),
    ];
    const { refused } = await same(jobFor(paths), sharesOf(2, 500, 0));
    assert.ok(refused > 80);
    for (const path of paths.slice(2)) {
      await assert.rejects(collect(together(jobFor([path]), sharesOf(2, 500, 0))), Problem);
    }
  });

  it('give their batches in order when they work at the same time', async () => {
    const rows = Array.from(
      { length: 20_000 },
      (_, n) => `${JSON.stringify({ prompt: `Question ${n} ${'x'.repeat((n * 37) % 300)}`, completion: 'x' })}\n`,
    );
    const job = jobFor([folder.file('log.jsonl', rows.join(''))]);
    const signal = new AbortController().signal;
    const alone = await arriving(inWorkers(job, signal, sharesOf(1)));
    assert.equal(alone.length, 20_000);
    assert.deepEqual(await arriving(inWorkers(job, signal, sharesOf(3))), alone);
  });
}).timeout(60_000);
