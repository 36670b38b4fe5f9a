import assert from 'node:assert/strict';
import fc from 'fast-check';
import { after, before, describe, it } from 'mocha';
import type { IncomingTrace, QueueOrder, Store, TraceLine } from '../../../core/ports';
import { foldText, searchText } from '../../../core/slice/matches';
import type { Selection } from '../../../core/slice/schema';
import type { Message, Part } from '../../../core/trace/model';
import { textMatcher } from '../../../server/store/query/text-matcher';
import { encodeLine } from '../../../server/store/log/line';
import { openTestStore, rowOf, temporaryFolder, traceOf } from '../../support/store';

/** Enough for several pieces of a search, and for numbers far apart. */
const count = 300;
const orders: readonly QueueOrder[] = ['oldest', 'newest', 'random', 'lowest_score', 'disagreement', 'shortest'];

const kinds = ['image', 'audio', 'file', 'other'] as const;

function contentOf(n: number): Message['content'] {
  const text = `The Refund  Window of order ${n} closed; 请问 ${n % 7} "C:\\temp"\n${'filling '.repeat((n * 13) % 90)}`;
  if (n % 3 === 0) return text;
  const media: Part = { type: kinds[n % 4] ?? 'other', ...(n % 2 === 0 ? { name: `photo ${n}.PNG` } : {}) };
  return n % 3 === 1 ? [{ type: 'text', text }, media] : [media, { type: 'text', text: `Photo ${n}, window ${n % 5}` }];
}

function conversation(n: number): IncomingTrace {
  const args = JSON.stringify({ note: `“Größe” ${n}`, path: `a\\b ${n % 9}` });
  return rowOf({
    key: `request:${n}`,
    captured_at: new Date(Date.UTC(2026, 0, 1 + ((n * 7) % 31), 0, n)).toISOString(),
    messages: [
      { role: 'user', content: contentOf(n) },
      {
        role: 'assistant',
        content: n % 4 === 0 ? '' : `Answer ${n}`,
        tool_calls: [{ id: 'c', name: 'look_up', arguments: args }],
      },
    ],
    labels: [...(n % 29 === 0 ? ['rare'] : []), ...(n % 2 === 0 ? ['billing', `shop/${n % 5}`] : [])],
    // Some headers are longer than what is read of a line at first.
    attributes: n % 3 === 0 ? { lang: n % 2 === 0 ? 'es' : 'de', ...(n % 11 === 0 ? { note: 'long '.repeat(300) } : {}) } : {},
  });
}

describe('what a store reads for lists and searches', function () {
  this.timeout(60_000);
  const folder = temporaryFolder();
  const rows = Array.from({ length: count }, (_, n) => conversation(n));
  let store: Store;

  before(async () => {
    store = await openTestStore(folder.path);
    const transaction = await store.beginImport({ source: 'support', retention_days: null });
    for (const row of rows) await transaction.put(row);
    await transaction.commit({ files: [], duplicates: 0, refused: 0 });
  });
  after(async () => {
    await store.close();
    folder.remove();
  });

  async function pages(selection: Selection, order: QueueOrder, limit: number): Promise<TraceLine[]> {
    const lines: TraceLine[] = [];
    let next: string | null | undefined;
    do {
      const page = await store.page({ selection, order, seed: 3, limit, ...(next ? { after: next } : {}) });
      lines.push(...page.rows);
      next = page.next;
    } while (next);
    return lines;
  }

  for (const order of orders) {
    it(`shows the same lines whatever the size of a page (${order})`, async () => {
      for (const selection of [{}, { label: 'rare' }, { attributes: { lang: 'es' } }]) {
        const whole = await pages(selection, order, 500);
        assert.deepEqual(await Promise.all(whole.map(({ id }) => store.line(id))), whole);
        for (const limit of [1, 2, 7, 64]) assert.deepEqual(await pages(selection, order, limit), whole, `${limit} a page`);
      }
    });
  }

  it('shows each trace with its own labels, attributes and preview', async () => {
    const lines = new Map((await pages({}, 'oldest', 90)).map((line) => [line.id, line]));
    assert.equal(lines.size, count);
    for (const { trace } of rows) {
      const line = lines.get(trace.id);
      assert.deepEqual(line?.labels, [...trace.labels].sort());
      assert.deepEqual(line.attributes, trace.attributes);
      assert.equal(line.captured_at, trace.captured_at);
    }
  });

  it('finds a text where it is, and nowhere else', async () => {
    const texts = rows.map(({ trace }) => ({ id: trace.id, text: searchText(trace) }));
    const piece = fc.tuple(fc.nat(count - 1), fc.nat(400), fc.integer({ min: 1, max: 30 })).map(([n, from, length]) => {
      const text = texts[n]?.text ?? '';
      return text.slice(from % text.length).slice(0, length);
    });
    const wanted = fc.oneof(
      piece,
      piece.map((text) => text.toUpperCase()),
      fc.constantFrom(
        'refund  window',
        'refund window',
        'image photo',
        'PHOTO 26',
        'other photo',
        '[audio]',
        'type',
        'zebra',
        'look_up',
      ),
    );
    await fc.assert(
      fc.asyncProperty(wanted, async (text) => {
        const found = await store.select({ text });
        const model = texts.filter((one) => foldText(one.text).includes(foldText(text))).map(({ id }) => id);
        assert.deepEqual([...found].sort(), model.sort(), JSON.stringify(text));
      }),
      { numRuns: 150, examples: [['refund  window'], ['image photo'], ['window 4']] },
    );
  });
});

describe('the pieces of a text search', () => {
  const lineFor = (length: number, text: string) =>
    encodeLine('{"preview":""}', JSON.stringify(traceOf({ question: text, answer: 'x'.repeat(length) })));

  it('are whole lines, however long and wherever the text is', () => {
    const given = fc.record({ length: fc.oneof(fc.nat(300), fc.nat(70_000)), has: fc.boolean() });
    fc.assert(
      fc.property(fc.array(given, { minLength: 1, maxLength: 12 }), fc.boolean(), (lines, closed) => {
        const bytes = lines.map(({ length, has }) => lineFor(length, has ? 'my Refund window' : 'my refund'));
        const whole = Buffer.concat(bytes);
        const chunk = closed ? whole : whole.subarray(0, -1);
        const expected = bytes.flatMap((line, i) => {
          const start = bytes.slice(0, i).reduce((sum, { length }) => sum + length, 0);
          return lines[i]?.has ? [[start, start + line.length - 1]] : [];
        });
        assert.deepEqual([...textMatcher('refund window').candidates(chunk)], expected);
      }),
    );
  });

  it('leave out what has no media when words stand beside each other in none', () => {
    const inParts = (parts: Part[]) =>
      encodeLine('{}', JSON.stringify(traceOf({ messages: [{ role: 'user', content: parts }] })));
    const text = inParts([{ type: 'text', text: 'a window for a refund' }]);
    const image = inParts([{ type: 'image', name: 'window.png' }]);
    assert.deepEqual([...textMatcher('refund window').candidates(text)], []);
    assert.equal([...textMatcher('image window').candidates(Buffer.concat([text, image]))].length, 1);
  });
});
