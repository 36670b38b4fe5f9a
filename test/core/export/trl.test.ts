import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { parse } from 'yaml';
import { methods, type Method } from '../../../core/dataset/recipe';
import { findTarget } from '../../../core/export';
import { checkTrlRow } from '../../../core/export/validate/trl';
import { checkTrlFiles } from '../../../core/export/validate/trl-files';
import { Problem } from '../../../core/lib/problem';
import type { JudgedTrace } from '../../../core/ports';
import type { Message } from '../../../core/trace/model';
import { assistant, down, fix, gold, story, up, user } from '../feedback/acts';
import { judged } from '../dataset/building';
import { exported, linesOf, rowsOf, type Exported } from './collecting';
import { conversations } from './conversations';

const one = (messages: Message[], acts = story({ ...up, turn: messages.length - 1 }), more = {}) =>
  judged(1, acts, { messages, answer_turn: messages.length - 1, ...more });
const calling = (args: string): Message => ({
  role: 'assistant',
  content: '',
  tool_calls: [{ id: 'c', name: 'f', arguments: args }],
});
const tool: Message = { role: 'tool', content: 'ok', tool_call_id: 'c' };
const sft = async (messages: Message[], more = {}) => exported('trl', 'sft', [one(messages, undefined, more)]);

function checkAll(method: Method, { files }: Exported, shape?: 'messages'): void {
  const [train, test] = [linesOf(files, 'train.jsonl'), linesOf(files, 'test.jsonl')];
  for (const line of [...train, ...test]) assert.deepEqual(checkTrlRow(method, line, shape), [], line);
  assert.deepEqual(checkTrlFiles(method, train, test), []);
}

describe('TRL rows', () => {
  for (const method of methods) {
    for (const holdout_percent of [0, 30]) {
      it(`${method} rows of every kind of conversation are taken, ${holdout_percent} % held out`, async () => {
        const all = await exported('trl', method, conversations, { recipe: { holdout_percent } });
        assert.deepEqual(all.refused, {});
        assert.equal(linesOf(all.files, 'train.jsonl').length, all.dataset.report.train_rows);
        assert.equal(linesOf(all.files, 'test.jsonl').length, all.dataset.report.holdout_rows);
        checkAll(method, all);
      });
    }
  }

  it('sft: one prompt, one answer, nothing else', async () => {
    const { files, untouched } = await sft([user('Q?'), assistant('A.')]);
    assert.equal(
      files['train.jsonl'],
      '{"prompt":[{"role":"user","content":"Q?"}],"completion":[{"role":"assistant","content":"A."}]}\n',
    );
    assert.equal(untouched['train.jsonl'], true);
  });

  it('dpo: prompt, chosen and rejected', async () => {
    const { files } = await exported('trl', 'dpo', [one([user('Q?'), assistant('Bad.')], story(fix('Good.')))]);
    assert.deepEqual(rowsOf(files), [
      {
        prompt: [{ role: 'user', content: 'Q?' }],
        chosen: [{ role: 'assistant', content: 'Good.' }],
        rejected: [{ role: 'assistant', content: 'Bad.' }],
      },
    ]);
  });

  it('kto: a boolean label', async () => {
    const { files } = await exported('trl', 'kto', [one([user('Q?'), assistant('Bad.')], story(down))]);
    assert.deepEqual(rowsOf(files), [
      { prompt: [{ role: 'user', content: 'Q?' }], completion: [{ role: 'assistant', content: 'Bad.' }], label: false },
    ]);
  });

  it('grpo: a prompt and how to reward an answer, never a completion', async () => {
    const { files } = await exported('trl', 'grpo', [one([user('Q?'), assistant('Bad.')], story(gold('Good.')))]);
    const [row] = rowsOf(files);
    assert.deepEqual(Object.keys(row ?? {}), ['prompt', 'reward_spec', 'reference', 'prompt_id']);
    assert.equal(row?.['reference'], 'Good.');
    assert.deepEqual(JSON.parse(String(row['reward_spec'])), { kind: 'reference', reference: 'Good.' });
    assert.match(files['reward.py'] ?? '', /^reward_funcs = \[loop_reward\]$/m);
  });

  it('grpo: rules that apply to the conversation, frozen', async () => {
    const spec = JSON.stringify({
      version: 1,
      name: 'g',
      slices: { shipping: { label: 'shipping' } },
      rules: [
        { id: 'a', type: 'contains', any: ['yes'], weight: 2 },
        { id: 'b', type: 'contains', any: ['no'], slice: 'shipping' },
        { id: 'c', type: 'contains', any: ['no'], slice: { label: 'billing' } },
        { id: 'd', type: 'contains', any: ['no'], enabled: false },
      ],
    });
    const rewards = { graders: [{ name: 'g', hash: 'h', spec }] };
    const traces = [one([user('Q?'), assistant('A.')], [], { labels: ['billing'] })];
    const { files } = await exported('trl', 'grpo', traces, {
      rewards,
      context: { rewards: { rules: () => true, judge: undefined } },
    });
    const made = JSON.parse(String(rowsOf(files)[0]?.['reward_spec'])) as { graders: { rules: { id: string }[] }[] };
    assert.deepEqual(
      made.graders[0]?.rules.map((rule) => rule.id),
      ['a', 'c'],
    );
    const none = await exported('trl', 'grpo', traces, { context: { rewards: { rules: () => true, judge: undefined } } });
    assert.deepEqual(none.refused, { no_reward: 1 });
  });

  it('writes arguments as objects, numbers as they were, and no content as ""', async () => {
    const { files, warnings } = await sft([
      user('Q?'),
      calling('{"b":1,"2":9007199254740993,"f":1.50,"n":null,"big":123456789012345678901234567890,"b":2,"tiny":1e-12}'),
    ]);
    const line = files['train.jsonl'] ?? '';
    assert.ok(
      line.includes(
        '"arguments":{"b":2,"2":9007199254740993,"f":1.50,"n":null,"big":"123456789012345678901234567890","tiny":1e-12}',
      ),
    );
    assert.ok(line.includes('{"role":"assistant","content":"","tool_calls":[{"type":"function","id":"c"'));
    assert.deepEqual(warnings, ['big_numbers_as_text', 'floats_rounded_by_loader', 'repeated_keys_dropped']);
  });

  it('names tool results, and leaves out names of users and assistants', async () => {
    const { files } = await sft([
      { ...user('Q?'), name: 'ana' },
      calling(''),
      tool,
      { ...assistant('A.'), name: 'bot', at: 'x', error: 'y' },
    ]);
    const [row] = rowsOf(files);
    assert.deepEqual(row?.['prompt'], [
      { role: 'user', content: 'Q?' },
      { role: 'assistant', content: '', tool_calls: [{ type: 'function', id: 'c', function: { name: 'f', arguments: {} } }] },
      { role: 'tool', name: 'f', tool_call_id: 'c', content: 'ok' },
    ]);
    assert.deepEqual(row['completion'], [{ role: 'assistant', content: 'A.' }]);
  });

  it('merges system and developer messages into one at the beginning', async () => {
    const { files, warnings } = await sft([
      user('Q?'),
      { role: 'developer', content: 'D.' },
      { role: 'system', content: 'S.' },
      assistant('A.'),
    ]);
    assert.deepEqual(rowsOf(files)[0]?.['prompt'], [
      { role: 'system', content: 'D.\n\nS.' },
      { role: 'user', content: 'Q?' },
    ]);
    assert.deepEqual(warnings, ['developer_as_system', 'system_messages_merged']);
  });

  it('keeps reasoning beside the content, and flattens parts of text', async () => {
    const { files } = await sft([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      { role: 'assistant', content: 'A.', reasoning: 'R.' },
    ]);
    const [row] = rowsOf(files);
    assert.deepEqual(row?.['prompt'], [{ role: 'user', content: 'a\nb' }]);
    assert.deepEqual(row['completion'], [{ role: 'assistant', content: 'A.', reasoning_content: 'R.' }]);
  });

  it('escapes other line ends and replaces lone surrogates, and only those', async () => {
    const { files, warnings } = await sft([
      user('a\u2028b\u2029c\u0085d'),
      assistant('x \ud83d y \ude00 z 😀 \\ud83d "\\" \u0000'),
    ]);
    const line = files['train.jsonl'] ?? '';
    assert.ok(line.includes(String.raw`a\u2028b\u2029c\u0085d`));
    assert.equal(line.split('\n').length, 2);
    const [row] = rowsOf(files) as unknown as { completion: Message[] }[];
    assert.equal(row?.completion[0]?.content, 'x \ufffd y \ufffd z 😀 \\ud83d "\\" \u0000');
    assert.deepEqual(warnings, ['lone_surrogates_replaced']);
  });
});

describe('rows TRL would reject', () => {
  const refusals: { code: string; trace: JudgedTrace; method?: Method; options?: Record<string, string> }[] = [
    { code: 'prompt_ends_with_assistant', trace: one([user('Q?'), assistant('One.'), assistant('Two.')]) },
    { code: 'invalid_tool_arguments', trace: one([user('Q?'), calling('[1]'), tool, assistant('A.')]) },
    { code: 'invalid_tool_arguments', trace: one([user('Q?'), calling('{"a":'), tool, assistant('A.')]) },
    {
      code: 'invalid_tool_definition',
      trace: one([user('Q?'), assistant('A.')], undefined, { tools: [{ name: 'f', parameters: '{' }] }),
    },
    {
      code: 'media_not_supported',
      trace: one([
        {
          role: 'user',
          content: [
            { type: 'image', name: 'a.png' },
            { type: 'text', text: 'Q?' },
          ],
        },
        assistant('A.'),
      ]),
    },
    { code: 'too_large', trace: one([user('x'.repeat(11 * 2 ** 20)), assistant('A.')]) },
    {
      code: 'unapproved_assistant_turn',
      options: { shape: 'messages' },
      trace: one([user('Q?'), assistant('A.'), user('And?'), assistant('B.')]),
    },
  ];
  for (const { code, trace, method = 'sft', options } of refusals) {
    it(code, async () => {
      const { refused, files, warnings } = await exported('trl', method, [trace], options ? { options } : {});
      assert.deepEqual(refused, { [code]: 1 });
      assert.equal(files['train.jsonl'], undefined);
      assert.ok(warnings.includes('no_rows'));
    });
  }

  it('whole conversations go through when every answer was approved', async () => {
    const acts = story({ ...up, turn: 1 }, { ...up, turn: 3 });
    const trace = one([user('Q?'), assistant('A.'), user('And?'), assistant('B.')], acts);
    const all = await exported('trl', 'sft', [trace], { options: { shape: 'messages' } });
    assert.deepEqual(all.refused, {});
    checkAll('sft', all, 'messages');
    assert.match(all.files['sft.yaml'] ?? '', /^assistant_only_loss: true$/m);
    assert.doesNotMatch((await exported('trl', 'sft', [trace])).files['sft.yaml'] ?? '', /assistant_only_loss/);
  });

  it('options and methods are checked before a row is taken', async () => {
    const open = (target: string, method: Method, options: Record<string, string>) => exported(target, method, [], { options });
    const problem = (code: string, reason?: RegExp) => (e: unknown) =>
      e instanceof Problem && e.code === code && (!reason || reason.test(e.message));
    await assert.rejects(open('trl', 'sft', { shape: 'round' }), problem('option_invalid', /completion, messages/));
    await assert.rejects(open('trl', 'dpo', { shape: 'messages' }), problem('option_invalid', /for sft/));
    await assert.rejects(open('trl', 'sft', { colour: 'red' }), problem('option_invalid', /shape/));
    await assert.rejects(open('openai', 'kto', {}), problem('target_lacks_method', /trl/));
    await assert.rejects(open('openai', 'sft', { tool_output_chars: '-1' }), problem('option_invalid'));
    assert.throws(() => findTarget('axolotl'), problem('target_unknown', /trl, openai/));
  });
});

describe('the folder of a TRL export', () => {
  it('holds settings that a trainer reads, naming the folder from itself', async () => {
    for (const method of methods) {
      const { files } = await exported('trl', method, conversations, { recipe: { holdout_percent: 30 }, folder: 'billing es' });
      const settings = parse(files[`${method}.yaml`] ?? '') as Record<string, unknown>;
      assert.equal(settings['dataset_name'], '../billing es');
      assert.equal(settings['eval_strategy'], files['test.jsonl'] === undefined ? 'no' : 'epoch');
      assert.match(files['next_steps.md'] ?? '', new RegExp(`trl ${method} --config ${method}\\.yaml`));
    }
  });

  it('leaves test.jsonl out when nothing is held out', async () => {
    const { files } = await exported('trl', 'sft', conversations);
    assert.deepEqual(Object.keys(files).sort(), ['card.json', 'next_steps.md', 'sft.yaml', 'train.jsonl']);
  });

  it('weighs the labels of kto as the trainer asks', async () => {
    const settings = async (ups: number, downs: number) => {
      const traces = Array.from({ length: ups + downs }, (_, n) => judged(n, story(n < ups ? up : down)));
      return parse((await exported('trl', 'kto', traces)).files['kto.yaml'] ?? '') as Record<string, number>;
    };
    for (const [ups, downs] of [
      [5, 1],
      [1, 5],
      [3, 2],
      [4, 4],
      [7, 6],
      [3, 0],
    ] as const) {
      const found = await settings(ups, downs);
      const [d, u] = [found['desirable_weight'] ?? 0, found['undesirable_weight'] ?? 0];
      const inRange = (x: number, low: number, high: number) => x >= low - 1e-9 && x <= high + 1e-9;
      const isFine =
        downs === 0 ||
        inRange(d, (downs * u) / ups, (1.33 * downs * u) / ups) ||
        inRange(u, (ups * d) / downs / 1.33, (ups * d) / downs);
      assert.ok(isFine, `${ups} up, ${downs} down: ${d} and ${u}`);
      assert.notEqual((ups + downs) % (found['per_device_train_batch_size'] ?? 1), 1);
    }
  });

  it('says in the card what it is made of, the same every time', async () => {
    const [a, b] = await Promise.all([exported('trl', 'sft', conversations), exported('trl', 'sft', conversations)]);
    assert.deepEqual(a.files, b.files);
    const card = JSON.parse(a.files['card.json'] ?? '') as Record<string, unknown>;
    assert.equal(card['hash'], a.dataset.hash);
    assert.deepEqual(card['report'], a.dataset.report);
    assert.deepEqual(card['files'], { 'train.jsonl': 12 });
  });

  it('counts redaction markers by kind', async () => {
    const { files } = await sft([user('I am [redacted:email], not [redacted:email#2] or [redacted:phone].'), assistant('A.')]);
    assert.deepEqual((JSON.parse(files['card.json'] ?? '') as { redactions: unknown }).redactions, { email: 2, phone: 1 });
  });
});
