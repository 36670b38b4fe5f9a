import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import type { Method } from '../../core/dataset/recipe';
import { checkTrlRow } from '../../core/export/validate/trl';
import { checkTrlFiles } from '../../core/export/validate/trl-files';
import { memberOf, printJson, readJson, type JsonNode } from '../../core/lib/json-text';
import type { JudgedTrace } from '../../core/ports';
import type { Message, Trace } from '../../core/trace/model';
import { exported, linesOf, type Exported, type ExportOptions } from '../core/export/collecting';
import { conversations } from '../core/export/conversations';
import { judged } from '../core/dataset/building';
import { assistant, fix, story, up, user } from '../core/feedback/acts';

/**
 * What the real loader and trainers make of exported folders. They need a Python that has trl, named by the variable
 * LOOP_TRL_PYTHON (`pip install trl datasets transformers torch pyyaml`). Without one only the row rules are checked,
 * which were written after what these loaders do; the reason is printed.
 */
const python = process.env['LOOP_TRL_PYTHON'];
const script = path.join(import.meta.dirname, 'trl-accept.py');

interface Folder {
  readonly name: string;
  readonly method: Method;
  readonly traces: readonly JudgedTrace[];
  readonly more?: ExportOptions;
}

interface Accepted {
  readonly folder: string;
  readonly ok: boolean;
  readonly rows?: Record<string, number>;
  readonly trained?: (string | [string, string])[];
  readonly error?: string;
}

const held = { recipe: { holdout_percent: 25 } };
const answers = (texts: readonly (string | Message)[], more: (n: number) => Partial<Trace> = () => ({})) =>
  texts.map((answer, n) =>
    judged(n, story(up), {
      messages: [user(`Question ${n}?`), typeof answer === 'string' ? assistant(answer) : answer],
      ...more(n),
    }),
  );
const call = (args: string): Message => ({
  role: 'assistant',
  content: '',
  tool_calls: [{ id: 'c', name: 'f', arguments: args }],
});
const big = 'x'.repeat(2 ** 20);

const folders: readonly Folder[] = [
  { name: 'sft', method: 'sft', traces: conversations },
  { name: 'sft held out', method: 'sft', traces: conversations, more: held },
  { name: 'sft messages', method: 'sft', traces: conversations, more: { options: { shape: 'messages' } } },
  { name: 'dpo', method: 'dpo', traces: conversations, more: held },
  { name: 'kto', method: 'kto', traces: conversations, more: held },
  { name: 'grpo', method: 'grpo', traces: conversations },
  {
    name: 'dates only',
    method: 'sft',
    traces: answers(['2026-09-01', '2026-09-02', '2026-09-03T10:00:00Z', '2026-09-04']),
    more: held,
  },
  {
    name: 'dates in dpo',
    method: 'dpo',
    traces: [1, 2, 3].map((n) => judged(n, story(fix(`2026-09-0${n}`)), { messages: [user(`Q${n}?`), assistant('no')] })),
  },
  { name: 'calls held out only', method: 'sft', traces: answers(['A.', 'B.', 'C.', call('{"a":1}')]), more: held },
  {
    name: 'other arguments each',
    method: 'sft',
    traces: answers([call('{"a":1}'), call('{"b":"2026-09-01"}'), call('{}'), call('{"a":[null]}')]),
    more: held,
  },
  {
    name: 'tools held out only',
    method: 'sft',
    traces: answers(['A.', 'B.', 'C.', 'D.'], (n) => (n === 3 ? { tools: [{ name: 'f' }] } : {})),
    more: held,
  },
  {
    name: 'tools that differ',
    method: 'kto',
    traces: answers(['A.', 'B.', 'C.', 'D.'], (n) => ({
      tools: [{ name: `f${n}`, parameters: `{"type":"object","properties":{"p${n}":{"default":"2026-09-0${n + 1}"}}}` }],
    })),
    more: held,
  },
  {
    name: 'late shape',
    method: 'sft',
    traces: answers([...Array.from({ length: 12 }, (_, n) => `A${n}.`), call('{"a":1}')], (n) =>
      n < 11 ? { messages: [user(`${n} ${big}`), assistant(`A${n}.`)] } : {},
    ),
  },
];

describe('exported folders in the real loader and trainers', function () {
  // Importing torch and twelve training steps take a while on a small machine.
  this.timeout(900_000);
  const place = mkdtempSync(path.join(tmpdir(), 'loop-trl-'));
  const made = new Map<string, Exported>();
  let accepted = new Map<string, Accepted>();

  before(async () => {
    for (const { name, method, traces, more } of folders) {
      const all = await exported('trl', method, traces, { ...more, folder: name });
      made.set(name, all);
      mkdirSync(path.join(place, name));
      for (const [file, text] of Object.entries(all.files)) writeFileSync(path.join(place, name, file), text);
    }
    if (python === undefined) console.log('      (row rules only: LOOP_TRL_PYTHON names no Python that has trl)');
    else accepted = run(folders.map(({ name }) => path.join(place, name)));
  });
  after(() => rmSync(place, { recursive: true, force: true }));

  for (const { name, method, more } of folders) {
    it(name, () => {
      const all = made.get(name);
      assert.ok(all);
      const [train, test] = [linesOf(all.files, 'train.jsonl'), linesOf(all.files, 'test.jsonl')];
      assert.ok(train.length > 0);
      const shape = more?.options?.['shape'] === 'messages' ? 'messages' : 'completion';
      for (const line of [...train, ...test]) assert.deepEqual(checkTrlRow(method, line, shape), []);
      assert.deepEqual(checkTrlFiles(method, train, test), []);
      if (python === undefined) return;
      const found = accepted.get(name);
      assert.equal(found?.error, undefined);
      assert.deepEqual(found?.rows, { train: train.length, ...(test.length > 0 ? { test: test.length } : {}) });
      if (method === 'sft' && name !== 'late shape')
        assert.deepEqual(
          found.trained,
          train.map((line) => approved(line)),
        );
      if (method === 'dpo')
        assert.deepEqual(
          found.trained,
          train.map((line) => [approved(line, 'chosen'), approved(line, 'rejected')]),
        );
    });
  }
});

function run(paths: readonly string[]): Map<string, Accepted> {
  const printed = execFileSync(python ?? '', [script, ...paths], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const results = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Accepted);
  return new Map(results.map((result) => [result.folder, result]));
}

/** The text that was approved, as the test's chat template prints it: nothing more and nothing less may be trained. */
function approved(line: string, column = 'completion'): string {
  const row = readJson(line);
  const said = memberOf(row, column) ?? memberOf(row, 'messages');
  const messages = said?.kind === 'array' ? said.items : [];
  return messages
    .filter((message) => textIn(message, 'role') === 'assistant')
    .map(printed)
    .join('');
}

function printed(message: JsonNode): string {
  const calls = memberOf(message, 'tool_calls');
  const texts = (calls?.kind === 'array' ? calls.items : []).map((call) => {
    const made = memberOf(call, 'function') ?? call;
    return `[${textIn(made, 'name')} ${spaced(memberOf(made, 'arguments') ?? made)}]`;
  });
  return `${textIn(message, 'content')}${texts.join('')}</s>`;
}

function textIn(node: JsonNode, key: string): string {
  const value = memberOf(node, key);
  return value?.kind === 'string' ? value.value : '';
}

/** JSON as a chat template prints it: with a blank after commas and colons. */
function spaced(node: JsonNode): string {
  if (node.kind === 'array') return `[${node.items.map(spaced).join(', ')}]`;
  if (node.kind !== 'object') return printJson(node);
  return `{${node.members.map(({ key, value }) => `${JSON.stringify(key)}: ${spaced(value)}`).join(', ')}}`;
}
