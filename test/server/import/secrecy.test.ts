import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { ReadBooks } from '../../../core/import/books';
import { isFields } from '../../../core/import/fields';
import type { FinishedRow } from '../../../core/import/finish';
import { Redactor } from '../../../core/redact/redact';
import { FileConverter, RowList } from '../../../server/import/convert';
import { readFile } from '../../../server/import/read-file';

const root = join('test', 'fixtures', 'import');
/** Nothing of these may be found again: whole, and the part that would be left if one were cut in the middle. */
const name = 'anneliese.privat';
const address = `${name}@example.org`;
const token = ['sk', 'ant', 'api03', 'q8Zr2Lx0Vb7Nc5Md1Wf9Kj4Hg6Ts3Pa'].join('-');

interface Case {
  readonly id: string;
  readonly rows: readonly unknown[];
  readonly options: object;
}

/** The rows of every fixture. Tables are rows of texts like any other. */
async function cases(): Promise<Case[]> {
  const found: Case[] = [];
  for (const dialect of readdirSync(root).sort()) {
    for (const folder of readdirSync(join(root, dialect)).sort()) {
      const path = join(root, dialect, folder);
      const input = readdirSync(path).find((file) => file.startsWith('input.')) ?? '';
      const rows: unknown[] = [];
      for await (const chunk of readFile(join(path, input), new AbortController().signal))
        for (const row of chunk.rows) if (row.value !== undefined) rows.push(row.value);
      const options = join(path, 'options.json');
      const given = existsSync(options) ? (JSON.parse(readFileSync(options, 'utf8')) as object) : {};
      found.push({ id: `${dialect}/${folder}`, rows, options: given });
    }
  }
  return found;
}

const redactor = new Redactor();

function converted({ rows, options }: Omit<Case, 'id'>): readonly FinishedRow[] {
  const books = new ReadBooks();
  const job = { source: 's', labels: [], attributes: {}, recorded_at: '2026-01-01T00:00:00.000Z', mapping: {}, ...options };
  const converter = new FileConverter(job, { path: 'f', label: 'f', bytes: 0 }, books, redactor, new RowList());
  for (const [n, value] of rows.entries()) converter.take({ line: n + 1, bytes: 1, value });
  converter.end();
  return converter.drain();
}

/** Everything of a row that the store writes; of the key it only keeps a hash. */
const written = (rows: readonly FinishedRow[]): string =>
  JSON.stringify(
    rows.map((row) => ({ ...row, key: undefined })),
    asText,
  );
const asText = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

type Path = readonly (string | number)[];

/** Where texts stand in a value, JSON inside texts included. */
function* texts(value: unknown, path: Path = []): Generator<Path> {
  if (typeof value === 'string') yield path;
  else if (Array.isArray(value)) for (const [i, item] of value.entries()) yield* texts(item, [...path, i]);
  else if (isFields(value)) for (const [key, item] of Object.entries(value)) yield* texts(item, [...path, key]);
}

function changedAt(value: unknown, path: Path, change: (text: string) => string): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return typeof value === 'string' ? change(value) : value;
  if (Array.isArray(value)) return value.map((item: unknown, i) => (i === step ? changedAt(item, rest, change) : item));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === step ? changedAt(item, rest, change) : item]),
  );
}

/** A secret put to a text, or in its place. */
const changes: readonly ((text: string) => string)[] = [(text) => `${text} ${address} `, () => `${address} `, () => token];
const filler = (length: number): string => 'w '.repeat(length / 2);
/** The secret across the places at which long texts may be cut. */
const across = [40, 80, 100, 120, 200, 300, 500, 1000, 2000].map((cut) => () => filler(cut).slice(name.length) + address);

describe('secrets in a log', () => {
  it('are never written, whatever field they stand in', async () => {
    const leaks = new Set<string>();
    const seen = new Set<string>();
    let tried = 0;
    for (const { id, rows, options } of await cases()) {
      for (const place of texts(rows)) {
        // One place of each sort: elements of lists are alike, and so are the rows of a dialect.
        const sort = [id.split('/')[0], ...place.filter((step) => typeof step === 'string')].join(' ');
        if (seen.has(sort)) continue;
        seen.add(sort);
        const outOf = (change: (text: string) => string): string =>
          written(converted({ rows: changedAt(rows, place, change) as unknown[], options }));
        const long = outOf(() => filler(6000));
        const isCut = long.includes(filler(16)) && !long.includes(filler(6000));
        for (const change of isCut ? [...changes, ...across] : changes) {
          const out = outOf(change);
          tried++;
          if ([name, token].some((secret) => out.includes(secret))) leaks.add(sort);
        }
      }
    }
    assert.ok(tried > 1000);
    assert.deepEqual([...leaks], []);
  }).timeout(120_000);
});
