import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { keptApart } from '../../../core/export/trl/kto-order';
import { checkTrlFiles } from '../../../core/export/validate/trl-files';
import type { JudgedTrace } from '../../../core/ports';
import type { Message, ToolDefinition } from '../../../core/trace/model';
import { assistant, fix, story, up, user } from '../feedback/acts';
import { judged } from '../dataset/building';
import { exported, linesOf, rowsOf } from './collecting';

const calling = (n: number, args: string): Message => ({
  role: 'assistant',
  content: '',
  tool_calls: [{ id: `c${n}`, name: 'f', arguments: args }],
});
const toolNamed = (name: string): ToolDefinition => ({ name, parameters: '{"type":"object","properties":{}}' });
const trace = (n: number, answer: Message, tools?: ToolDefinition[], question = `Question ${n}?`): JudgedTrace =>
  judged(n, story(up), { messages: [user(question), answer], ...(tools ? { tools } : {}) });

/** Names of the messages in the first row: what makes a loader keep messages as they are. */
const namesIn = (files: Readonly<Record<string, string>>) =>
  JSON.stringify(rowsOf(files)[0]).match(/"name":"(?:user|assistant)"/g)?.length ?? 0;

async function sft(traces: JudgedTrace[], holdout_percent = 0) {
  const { files, untouched } = await exported('trl', 'sft', traces, { recipe: { holdout_percent } });
  const [train, test] = [linesOf(files, 'train.jsonl'), linesOf(files, 'test.jsonl')];
  assert.deepEqual(checkTrlFiles('sft', train, test), []);
  return { files, train, test, untouched };
}

describe('what a loader makes of the files', function () {
  this.timeout(20_000);
  it('plain rows are left as they are', async () => {
    const { files } = await sft(
      [1, 2, 3, 4].map((n) => trace(n, assistant(`A${n}.`))),
      25,
    );
    assert.equal(namesIn(files), 0);
  });

  it('answers that are dates stay text', async () => {
    const { files, train } = await sft([1, 2, 3].map((n) => trace(n, assistant(`2026-09-0${n}`))));
    assert.equal(namesIn(files), 1);
    assert.ok(train[0]?.includes('"completion":[{"role":"assistant","content":"2026-09-01","name":"assistant"}]'));
    assert.ok(train.slice(1).every((line) => !line.includes('"name"')));
  });

  it('text that only begins with a date is text to it anyway', async () => {
    for (const text of ['2026-09-012026-09-01', '2026-09-01 2026-09-01', '2026-09-01: the day it broke']) {
      const { files } = await sft([1, 2, 3].map((n) => trace(n, assistant(text))));
      assert.equal(namesIn(files), 0, text);
    }
  });

  it('a date in one answer is enough, for a later piece of the file may hold nothing else', async () => {
    const { files } = await sft([trace(1, assistant('A.')), trace(2, assistant('2026-09-01 10:00:00'))]);
    assert.equal(namesIn(files), 1);
  });

  it('a shape that only the holdout has', async () => {
    const { files } = await sft(
      [1, 2, 3, 4].map((n) => trace(n, n === 4 ? calling(n, '{"a":1}') : assistant(`A${n}.`))),
      25,
    );
    assert.equal(namesIn(files), 1);
  });

  it('tool calls in every answer', async () => {
    const { files } = await sft([1, 2].map((n) => trace(n, calling(n, `{"a${n}":${n}}`))));
    assert.equal(namesIn(files), 1);
  });

  it('two shapes in training need nothing', async () => {
    const { files } = await sft([trace(1, assistant('2026-09-01')), trace(2, calling(2, '{"a":1}'))]);
    assert.equal(namesIn(files), 0);
  });

  it('the same tools everywhere are a list', async () => {
    const { files, untouched } = await sft([1, 2].map((n) => trace(n, assistant(`A${n}.`), [toolNamed('f')])));
    assert.deepEqual(
      rowsOf(files).map((row) => Array.isArray(row['tools'])),
      [true, true],
    );
    assert.equal(untouched['train.jsonl'], true);
  });

  it('different tools are JSON text', async () => {
    const { files, untouched } = await sft([1, 2].map((n) => trace(n, assistant(`A${n}.`), [toolNamed(`f${n}`)])));
    const tools = rowsOf(files).map((row) => JSON.parse(String(row['tools'])) as { function: { name: string } }[]);
    assert.deepEqual(
      tools.map((t) => t[0]?.function.name),
      ['f1', 'f2'],
    );
    assert.equal(untouched['train.jsonl'], false);
  });

  it('rows without tools have no such column, unless it is the only one to show it', async () => {
    const some = await sft([trace(1, assistant('A.')), trace(2, assistant('B.'), [toolNamed('f')])]);
    assert.equal('tools' in (rowsOf(some.files)[0] ?? {}), false);
    const heldOut = await sft(
      [1, 2, 3, 4].map((n) => trace(n, assistant(`A${n}.`), n === 4 ? [toolNamed('f')] : undefined)),
      25,
    );
    assert.equal(rowsOf(heldOut.files)[0]?.['tools'], '[]');
    assert.equal(typeof rowsOf(heldOut.files, 'test.jsonl')[0]?.['tools'], 'string');
  });

  it('a shape that comes after ten megabytes is moved up, the rest keeps its order', async () => {
    const big = 'x'.repeat(2 ** 20);
    const traces = Array.from({ length: 14 }, (_, n) =>
      trace(n, n === 12 ? calling(n, '{"a":1}') : assistant(`A${n}.`), undefined, `${n} ${big}`),
    );
    const { files, untouched } = await sft(traces);
    const asked = rowsOf(files).map((row) => parseInt(JSON.stringify(row['prompt']).replace(/^\D+/, ''), 10));
    assert.deepEqual(asked, [12, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13]);
    assert.equal(untouched['train.jsonl'], false);
  });
});

describe('the order of kto rows', () => {
  it('is shuffled by the dataset, and keeps answers to one prompt apart', async () => {
    const traces = Array.from({ length: 30 }, (_, n) => judged(n, story(fix(`Fixed ${n}.`))));
    const { files, dataset } = await exported('trl', 'kto', traces);
    const prompts = rowsOf(files).map((row) => JSON.stringify(row['prompt']));
    assert.equal(prompts.length, 60);
    assert.ok(prompts.every((prompt, n) => n === 0 || prompt !== prompts[n - 1]));
    const taken = dataset.rows.map((row) => row.trace);
    assert.notDeepEqual(
      prompts.map((p) => /number (\d+)/.exec(p)?.[1]),
      taken.map((id) => id.slice(6)),
    );
    assert.deepEqual(files, (await exported('trl', 'kto', traces)).files);
  });

  it('keeps neighbours apart whenever that is possible', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 40 }), (prompts) => {
        const order = keptApart(
          prompts.map((_, n) => n),
          (n) => prompts[n] ?? -1,
        );
        assert.deepEqual(
          [...order].sort((a, b) => a - b),
          prompts.map((_, n) => n),
        );
        const most = Math.max(0, ...prompts.map((p) => prompts.filter((q) => q === p).length));
        const clashes = order.filter((n, i) => i > 0 && prompts[n] === prompts[order[i - 1] ?? -1]).length;
        assert.ok(clashes <= Math.max(0, 2 * most - 1 - prompts.length), `${clashes} clashes in ${prompts.join()}`);
      }),
      { numRuns: 500 },
    );
  });
});
