import assert from 'node:assert/strict';
import fc from 'fast-check';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';
import type { Draft, ImportedVerdict } from '../../../core/import/draft';
import { finish, incomingOf, type FinishedRow } from '../../../core/import/finish';
import type { LogEvent } from '../../../core/log/events';
import { Problem } from '../../../core/lib/problem';
import type { Captured, Ids, ImportTransaction, IncomingTrace, Store } from '../../../core/ports';
import { Redactor } from '../../../core/redact/redact';
import { traceId } from '../../../core/trace/identity';
import { RowPacker, unpacked } from '../../../server/import/converter-wire';
import { LineReader } from '../../../server/store/log/line-packer';
import { hasher, openTestStore, portrait, temporaryFolder, testIds } from '../../support/store';

/** A row of a file: few enough ids and texts that many rows meet. */
interface DrawnRow {
  readonly id: { readonly request_id?: string; readonly unique_id?: string; readonly generic_id?: string };
  /** How far the conversation has grown. */
  readonly grown: number;
  readonly labels: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  readonly model: string | undefined;
  readonly verdicts: readonly ImportedVerdict[];
  readonly candidates: number;
}

type Step =
  | {
      readonly import: readonly DrawnRow[];
      readonly chunks: readonly number[];
      readonly days: number | null;
      /** What happens before it ends. */
      readonly meanwhile: readonly Beside[];
      readonly end: 'commit' | 'abort';
    }
  | Beside
  | { readonly purge: string }
  | { readonly reopen: true };

type Beside = { readonly capture: DrawnRow } | { readonly say: LogEvent['body'] };

const source = 'support';
const requests = ['a', 'b', 'c', 'd'] as const;
const labels = ['refund', 'Urgent', 'billing'] as const;
/** Rows of which nothing is known but their line: most of an import. */
const crowd = Array.from({ length: 40 }, (_, n) => plain(`p${n}`, n % 3 === 0 ? 'small' : 'large'));
const traces = [...requests, 'p0', 'p1'].map((request) => traceId(hasher, source, `request:${request}`));
const oneTrace = fc.constantFrom(...traces);

function plain(request_id: string, model: string): DrawnRow {
  return { id: { request_id }, grown: 0, labels: [], attributes: {}, model, verdicts: [], candidates: 0 };
}

const verdict: fc.Arbitrary<ImportedVerdict> = fc.oneof(
  fc.constant<ImportedVerdict>({ kind: 'up', turn: 1 }),
  fc.constant<ImportedVerdict>({ kind: 'down', turn: 1, reason: 'Too short, ask ana@example.com.' }),
  fc.constant<ImportedVerdict>({ kind: 'score', turn: 1, scores: { overall: 0.5 } }),
);

const row: fc.Arbitrary<DrawnRow> = fc.record({
  id: fc.oneof(
    { weight: 6, arbitrary: fc.record({ request_id: fc.constantFrom(...requests) }) },
    fc.record({ unique_id: fc.constantFrom('u1', 'u2') }),
    { weight: 3, arbitrary: fc.record({ generic_id: fc.constantFrom('1', '2') }) },
    fc.constant({}),
  ),
  grown: fc.nat({ max: 3 }),
  labels: fc.subarray([...labels], { maxLength: 2 }),
  attributes: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, fc.constant({ tier: 'gold' })),
  model: fc.constantFrom(undefined, 'small', 'large'),
  verdicts: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(verdict, { maxLength: 2 })),
  candidates: fc.constantFrom(0, 0, 0, 1),
});

const said: fc.Arbitrary<LogEvent['body']> = fc.oneof(
  fc.record({
    type: fc.constant('signal' as const),
    trace: oneTrace,
    turn: fc.constant(1),
    kind: fc.constantFrom('up' as const, 'down' as const),
    provenance: fc.constant('human' as const),
  }),
  fc.record({
    type: fc.constantFrom('labels_added' as const, 'labels_removed' as const),
    traces: fc.uniqueArray(oneTrace, { minLength: 1, maxLength: 3 }),
    labels: fc.subarray([...labels], { minLength: 1 }),
  }),
  fc.record({ type: fc.constant('label_renamed' as const), from: fc.constantFrom(...labels), to: fc.constant('other') }),
  fc.record({ type: fc.constant('label_parent_set' as const), label: fc.constant('refund'), parent: fc.constant('billing') }),
);

const beside: fc.Arbitrary<Beside> = fc.oneof(fc.record({ capture: row }), fc.record({ say: said }));

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      import: fc
        .tuple(fc.constantFrom(0, crowd.length), fc.array(row, { maxLength: 14 }))
        .map(([n, rows]) => [...crowd.slice(0, n), ...rows]),
      chunks: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 }),
      days: fc.constantFrom(null, null, 30),
      meanwhile: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(beside, { maxLength: 2 })),
      end: fc.constantFrom('commit' as const, 'commit' as const, 'commit' as const, 'abort' as const),
    }),
  },
  { weight: 3, arbitrary: beside },
  fc.record({ purge: oneTrace }),
  fc.constant({ reopen: true as const }),
);

const redactor = new Redactor();

function finished(drawn: DrawnRow, line: number, recorded_at: string): FinishedRow {
  const { id, grown, candidates, ...rest } = drawn;
  const exchanges = Array.from({ length: grown + 1 }, (_, n) => [
    { role: 'user' as const, content: `Question ${n}, say ben@example.com, für 请问 ${'?'.repeat(n)}` },
    { role: 'assistant' as const, content: `Answer ${n}` },
  ]);
  const draft: Draft = {
    dialect: 'test',
    shape: 'conversation',
    line,
    ...id,
    captured_at: '2026-08-01T10:00:00.000Z',
    messages: exchanges.flat(),
    answer_turn: grown * 2 + 1,
    meta: {},
    flags: {},
    candidates: Array.from({ length: candidates }, (_, n) => ({ answer: { text: `Another answer ${n}` } })),
    ...rest,
  };
  return finish(draft, { source, file: 'log.jsonl', recorded_at, labels: [], attributes: {}, hasher, redactor });
}

/** Puts the rows of an import in. */
type Putting = (
  transaction: ImportTransaction,
  rows: readonly FinishedRow[],
  step: { chunks: readonly number[]; days: number | null },
) => Promise<Captured[]>;

const oneByOne: Putting = async (transaction, rows) => {
  const captured: Captured[] = [];
  for (const row of rows) captured.push(await transaction.put(incomingOf(row)));
  return captured;
};

/** In pieces, as they come from a converter's thread. Its memory is written over as soon as a piece was taken. */
const inPieces: Putting = async (transaction, rows, { chunks, days }) => {
  const [packer, reader] = [new RowPacker(days), new LineReader()];
  const captured: Captured[] = [];
  for (let at = 0, n = 0; at < rows.length; n++) {
    const piece = rows.slice(at, (at += chunks[n % chunks.length] ?? 1));
    for (const row of piece) packer.add(row);
    const packed = packer.take();
    const batch = unpacked({ rows: packed, delta: {} as never, order: 0, done: 0 }, reader);
    const incoming: IncomingTrace[] = batch.rows.map((row) => row.incoming);
    captured.push(...(await transaction.putAll(incoming)));
    for (const row of incoming) row.written?.bytes.fill(0);
    packer.reuse(packed.lines.flatMap(({ piece: number }) => number ?? []));
  }
  return captured;
};

/** A conversation of an import that may yet be given up cannot be recorded. */
async function happen(store: Store, beside: Beside, ids: Ids): Promise<unknown> {
  if ('say' in beside) return store.append([{ v: 1, id: ids.ulid(), at: store.now(), by: 'ana', body: beside.say }]);
  try {
    return await store.capture(incomingOf(finished(beside.capture, 1, store.recordingTime())));
  } catch (error) {
    if (error instanceof Problem && error.code === 'busy') return 'busy';
    throw error;
  }
}

/** What is told of a store after all steps, and what was answered meanwhile. */
async function lived(steps: readonly Step[], put: Putting): Promise<unknown> {
  const folder = temporaryFolder();
  const ids = testIds(2);
  let store: Store = await openTestStore(folder.path, { ids });
  const answers: unknown[] = [];
  try {
    for (const [n, step] of steps.entries()) {
      if ('reopen' in step) {
        await store.close();
        store = await openTestStore(folder.path, { ids });
      } else if ('purge' in step) {
        answers.push((await store.purge([step.purge], 'asked')).purged);
      } else if (!('import' in step)) {
        answers.push(await happen(store, step, ids));
      } else {
        const at = store.recordingTime();
        const rows = step.import.map((row, line) => finished(row, n * 100 + line, at));
        const transaction = await store.beginImport({ source, retention_days: step.days });
        answers.push(await put(transaction, rows, step));
        for (const other of step.meanwhile) answers.push(await happen(store, other, ids));
        if (step.end === 'abort') await transaction.abort();
        else await transaction.commit({ files: ['log.jsonl'], duplicates: 0, refused: 0 });
      }
    }
    const kept = await told(store);
    await store.close();
    fs.rmSync(path.join(folder.path, '.loop', 'index.sqlite'), { force: true });
    store = await openTestStore(folder.path, { ids });
    assert.deepEqual(await told(store), kept, 'read anew from the log');
    return { answers, kept };
  } finally {
    await store.close();
    folder.remove();
  }
}

async function told(store: Store): Promise<unknown> {
  const found = await store.select({});
  return { portrait: await portrait(store), traces: await Promise.all(found.map((id) => store.trace(id))) };
}

describe('rows of an import', function () {
  this.timeout(300_000);

  it('come to the same one by one and in pieces, and when the log is read anew', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        assert.deepEqual(await lived(steps, inPieces), await lived(steps, oneByOne));
      }),
      { numRuns: 60 },
    );
  });
});
