import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Span } from '../../../core/redact/rule';

const folder = join(import.meta.dirname, '../../fixtures/redact/kinds');

/** One line of a fixture file: the text, and where it expects masks. */
export interface Case {
  readonly line: number;
  readonly text: string;
  readonly secrets: readonly Pick<Span, 'start' | 'end'>[];
}

export const fixtureKinds: readonly string[] = readdirSync(folder).sort();

/** The cases of a file (see test/fixtures/redact/README.md for the notation). */
export function casesOf(kind: string, file: 'positive' | 'negative'): Case[] {
  const lines = readFileSync(join(folder, kind, `${file}.txt`), 'utf8').split('\n');
  return lines.flatMap((line, index) => (line === '' || line.startsWith('// ') ? [] : [{ line: index + 1, ...parsed(line) }]));
}

/** Joins what was split, resolves escapes, and turns marks into offsets. */
export function parsed(line: string): Omit<Case, 'line'> {
  const marked = joined(line).replace(/\\([nrt\\])/g, (_, escape: string) => escapes[escape] ?? '');
  const secrets: { start: number; end: number }[] = [];
  let text = '';
  for (const char of marked) {
    const last = secrets.at(-1);
    if (char === '⟦') secrets.push({ start: text.length, end: text.length });
    else if (char === '⟧' && last) secrets[secrets.length - 1] = { start: last.start, end: text.length };
    else text += char;
  }
  return { text, secrets };
}

/** Tokens in fixtures carry a `·` so that the files themselves hold nothing a scanner takes for live. */
export function joined(text: string): string {
  return text.replaceAll('·', '');
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '\\': '\\' };
