/** JSON as it was found: a value, or why there is none. */
export type FoundJson =
  { readonly value: unknown } | { readonly code: 'not_json' | 'json_in_fence' | 'no_fence' | 'fence_not_json' | 'no_json' };

export type Extract = 'whole' | 'fenced' | 'first';

/** The JSON in an answer: all of it, what the first fence that is marked json (else the first) holds, or the first value. */
export function jsonIn(text: string, extract: Extract): FoundJson {
  if (extract === 'whole') return wholeJson(text);
  return extract === 'fenced' ? fencedJson(text) : firstJson(text);
}

function wholeJson(text: string): FoundJson {
  const parsed = parse(text);
  if (parsed) return parsed;
  const [fence] = fencesIn(text);
  const isAll = fence && text.trim().length <= fence.length;
  return { code: isAll && parse(fence.inside) ? 'json_in_fence' : 'not_json' };
}

function fencedJson(text: string): FoundJson {
  const fences = fencesIn(text);
  const fence = fences.find(({ language }) => /^json[c5]?$/i.test(language)) ?? fences[0];
  if (!fence) return { code: 'no_fence' };
  return parse(fence.inside) ?? { code: 'fence_not_json' };
}

/** Brackets that begin no value are passed over; after so many the text holds no JSON worth looking for. */
const mostStarts = 64;

function firstJson(text: string): FoundJson {
  const start = /[[{]/g;
  for (let tries = 0; tries < mostStarts; tries++) {
    const found = start.exec(text);
    if (!found) break;
    const end = endOfValue(text, found.index);
    const parsed = end === undefined ? undefined : parse(text.slice(found.index, end));
    if (parsed) return parsed;
  }
  return { code: 'no_json' };
}

/** Behind the bracket that closes the one at `start`; undefined when none does. */
function endOfValue(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      at = endOfString(text, at);
      if (at < 0) return undefined;
    } else if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1;
  }
  return undefined;
}

/** The closing quote; -1 when there is none. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return -1;
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

interface Fence {
  readonly language: string;
  readonly inside: string;
  /** From the opening to the closing marks. */
  readonly length: number;
}

/** Fenced code of a Markdown text. One that is never closed was cut off, and holds nothing whole. */
function fencesIn(text: string): Fence[] {
  const fences: Fence[] = [];
  let open: { marks: string; language: string; lines: string[]; length: number } | undefined;
  for (const line of text.split(/\r?\n/)) {
    const found = fenceLine(line);
    if (!open) {
      if (found) open = { ...found, lines: [], length: line.length + 1 };
      continue;
    }
    open.length += line.length + 1;
    const closes = found?.language === '' && found.marks.startsWith(open.marks);
    if (closes) fences.push({ language: open.language, inside: open.lines.join('\n'), length: open.length });
    if (closes) open = undefined;
    else open.lines.push(line);
  }
  return fences;
}

function fenceLine(line: string): { marks: string; language: string } | undefined {
  const marks = /^[ \t]*(`{3,}|~{3,})/.exec(line);
  const [whole, fence] = marks ?? [];
  if (whole === undefined || fence === undefined) return undefined;
  const rest = line.slice(whole.length);
  // Backticks go on: code inside of a line.
  if (fence.startsWith('`') && rest.includes('`')) return undefined;
  return { marks: fence, language: rest.trim().split(/\s/, 1)[0] ?? '' };
}
