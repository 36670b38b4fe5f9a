import { textKeys, isTextKey } from './parse';
import { quote } from './print';
import { hasKinds, states } from './schema';

/** What the store knows that can be filtered by; counts are shown beside. */
export interface SliceFacts {
  readonly labels: readonly string[];
  readonly sources: readonly string[];
  readonly models: readonly string[];
  readonly reviewers: readonly string[];
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}

export interface Completion {
  readonly text: string;
  readonly kind: 'key' | 'attribute' | 'value';
}

/** What could be written at `offset`; the items replace the text from `from` to `offset`. */
export interface Completions {
  readonly from: number;
  readonly items: readonly Completion[];
}

const mostItems = 100;

/** Completions of filter text: keys at the start of a term, values after `:` and `=`. Never fails on unfinished text. */
export function completeSlice(text: string, offset: number, facts: SliceFacts): Completions {
  const start = wordStart(text, offset);
  const word = text.slice(start, offset);
  const dash = word.startsWith('-') ? 1 : 0;
  const sign = word.search(/[:=]/);
  if (word.startsWith('"', dash)) return { from: offset, items: [] };
  if (sign < 0) return { from: start + dash, items: keyItems(word.slice(dash), facts) };
  const from = start + Math.max(sign, word.lastIndexOf(',')) + 1;
  const typed = text.slice(from, offset).replace(/^"/, '').toLowerCase();
  const values = valuesFor(word.slice(dash, sign), word.charAt(sign), facts);
  const fitting = values.filter((v) => v.toLowerCase().startsWith(typed)).slice(0, mostItems);
  return { from, items: fitting.map((v) => ({ text: /^[^\s",]+$/.test(v) ? v : quote(v), kind: 'value' })) };
}

function keyItems(typed: string, facts: SliceFacts): Completion[] {
  const keys = textKeys.map((key): Completion => ({ text: `${key}:`, kind: 'key' }));
  const attributes = Object.keys(facts.attributes).map((key): Completion => ({ text: `${key}=`, kind: 'attribute' }));
  const all: Completion[] = [...keys, { text: 'unlabelled', kind: 'key' }, ...attributes];
  return all.filter((item) => item.text.startsWith(typed)).slice(0, mostItems);
}

function valuesFor(key: string, sign: string, facts: SliceFacts): readonly string[] {
  if (sign === '=') return facts.attributes[key] ?? [];
  if (!isTextKey(key)) return [];
  switch (key) {
    case 'label':
      return facts.labels;
    case 'source':
      return facts.sources;
    case 'model':
      return facts.models;
    case 'reviewer':
      return facts.reviewers;
    case 'state':
      return states;
    case 'has':
      return hasKinds;
    case 'since':
    case 'until':
    case 'text':
      return [];
  }
}

/** Where the term under the cursor begins: after the last space that is not inside quotes. */
function wordStart(text: string, offset: number): number {
  let start = 0;
  let quoted = false;
  for (let at = 0; at < offset; at++) {
    const char = text.charAt(at);
    if (char === '\\' && quoted) at++;
    else if (char === '"') quoted = !quoted;
    else if (!quoted && /\s/.test(char)) start = at + 1;
  }
  return start;
}
