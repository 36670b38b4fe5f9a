import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { isFields } from '../../../core/import/fields';
import { incomingOf } from '../../../core/import/finish';
import { Redactor } from '../../../core/redact/redact';
import { trace as traceSchema } from '../../../core/trace/model';
import { convert, RowList } from '../../../server/import/convert';
import { testFolder, type TestFolder } from './folder';
import { collect, jobFor } from './jobs';

const root = join('test', 'fixtures', 'import');

/** The input of every fixture. */
const inputs = readdirSync(root).flatMap((dialect) =>
  readdirSync(join(root, dialect)).map((name) => {
    const folder = join(root, dialect, name);
    const file = readdirSync(folder).find((entry) => entry.startsWith('input.')) ?? '';
    return { file, text: readFileSync(join(folder, file), 'utf8') };
  }),
);

/** What may stand where something else was expected. */
const strangers: readonly unknown[] = [
  ...[null, true, 0, -1, 1e308, 2 ** 53 + 2, '', ' ', '\ud83d', '\u2028', 'NaN', '42', '{"a":', '[1,2', '"x"'],
  ...[[], [[]], [null], {}, { role: 'user' }, { constructor: 1 }, { content: {} }, [{ role: 'assistant', content: 'x' }]],
  JSON.parse('{"__proto__": {"role": "user", "content": "p"}, "toString": 1}') as unknown,
];
const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

type Path = readonly (string | number)[];

function* places(value: unknown, path: Path = []): Generator<Path> {
  yield path;
  if (Array.isArray(value)) for (const [i, item] of value.entries()) yield* places(item, [...path, i]);
  else if (isFields(value)) for (const [key, item] of Object.entries(value)) yield* places(item, [...path, key]);
}

function replaced(value: unknown, [step, ...rest]: Path, by: unknown): unknown {
  if (step === undefined) return by;
  if (Array.isArray(value)) return value.map((item: unknown, i) => (i === step ? replaced(item, rest, by) : item));
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, key === step ? replaced(item, rest, by) : item]));
}

/** Swaps a value of one of the lines, or of the whole file, for something else. */
function swapped(text: string, n: number, stranger: number): string {
  const lines = text.trimEnd().split('\n');
  const isLines = lines.every((line) => parsed(line) !== undefined);
  const at = isLines ? n % lines.length : 0;
  const value = parsed(isLines ? (lines[at] ?? '') : text);
  if (value === undefined) return text;
  const found = [...places(value)];
  const by = stranger < strangers.length ? strangers[stranger] : '@deep@';
  const out = JSON.stringify(replaced(value, found[n % found.length] ?? [], by)).replace('"@deep@"', deep(500 + (n % 800)));
  return isLines ? [...lines.slice(0, at), out, ...lines.slice(at + 1)].join('\n') : out;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not every line of a fixture is JSON, on purpose.
    return undefined;
  }
}

const mutation = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('swap'), n: fc.nat(10_000), m: fc.nat(strangers.length) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('cut', 'byte', 'twice', 'crlf', 'join'), n: fc.nat(100_000), m: fc.nat(255) }),
  },
);

function mutated(text: string, { kind, n, m }: { kind: string; n: number; m: number }): Buffer {
  const bytes = Buffer.from(text);
  const at = n % Math.max(1, bytes.length);
  if (kind === 'swap') return Buffer.from(swapped(text, n, m));
  if (kind === 'cut') return bytes.subarray(0, at);
  if (kind === 'byte') return Buffer.concat([bytes.subarray(0, at), Buffer.from([m]), bytes.subarray(at + (n % 2))]);
  if (kind === 'twice') return Buffer.from(`${text}\n${text}`);
  return Buffer.from(kind === 'crlf' ? `\ufeff${text.replaceAll('\n', '\r\n')}` : text.replaceAll('}\n{', '}{'));
}

const sum = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((total, n) => total + n, 0);

describe('spoiled logs', () => {
  let folder: TestFolder;
  beforeEach(() => (folder = testFolder()));
  afterEach(() => folder.free());

  it('are read as far as they go, and the books add up', async () => {
    const redactor = new Redactor();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...inputs), fc.array(mutation, { minLength: 1, maxLength: 3 }), async (input, changes) => {
        const text = changes.reduce((before, change) => mutated(before, change).toString('utf8'), input.text);
        if (text.trim() === '' || text.trim() === '\ufeff') return;
        const path = folder.file(input.file, text);
        // Two files that are one: whatever is in them, the second has nothing new.
        const job = { ...jobFor([path, path]), strict: false };
        const { rows, result } = await collect(convert(job, new AbortController().signal, new RowList()));
        assert.equal(result.read, result.imported + result.duplicates + result.refused);
        assert.equal(sum(result.by_shape), result.imported + result.duplicates);
        assert.equal(sum(result.refused_by), result.refused);
        assert.equal(result.read % 2, 0);
        assert.ok(result.duplicates >= result.imported);
        const lines = text.split('\n').length;
        for (const row of result.refused_rows) assert.ok(row.line >= 0 && row.line <= lines, `line ${row.line} of ${lines}`);
        for (const row of rows) {
          const { trace } = incomingOf(row);
          traceSchema.strict().parse(trace);
          assert.ok((trace.origin.line ?? 0) >= 1 && (trace.origin.line ?? 0) <= lines);
          assert.deepEqual(redactor.redactTrace(trace).counts, {});
        }
        assert.equal(Object.hasOwn(Object.prototype, 'role'), false);
      }),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 400) },
    );
  }).timeout(120_000);
});
