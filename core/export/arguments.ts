import { printJson, readJson, type JsonMember, type JsonNode } from '../lib/json-text';
import { Refusal, type Tally } from './tally';

/** Integers beyond this do not fit the 64 bits of a loader's tables, signed or unsigned. */
const mostNegative = -(2n ** 63n);
const mostPositive = 2n ** 64n - 1n;
/** The JSON loader of `datasets` writes floats with ten decimals where rows differ in shape. */
const decimals = 10;

/**
 * Tool arguments as the JSON text of an object, numbers as they were written. Repeated keys are dropped but the last;
 * numbers no loader can hold become text; both are noted. Blank arguments are an empty object.
 */
export function argumentsObject(text: string, notes: Tally): string | Refusal {
  const node = objectNode(text);
  return node instanceof Refusal ? node : printJson(sound(node, notes));
}

/** Tool arguments as the JSON text of a string that holds their JSON: encoded once, never twice. */
export function argumentsString(text: string): string | Refusal {
  const node = objectNode(text);
  return node instanceof Refusal ? node : JSON.stringify(text.trim() === '' ? '{}' : text);
}

function objectNode(text: string): JsonNode | Refusal {
  if (text.trim() === '') return { kind: 'object', members: [] };
  try {
    const node = readJson(text);
    return node.kind === 'object' ? node : new Refusal('invalid_tool_arguments');
  } catch (error) {
    if (error instanceof SyntaxError) return new Refusal('invalid_tool_arguments');
    throw error;
  }
}

/** JSON that every loader takes: no repeated keys, no number it cannot hold. What was changed is noted. */
export function sound(node: JsonNode, notes: Tally): JsonNode {
  switch (node.kind) {
    case 'object':
      return { kind: 'object', members: soundMembers(node.members, notes) };
    case 'array':
      return { kind: 'array', items: node.items.map((item) => sound(item, notes)) };
    case 'number':
      return soundNumber(node.text, notes);
    default:
      return node;
  }
}

function soundMembers(members: readonly JsonMember[], notes: Tally): JsonMember[] {
  const last = new Map<string, JsonNode>();
  for (const { key, value } of members) {
    // Keys that differ in a lone surrogate only would become the same key at the end of the line.
    const clean = key.replace(/\p{Surrogate}/gu, '\ufffd');
    if (last.has(clean)) notes.add('repeated_keys_dropped');
    last.set(clean, sound(value, notes));
  }
  return [...last].map(([key, value]) => ({ key, value }));
}

function soundNumber(text: string, notes: Tally): JsonNode {
  if (/^-?\d+$/.test(text)) {
    const value = BigInt(text);
    if (value >= mostNegative && value <= mostPositive) return { kind: 'number', text };
    notes.add('big_numbers_as_text');
    return { kind: 'string', value: text };
  }
  if (!Number.isFinite(Number(text))) {
    notes.add('big_numbers_as_text');
    return { kind: 'string', value: text };
  }
  if (losesDigits(text)) notes.add('floats_rounded_by_loader');
  return { kind: 'number', text };
}

function losesDigits(text: string): boolean {
  const value = Number(text);
  return Number(value.toFixed(decimals)) !== value;
}
