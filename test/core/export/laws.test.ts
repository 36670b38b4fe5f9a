import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { methods, type Method } from '../../../core/dataset/recipe';
import { exportTargets } from '../../../core/export';
import { noteWords, refusalWords } from '../../../core/export/next-steps';
import { checkOpenaiRow } from '../../../core/export/validate/openai';
import { checkTrlRow } from '../../../core/export/validate/trl';
import { checkTrlFiles } from '../../../core/export/validate/trl-files';
import type { JudgedTrace } from '../../../core/ports';
import type { Message, ToolDefinition } from '../../../core/trace/model';
import { fix, gold, story, up } from '../feedback/acts';
import { judged } from '../dataset/building';
import { exported, linesOf } from './collecting';

const awkward = [
  '2026-09-01',
  'true',
  '{"a":1}',
  'a\u2028b',
  '\ud83d',
  '😀',
  '',
  ' ',
  'null',
  '[redacted:email]',
  '\u0000',
  '\\ud83d',
];
const text = fc.oneof(fc.constantFrom(...awkward), fc.string(), fc.string({ unit: 'binary' }));
const jsonText = fc.oneof(
  fc.json(),
  fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '',
    '{}',
    '{"a":9007199254740993,"a":1e999}',
    '{"n":null,"d":"2026-09-01"}',
    '{"big":-99999999999999999999}',
    'oops',
  ),
);
const calls = fc.option(
  fc.array(
    fc.record({ id: fc.constantFrom('c1', 'c2'), name: fc.constantFrom('f', 'find_order', 'odd name'), arguments: jsonText }),
    { minLength: 1, maxLength: 2 },
  ),
  { nil: undefined },
);
const content = fc.oneof(
  text,
  fc.array(
    text.map((t) => ({ type: 'text' as const, text: t })),
    { maxLength: 3 },
  ),
);

const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ role: fc.constantFrom('system' as const, 'developer' as const, 'user' as const), content }),
  fc.record({
    role: fc.constant('assistant' as const),
    content,
    tool_calls: calls,
    reasoning: fc.option(text, { nil: undefined }),
  }),
  fc.record({ role: fc.constant('tool' as const), content, tool_call_id: fc.constantFrom('c1', 'c2') }),
);
const tools: fc.Arbitrary<ToolDefinition[] | undefined> = fc.option(
  fc.array(fc.record({ name: fc.constantFrom('f', 'g'), parameters: fc.option(jsonText, { nil: undefined }) }), { maxLength: 2 }),
  { nil: undefined },
);
const said = fc.constantFrom(up, fix('Fixed.'), fix('2026-09-02'), gold('Gold.'));

const trace = fc
  .record({
    before: fc.array(message, { maxLength: 4 }),
    question: text,
    answer: fc.record({ role: fc.constant('assistant' as const), content, tool_calls: calls }),
    tools,
    said,
  })
  .map(({ before, question, answer, said: verdict, tools: offered }) => (n: number): JudgedTrace => {
    const messages: Message[] = [...before, { role: 'user', content: `${n} ${question}` }, answer];
    const turn = messages.length - 1;
    return judged(n, story({ ...verdict, turn }), { messages, answer_turn: turn, tools: offered });
  });
const manyTraces = fc.array(trace, { minLength: 5, maxLength: 8 }).map((made) => made.map((make, n) => make(n)));

describe('whatever was recorded', function () {
  this.timeout(60_000);
  for (const { id, methods: able } of exportTargets) {
    for (const method of able) {
      it(`${id} takes every ${method} row that is written, and every refusal has words`, async () => {
        await fc.assert(
          fc.asyncProperty(manyTraces, async (traces) => {
            const { files, refused, warnings, dataset } = await exported(id, method, traces);
            const lines = linesOf(files);
            const check =
              id === 'trl' ? (line: string) => checkTrlRow(method, line) : (line: string) => checkOpenaiRow(method, line);
            for (const line of lines) assert.deepEqual(check(line), [], line);
            if (id === 'trl' && lines.length > 1) assert.deepEqual(checkTrlFiles(method, lines, []), []);
            const lost = Object.values(refused).reduce((a, b) => a + b, 0);
            assert.equal(lines.length + lost, dataset.rows.length, 'each row is written or refused');
            for (const code of Object.keys(refused)) assert.ok(refusalWords[code], code);
            for (const code of warnings) assert.ok(noteWords[code] ?? ['no_rows', 'fewer_than_10_rows'].includes(code), code);
          }),
          { numRuns: 60 },
        );
      });
    }
  }

  it('both splits load together', async () => {
    await fc.assert(
      fc.asyncProperty(manyTraces, fc.constantFrom(...methods), async (traces, method: Method) => {
        const { files } = await exported('trl', method, traces, { recipe: { holdout_percent: 40 } });
        const [train, test] = [linesOf(files), linesOf(files, 'test.jsonl')];
        // One row alone cannot show a loader two shapes.
        if (train.length > 1) assert.deepEqual(checkTrlFiles(method, train, test), []);
      }),
      { numRuns: 60 },
    );
  });
});
