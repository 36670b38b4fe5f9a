import { readJson, type JsonNode } from '../../lib/json-text';

/** Faults of a row, by code; none when a target takes it. */
export type Faults = readonly string[];

/** Reads a line as the writer rules W1 to W5 want it; `node` is undefined when it is not one JSON object. */
export function readLine(line: string): { node: JsonNode | undefined; faults: string[] } {
  const faults: string[] = [];
  if (line.startsWith('\ufeff')) faults.push('byte_order_mark');
  if (/[\n\r\u0085\u2028\u2029]/.test(line)) faults.push('raw_line_end');
  if (/\p{Surrogate}/u.test(line) || hasEscapedSurrogate(line)) faults.push('lone_surrogate');
  const node = parsed(line);
  if (node?.kind !== 'object') return { node: undefined, faults: [...faults, 'not_an_object'] };
  if (hasRepeatedKey(node)) faults.push('repeated_key');
  if (hasBadNumber(node)) faults.push('bad_number');
  return { node, faults };
}

function parsed(line: string): JsonNode | undefined {
  try {
    return readJson(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A surrogate written as an escape whose partner is not. */
function hasEscapedSurrogate(line: string): boolean {
  const value: unknown = /\\ud[89a-f]/i.test(line) ? safeParse(line) : undefined;
  return value !== undefined && /\p{Surrogate}/u.test(allStrings(value).join('\u0000'));
}

function safeParse(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

function allStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...allStrings(item)]);
}

function children(node: JsonNode): readonly JsonNode[] {
  if (node.kind === 'object') return node.members.map((m) => m.value);
  return node.kind === 'array' ? node.items : [];
}

function hasRepeatedKey(node: JsonNode): boolean {
  const isHere = node.kind === 'object' && new Set(node.members.map((m) => m.key)).size < node.members.length;
  return isHere || children(node).some(hasRepeatedKey);
}

/** No integer beyond 64 bits, no number that is infinite when read. */
function hasBadNumber(node: JsonNode): boolean {
  if (node.kind !== 'number') return children(node).some(hasBadNumber);
  if (!Number.isFinite(Number(node.text))) return true;
  return /^-?\d+$/.test(node.text) && (BigInt(node.text) > 2n ** 64n - 1n || BigInt(node.text) < -(2n ** 63n));
}
