import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { checkOpenaiRow } from '../../../core/export/validate/openai';
import type { Method } from '../../../core/dataset/recipe';
import type { JudgedTrace } from '../../../core/ports';
import type { Message, Trace } from '../../../core/trace/model';
import { assistant, fix, story, up, user } from '../feedback/acts';
import { judged } from '../dataset/building';
import { exported, linesOf, rowsOf } from './collecting';
import { conversations } from './conversations';

const one = (messages: Message[], acts = story({ ...up, turn: messages.length - 1 }), more: Partial<Trace> = {}) =>
  judged(1, acts, { messages, answer_turn: messages.length - 1, ...more });
const calling = (id: string, name = 'f', args = '{"n": 9007199254740993}'): Message => ({
  role: 'assistant',
  content: '',
  tool_calls: [{ id, name, arguments: args }],
});
const result = (id: string, content = 'ok'): Message => ({ role: 'tool', content, tool_call_id: id });

const messagesIn = (files: Readonly<Record<string, string>>) =>
  (JSON.parse(linesOf(files)[0] ?? '') as { messages: Message[] }).messages;

describe('OpenAI rows', () => {
  for (const method of ['sft', 'dpo'] as const) {
    it(`${method} rows of every kind of conversation are taken`, async () => {
      const { files, refused, dataset } = await exported('openai', method, conversations, { recipe: { holdout_percent: 30 } });
      const lines = [...linesOf(files, 'train.jsonl'), ...linesOf(files, 'validation.jsonl')];
      assert.deepEqual(refused, {});
      assert.equal(lines.length, dataset.rows.length);
      for (const line of lines) assert.deepEqual(checkOpenaiRow(method, line), [], line);
    });
  }

  it('sft: trains the last message only, arguments as text, no content beside calls', async () => {
    const { files } = await exported('openai', 'sft', [
      one([{ role: 'developer', content: 'D.' }, user('Q?'), calling('c'), result('c'), { ...assistant('A.'), reasoning: 'R.' }]),
    ]);
    assert.deepEqual(rowsOf(files), [
      {
        messages: [
          { role: 'system', content: 'D.' },
          { role: 'user', content: 'Q?' },
          {
            role: 'assistant',
            tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{"n": 9007199254740993}' } }],
            weight: 0,
          },
          { role: 'tool', tool_call_id: 'c', content: 'ok' },
          { role: 'assistant', content: 'A.' },
        ],
      },
    ]);
  });

  it('dpo: the conversation, and one message on either side', async () => {
    const tools = [{ name: 'f', description: 'F', parameters: '{"type":"object"}' }];
    const { files } = await exported('openai', 'dpo', [one([user('Q?'), assistant('Bad.')], story(fix('Good.')), { tools })]);
    assert.deepEqual(rowsOf(files), [
      {
        input: {
          messages: [{ role: 'user', content: 'Q?' }],
          tools: [{ type: 'function', function: { name: 'f', description: 'F', parameters: { type: 'object' } } }],
        },
        preferred_output: [{ role: 'assistant', content: 'Good.' }],
        non_preferred_output: [{ role: 'assistant', content: 'Bad.' }],
      },
    ]);
  });

  it('keeps images that have an https address', async () => {
    const image: Message = {
      role: 'user',
      content: [
        { type: 'text', text: 'What is it?' },
        { type: 'image', url: 'https://example.com/a.png' },
      ],
    };
    const { files, refused } = await exported('openai', 'sft', [one([image, assistant('A cat.')])]);
    assert.deepEqual(refused, {});
    assert.deepEqual(messagesIn(files)[0]?.content, [
      { type: 'text', text: 'What is it?' },
      { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
    ]);
  });

  it('cuts tool results when asked, never half a character', async () => {
    const trace = one([user('Q?'), calling('c'), result('c', 'abc😀def'), assistant('A.')]);
    const cut = async (tool_output_chars: string) => {
      const { files, warnings } = await exported('openai', 'sft', [trace], { options: { tool_output_chars } });
      return [messagesIn(files)[2]?.content, warnings.includes('tool_output_cut')];
    };
    assert.deepEqual(await cut('4'), ['abc…', true]);
    assert.deepEqual(await cut('5'), ['abc😀…', true]);
    assert.deepEqual(await cut('100'), ['abc😀def', false]);
  });

  it('warns of files the service does not take', async () => {
    assert.deepEqual((await exported('openai', 'sft', [one([user('Q?'), assistant('A.')])])).warnings, ['fewer_than_10_rows']);
    const ten = Array.from({ length: 10 }, (_, n) => judged(n, story(up)));
    const { warnings, files } = await exported('openai', 'sft', ten);
    assert.deepEqual(warnings, []);
    assert.deepEqual(Object.keys(files).sort(), ['card.json', 'next_steps.md', 'train.jsonl']);
  });
});

describe('rows OpenAI would reject', () => {
  const refusals: { code: string; trace: JudgedTrace; method?: Method }[] = [
    { code: 'unanswered_tool_call', trace: one([user('Q?'), calling('c'), user('Well?'), assistant('A.')]) },
    { code: 'unanswered_tool_call', trace: one([user('Q?'), calling('c'), assistant('A.')]) },
    { code: 'unexpected_tool_result', trace: one([user('Q?'), result('x'), assistant('A.')]) },
    { code: 'unexpected_tool_result', trace: one([user('Q?'), calling('c'), result('c'), result('c'), assistant('A.')]) },
    {
      code: 'two_assistants_in_a_row',
      trace: one([user('Q?'), assistant('One.'), assistant('Two.'), user('And?'), assistant('A.')]),
    },
    { code: 'prompt_ends_with_assistant', trace: one([user('Q?'), assistant('One.'), assistant('Two.')]) },
    { code: 'invalid_tool_arguments', trace: one([user('Q?'), calling('c', 'f', 'oops'), result('c'), assistant('A.')]) },
    { code: 'invalid_tool_name', trace: one([user('Q?'), calling('c', 'find order'), result('c'), assistant('A.')]) },
    { code: 'invalid_tool_name', trace: one([user('Q?'), assistant('A.')], undefined, { tools: [{ name: 'a.b' }] }) },
    {
      code: 'media_not_supported',
      trace: one([{ role: 'user', content: [{ type: 'audio' }, { type: 'text', text: 'Q?' }] }, assistant('A.')]),
    },
    { code: 'too_large', trace: one([user('x'.repeat(11 * 2 ** 20)), assistant('A.')]) },
  ];
  for (const { code, trace, method = 'sft' } of refusals) {
    it(code, async () => {
      const { refused, files } = await exported('openai', method, [trace]);
      assert.deepEqual(refused, { [code]: 1 });
      assert.equal(files['train.jsonl'], undefined);
      assert.match(files['next_steps.md'] ?? '', new RegExp(`1 row: .*\`${code}\``));
    });
  }
});
