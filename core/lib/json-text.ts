/**
 * JSON read without loss: numbers keep their text (9007199254740993, 1.0, 1e400), members their order, and repeated
 * keys are seen. JSON.parse does none of that, and Node 20 gives no access to the source of a value.
 */
export type JsonNode =
  | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'literal'; readonly text: 'true' | 'false' | 'null' };

export interface JsonMember {
  readonly key: string;
  readonly value: JsonNode;
}

/** Deeper nesting than this is refused: nothing a model writes needs it, and recursion has an end. */
const deepest = 200;

interface Cursor {
  readonly text: string;
  at: number;
}

/** @throws SyntaxError when the text is not one JSON value, or is nested too deeply */
export function readJson(text: string): JsonNode {
  const cursor: Cursor = { text, at: 0 };
  const node = readValue(cursor, 0);
  skipSpace(cursor);
  if (cursor.at < text.length) throw unexpected(cursor);
  return node;
}

/** The value of a member; of several with one name the last, as JSON.parse has it. */
export function memberOf(node: JsonNode, key: string): JsonNode | undefined {
  return node.kind === 'object' ? node.members.findLast((member) => member.key === key)?.value : undefined;
}

/** Compact JSON text; numbers as they were written. */
export function printJson(node: JsonNode): string {
  switch (node.kind) {
    case 'object':
      return `{${node.members.map((m) => `${JSON.stringify(m.key)}:${printJson(m.value)}`).join(',')}}`;
    case 'array':
      return `[${node.items.map(printJson).join(',')}]`;
    case 'string':
      return JSON.stringify(node.value);
    case 'number':
    case 'literal':
      return node.text;
  }
}

function readValue(cursor: Cursor, depth: number): JsonNode {
  if (depth > deepest) throw new SyntaxError('JSON is nested too deeply');
  skipSpace(cursor);
  switch (cursor.text[cursor.at]) {
    case '{':
      return { kind: 'object', members: readList(cursor, '}', () => readMember(cursor, depth)) };
    case '[':
      return { kind: 'array', items: readList(cursor, ']', () => readValue(cursor, depth + 1)) };
    case '"':
      return { kind: 'string', value: readString(cursor) };
    default:
      return readScalar(cursor);
  }
}

function readList<T>(cursor: Cursor, close: '}' | ']', item: () => T): T[] {
  const items: T[] = [];
  cursor.at++;
  skipSpace(cursor);
  if (cursor.text[cursor.at] === close) {
    cursor.at++;
    return items;
  }
  for (;;) {
    items.push(item());
    skipSpace(cursor);
    const next = cursor.text[cursor.at++];
    if (next === close) return items;
    if (next !== ',') throw unexpected(cursor);
  }
}

function readMember(cursor: Cursor, depth: number): JsonMember {
  skipSpace(cursor);
  const key = readString(cursor);
  skipSpace(cursor);
  if (cursor.text[cursor.at++] !== ':') throw unexpected(cursor);
  return { key, value: readValue(cursor, depth + 1) };
}

// Sticky, so that each match starts exactly where the cursor stands.
const scalarToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const spaceToken = /[ \t\n\r]*/y;

/** Finds the closing quote by hand: strings of many megabytes must not go through a backtracking pattern. */
function readString(cursor: Cursor): string {
  if (cursor.text[cursor.at] !== '"') throw unexpected(cursor);
  const start = cursor.at;
  let end = start;
  do end = cursor.text.indexOf('"', end + 1);
  while (end > 0 && isEscaped(cursor.text, end));
  if (end < 0) throw unexpected(cursor);
  cursor.at = end + 1;
  return String(JSON.parse(cursor.text.slice(start, cursor.at)));
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === '\\') slashes++;
  return slashes % 2 === 1;
}

function readScalar(cursor: Cursor): JsonNode {
  const text = take(cursor, scalarToken);
  if (text === 'true' || text === 'false' || text === 'null') return { kind: 'literal', text };
  return { kind: 'number', text };
}

function skipSpace(cursor: Cursor): void {
  take(cursor, spaceToken);
}

function take(cursor: Cursor, pattern: RegExp): string {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0];
  if (found === undefined) throw unexpected(cursor);
  cursor.at += found.length;
  return found;
}

function unexpected(cursor: Cursor): SyntaxError {
  return new SyntaxError(`Not JSON at character ${cursor.at + 1}`);
}
