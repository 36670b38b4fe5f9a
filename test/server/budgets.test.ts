import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';
import type { Store } from '../../core/ports';
import { convert, type ConvertedBatch } from '../../server/import/convert';
import { RowPacker, unpacked, type PackedRows } from '../../server/import/converter-wire';
import { LineReader } from '../../server/store/log/line-packer';
import { openSqlite } from '../../server/store/index/sqlite-db';
import { generateRows } from '../support/generate';
import { openTestStore, temporaryFolder, testIds } from '../support/store';
import { jobFor } from './import/jobs';

/**
 * The budgets that are ratios, at three times their value: a machine that does other things too must not fail them, and
 * what makes an import several times slower must. In processor time of one run, for the same reason. The yardstick of
 * the bench is compiled and not here; the engine that is takes about as long for a bare loop.
 */
const leeway = 3;

describe('budgets that are ratios', function () {
  this.timeout(120_000);

  it('each thread of an import takes at most twice a bare loop', () => checkImport({ rows: 3000, bytes: 1900, budget: 2 }));

  it('at most three times with small conversations', () => checkImport({ rows: 8000, bytes: 300, budget: 3 }));

  it('a verdict takes no longer in a large store', async () => {
    const small = await verdictTime(500);
    const large = await verdictTime(10_000);
    assert.ok(large <= leeway * small, `${large.toFixed(3)} ms with 10 000 conversations, ${small.toFixed(3)} ms with 500`);
  });
});

interface Load {
  readonly rows: number;
  readonly bytes: number;
  readonly budget: number;
}

async function checkImport({ rows, bytes, budget }: Load): Promise<void> {
  const folder = temporaryFolder();
  try {
    const log = path.join(folder.path, 'log.jsonl');
    fs.writeFileSync(log, Array.from(generateRows(rows, { bytes }), (row) => `${row}\n`).join(''));
    const bare = await least(() => bareLoop(log, rows));
    let batches: ConvertedBatch<PackedRows>[] = [];
    const converting = await least(async () => {
      batches = await all(convert(jobFor([log]), new AbortController().signal, new RowPacker(null)));
    });
    const storing = await least((round) => storeAll(path.join(folder.path, String(round)), batches, rows));
    const most = leeway * budget;
    const said = `bare ${bare.toFixed(0)} ms, converting ${converting.toFixed(0)} ms, storing ${storing.toFixed(0)} ms`;
    assert.ok(converting <= most * bare && storing <= most * bare, `${said}: more than ${most} times`);
  } finally {
    folder.remove();
  }
}

/** Parses each line and inserts it, nothing else. */
async function bareLoop(log: string, rows: number): Promise<void> {
  const db = await openSqlite();
  db.script('create table bare(id text primary key, model text, at text, body text)');
  db.transaction(() => {
    for (const line of fs.readFileSync(log, 'utf8').trimEnd().split('\n')) {
      const { id, model, created_at } = JSON.parse(line) as { id: string; model: string; created_at: string };
      db.run('insert into bare values (?, ?, ?, ?)', [id, model, created_at, line]);
    }
  });
  assert.equal(db.number('select count(*) from bare'), rows);
  db.close();
}

async function storeAll(folder: string, batches: readonly ConvertedBatch<PackedRows>[], rows: number): Promise<void> {
  const store = await openTestStore(folder);
  const transaction = await store.beginImport({ source: 'test', retention_days: null });
  const lines = new LineReader();
  for (const batch of batches) await transaction.putAll(unpacked(batch, lines).rows.map(({ incoming }) => incoming));
  await transaction.commit({ files: [], duplicates: 0, refused: 0 });
  assert.equal(await store.count({}), rows);
  await store.close();
}

async function verdictTime(traces: number): Promise<number> {
  const folder = temporaryFolder();
  const ids = testIds(3);
  const log = path.join(folder.path, 'log.jsonl');
  fs.writeFileSync(log, Array.from(generateRows(traces, { bytes: 300 }), (row) => `${row}\n`).join(''));
  const store = await openTestStore(folder.path, { ids });
  try {
    const transaction = await store.beginImport({ source: 'test', retention_days: null });
    const lines = new LineReader();
    for await (const batch of convert(jobFor([log]), new AbortController().signal, new RowPacker(null)))
      await transaction.putAll(unpacked(batch, lines).rows.map(({ incoming }) => incoming));
    await transaction.commit({ files: [], duplicates: 0, refused: 0 });
    const judged = await store.select({ sample: 400, seed: 1 });
    return (await least(() => judge(store, judged, () => ids.ulid()))) / judged.length;
  } finally {
    await store.close();
    folder.remove();
  }
}

async function judge(store: Store, traces: readonly string[], newId: () => string): Promise<void> {
  for (const trace of traces) {
    const body = { type: 'signal', trace, turn: 1, kind: 'up', provenance: 'human' } as const;
    await store.append([{ v: 1, id: newId(), at: store.now(), by: 'someone', body }]);
  }
}

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const value of values) found.push(value);
  return found;
}

/** Milliseconds of processor time, the least of three rounds: the first ones warm the code up. */
async function least(work: (round: number) => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    const before = process.cpuUsage();
    await work(round);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  return Math.min(...times);
}
