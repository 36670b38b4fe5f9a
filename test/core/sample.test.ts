import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'mocha';
import { parse as parseCsv } from 'csv-parse/sync';
import { isValidPhoneNumber } from 'libphonenumber-js/min';
import { parse as parseYaml } from 'yaml';
import * as z from 'zod';
import { recipeFile } from '../../core/dataset/recipe';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const lines = (path: string): string[] => read(path).trimEnd().split('\n');

const toolCall = z.object({
  id: z.string(),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
});
const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: z.string().min(1) }),
  z.strictObject({ role: z.literal('user'), content: z.string().min(1) }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.string().nullable(),
    tool_calls: z.array(toolCall).min(1).optional(),
  }),
  z.strictObject({ role: z.literal('tool'), tool_call_id: z.string(), content: z.string().min(1) }),
]);
const offeredTool = z.object({
  function: z.object({
    name: z.string(),
    parameters: z.object({ properties: z.record(z.string(), z.unknown()), required: z.array(z.string()).default([]) }),
  }),
});
const conversation = z.strictObject({
  id: z.string().regex(/^req_[0-9a-f]{14}$/),
  created_at: z.iso.datetime(),
  model: z.string(),
  messages: z.array(message).min(3),
  tools: z.array(offeredTool),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number(), total_tokens: z.number() }),
  finish_reason: z.enum(['stop', 'length']),
});
type Conversation = z.infer<typeof conversation>;

const truthRow = z.object({
  id: z.string(),
  name: z.string().min(1),
  language: z.enum(['en', 'es', 'de']),
  topic: z.enum(['shipping', 'returns', 'refunds', 'billing', 'warranty', 'product advice', 'account']),
  model: z.string(),
  quality: z.enum(['good', 'bad']),
  note: z.string().min(1),
  /** `kind=distinct values`, comma-separated; `-` when there are none. */
  secrets: z.string(),
});
const secretRow = z.object({
  id: z.string(),
  kind: z.string(),
  value: z.string().min(8),
  occurrences: z.coerce.number().int().positive(),
});

const tsv = <T extends z.ZodType>(path: string, row: T): z.infer<T>[] =>
  z.array(row).parse(parseCsv(read(path), { columns: true, delimiter: '\t', quote: null }));

const sample = lines('extension/sample/support-agent.jsonl').map((line) => conversation.parse(JSON.parse(line)));
const truth = tsv('test/fixtures/sample/truth.tsv', truthRow);
const secrets = tsv('test/fixtures/sample/secrets.tsv', secretRow);

const idOf = (row: { id: string }): string => row.id;
const callsOf = (row: Conversation) => row.messages.flatMap((m) => (m.role === 'assistant' ? (m.tool_calls ?? []) : []));
const resultsOf = (row: Conversation) => row.messages.flatMap((m) => (m.role === 'tool' ? [m] : []));
const answersOf = (row: Conversation): string[] =>
  row.messages.flatMap((m) => (m.role === 'assistant' && m.content ? [m.content] : []));
const lastContent = (row: Conversation): string | null | undefined => row.messages.at(-1)?.content;
const firstQuestion = (row: Conversation): string => row.messages.find((m) => m.role === 'user')?.content ?? '';
/** Everything said and every tool argument, so that a planted value can be counted wherever it stands. */
const textOf = (row: Conversation): string =>
  [...row.messages.map((m) => m.content ?? ''), ...callsOf(row).map((c) => c.function.arguments)].join('\n');
const occurrences = (text: string, value: string): number => text.split(value).length - 1;

function fiveGrams(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.slice(4).map((_, i) => words.slice(i, i + 5).join(' ')));
}

/** Share of the shorter text's 5-grams that the other has too; 0 when there are none. */
function overlap(a: Set<string>, b: Set<string>): number {
  return [...a].filter((gram) => b.has(gram)).length / Math.max(1, Math.min(a.size, b.size));
}

function luhn(digits: string): boolean {
  const values = Array.from(digits)
    .reverse()
    .map((d, i) => (i % 2 ? [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][Number(d)] : Number(d)) ?? NaN);
  return values.reduce((sum, v) => sum + v, 0) % 10 === 0;
}

function iban(text: string): boolean {
  const digits = Array.from(text.slice(4) + text.slice(0, 4))
    .map((c) => parseInt(c, 36))
    .join('');
  return BigInt(digits) % 97n === 1n;
}

describe('the sample log', () => {
  it('holds about sixty conversations of two weeks, oldest first, each with its own id', () => {
    assert.ok(sample.length >= 55 && sample.length <= 65, `${sample.length} conversations`);
    assert.equal(new Set(sample.map(idOf)).size, sample.length);
    const times = sample.map((c) => c.created_at);
    assert.deepEqual(times, [...times].sort());
    assert.equal(new Set(times.map((t) => t.slice(0, 10))).size, 14);
    assert.ok(times.every((t) => t >= '2026-09-07' && t < '2026-09-21'));
    assert.ok(Buffer.byteLength(read('extension/sample/support-agent.jsonl')) < 220_000);
  });

  it('is answered by two models that overlap, and only by the newer one at the end', () => {
    const models = sample.map((c) => c.model);
    assert.deepEqual([...new Set(models)].sort(), ['fjell-support-7b', 'fjell-support-8b']);
    assert.ok(models.indexOf('fjell-support-8b') < models.lastIndexOf('fjell-support-7b'));
    assert.ok(models.slice(-Math.ceil(sample.length / 10)).every((m) => m === 'fjell-support-8b'));
  });

  it('pairs every tool call with exactly one result', () => {
    for (const row of sample) {
      const answered = resultsOf(row).map((m) => m.tool_call_id);
      assert.deepEqual(answered.sort(), callsOf(row).map(idOf).sort(), row.id);
      for (const result of resultsOf(row)) assert.doesNotThrow(() => void JSON.parse(result.content), row.id);
    }
    const ids = sample.flatMap((row) => callsOf(row).map(idOf));
    assert.equal(new Set(ids).size, ids.length);
  });

  it('calls only tools that are offered, with arguments they know and all they need', () => {
    for (const row of sample) {
      for (const call of callsOf(row)) {
        const tool = row.tools.find((t) => t.function.name === call.function.name);
        assert.ok(tool, `${row.id}: ${call.function.name}`);
        const { properties, required } = tool.function.parameters;
        const given = Object.keys(z.record(z.string(), z.unknown()).parse(JSON.parse(call.function.arguments)));
        for (const key of given) assert.ok(key in properties, `${row.id}: ${key}`);
        for (const key of required) assert.ok(given.includes(key), `${row.id}: no ${key}`);
      }
    }
  });

  it('ends every conversation with an answer; one is empty, one cut off, one follows a failing tool', () => {
    assert.ok(sample.every((row) => row.messages.at(-1)?.role === 'assistant' && typeof lastContent(row) === 'string'));
    assert.equal(sample.filter((row) => lastContent(row) === '').length, 1);
    assert.equal(sample.filter((row) => row.finish_reason === 'length').length, 1);
    assert.equal(sample.filter((row) => resultsOf(row).some((m) => m.content.startsWith('{"error"'))).length, 1);
  });

  it('has no two answers from one template', () => {
    const answers = sample.flatMap((row) => answersOf(row).map((text) => ({ id: row.id, text, grams: fiveGrams(text) })));
    for (const [i, a] of answers.entries()) {
      for (const b of answers.slice(i + 1)) {
        const share = overlap(a.grams, b.grams);
        assert.ok(share <= 0.2, `${a.id} and ${b.id} share ${Math.round(share * 100)} %: ${a.text} | ${b.text}`);
      }
    }
  });

  it('repeats four questions word for word, each answered once by either model', () => {
    const models = new Map<string, string[]>();
    for (const row of sample) models.set(firstQuestion(row), [...(models.get(firstQuestion(row)) ?? []), row.model]);
    const repeated = [...models.values()].filter((m) => m.length > 1);
    assert.equal(repeated.length, 4);
    for (const pair of repeated) assert.deepEqual(pair, ['fjell-support-7b', 'fjell-support-8b']);
  });

  it('has long and short conversations', () => {
    const lengths = sample.map((row) => row.messages.length);
    assert.ok(lengths.filter((n) => n === 3).length >= 5, 'one question, one answer');
    assert.ok(lengths.filter((n) => n > 10).length >= 4, 'more than ten messages');
  });
});

describe('the truth about the sample', () => {
  it('covers every conversation once, in order', () => {
    const idAndModel = (row: { id: string; model: string }) => [row.id, row.model];
    assert.deepEqual(truth.map(idAndModel), sample.map(idAndModel));
    assert.equal(new Set(truth.map((t) => t.name)).size, truth.length);
  });

  it('knows good and bad answers of both models, in three languages', () => {
    assert.equal(new Set(truth.map((t) => `${t.model} ${t.quality}`)).size, 4);
    const speaking = (language: string): number => truth.filter((t) => t.language === language).length;
    assert.ok(speaking('es') >= 7 && speaking('de') >= 3 && speaking('en') > 40);
  });

  it('names the language the customer writes', () => {
    const marks = { es: /[¿ñ]|\b(hola|pedido|buenos|buenas|enviais)\b/i, de: /[äöüß]|\b(der|die|passt|bitte)\b/i };
    for (const [i, row] of sample.entries()) {
      const language = truth[i]?.language;
      if (language === 'es' || language === 'de') assert.match(firstQuestion(row), marks[language], row.id);
      else assert.doesNotMatch(firstQuestion(row), /[¿¡ñßäöü]/, row.id);
    }
  });
});

describe('the secrets in the sample', () => {
  it('stand where the list says, as often as it says', () => {
    for (const secret of secrets) {
      const row = sample.find((c) => c.id === secret.id);
      assert.ok(row, secret.id);
      assert.equal(occurrences(textOf(row), secret.value), secret.occurrences, `${secret.id}: ${secret.kind}`);
    }
    assert.ok(new Set(secrets.map(idOf)).size >= 8);
    const inArguments = sample.flatMap((row) =>
      callsOf(row).filter((c) => secrets.some((s) => c.function.arguments.includes(s.value))),
    );
    assert.ok(inArguments.length >= 3);
  });

  it('are counted by kind in the truth file', () => {
    for (const row of truth) {
      const counts = new Map<string, number>();
      for (const s of secrets.filter((x) => x.id === row.id)) counts.set(s.kind, (counts.get(s.kind) ?? 0) + 1);
      assert.equal(row.secrets, [...counts].map(([kind, n]) => `${kind}=${n}`).join(',') || '-', row.name);
    }
  });

  it('are well formed, so that a rule which checks digits finds them', () => {
    const of = (kind: string): string[] => secrets.filter((s) => s.kind === kind).map((s) => s.value.replaceAll(' ', ''));
    const kinds = [...new Set(secrets.map((s) => s.kind))].sort();
    assert.deepEqual(kinds, ['aws_access_key', 'card', 'email', 'iban', 'jwt', 'password', 'phone']);
    assert.ok(of('card').every(luhn), 'cards');
    assert.ok(of('iban').every(iban), 'accounts');
    assert.ok(
      of('phone').every((number) => isValidPhoneNumber(number)),
      'phones',
    );
    assert.ok(
      of('email').every((address) => /@example\.(com|org|net)$/.test(address)),
      'addresses nobody owns',
    );
    for (const token of of('jwt')) {
      const [head = ''] = token.split('.');
      assert.deepEqual(JSON.parse(Buffer.from(head, 'base64url').toString()), { alg: 'HS256', typ: 'JWT' });
    }
  });

  it('are all listed: nothing else looks like an address, a card, an account or a phone', () => {
    for (const row of sample) {
      const planted = secrets.filter((s) => s.id === row.id).map((s) => s.value);
      const rest = planted.reduce((text, value) => text.replaceAll(value, ''), textOf(row));
      assert.doesNotMatch(rest, /\S@\S+\.\w|(?:\d[ -]?){12,}|\+\d{2}/, row.id);
    }
  });
});

describe('the files beside the log', () => {
  it('README.md names every file and the number of conversations', () => {
    const readme = read('extension/sample/README.md');
    assert.match(readme, new RegExp(`\\b${sample.length} conversations`));
    for (const [, file = ''] of readme.matchAll(/^\| `([^`]+)`/gm)) assert.ok(read(`extension/sample/${file}`).length > 0, file);
  });

  it('feedback-history.jsonl mixes five row shapes', () => {
    const rows = lines('extension/sample/feedback-history.jsonl').map((l) =>
      z.looseObject({ prompt: z.unknown() }).parse(JSON.parse(l)),
    );
    const marks = ['chosen', 'label', 'score', 'reference', 'completion'];
    const shapes = rows.map((row) => marks.find((key) => key in row));
    assert.ok(rows.length >= 12);
    assert.deepEqual([...new Set(shapes)].sort(), [...marks].sort());
    const scores = rows.flatMap((row) => ('score' in row ? [z.number().int().min(1).max(5).parse(row['score'])] : []));
    assert.ok(new Set(scores).size > 1);
  });

  it('old-tickets.csv has its own headers, quotes, line breaks and one empty reply', () => {
    const text = read('extension/sample/old-tickets.csv');
    const row = z.record(z.enum(['ticket_id', 'asked_at', 'customer_question', 'agent_reply', 'good']), z.string());
    const rows = z.array(row).parse(parseCsv(text, { columns: true }));
    assert.equal(rows.length, 15);
    assert.equal(rows.filter((r) => r.agent_reply === '').length, 1);
    for (const mark of ['\n', '"', ','])
      assert.ok(
        rows.some((r) => r.customer_question.includes(mark)),
        JSON.stringify(mark),
      );
    assert.equal(occurrences(text, ';'), 1);
    assert.deepEqual([...new Set(rows.map((r) => r.good))].sort(), ['0', '1']);
  });

  it('billing.dataset.yaml is a recipe for the two weeks of the log', () => {
    const recipe = recipeFile.parse(parseYaml(read('extension/sample/billing.dataset.yaml')));
    assert.deepEqual([recipe.method, recipe.holdout_percent], ['sft', 20]);
    assert.deepEqual([recipe.slice?.since, recipe.slice?.until], ['2026-09-07', '2026-09-20']);
  });
});
