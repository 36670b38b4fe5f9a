import type { Method } from '../../dataset/recipe';
import { memberOf, readJson, type JsonNode } from '../../lib/json-text';
import { isDateLike } from '../trl/messages';
import type { Faults } from './line';

const headBytes = 10 * 2 ** 20;

/**
 * Why `datasets` would not load the files of a folder as they are written, told from what its JSON loader does: one
 * type for each column, fixed by the first 10 MiB of train.jsonl (EXPORT R3, R5).
 */
export function checkTrlFiles(method: Method, train: readonly string[], test: readonly string[]): Faults {
  const head = headOf(train).map(readJson);
  const all = [...train, ...test].map((line) => readJson(line));
  const faults: string[] = [];
  for (const column of new Set(all.flatMap(keysOf))) {
    if (!head.some((row) => memberOf(row, column))) faults.push(`late_column:${column}`);
    const values = all.flatMap((row) => memberOf(row, column) ?? []);
    if (new Set(values.map((v) => v.kind)).size > 1) faults.push(`mixed_column:${column}`);
    if (values.every((v) => v.kind === 'array') && column !== 'tools') faults.push(...typeFaults(column, head, values));
    if (column === 'tools' && values[0]?.kind === 'array' && new Set(values.map((v) => JSON.stringify(v))).size > 1) {
      faults.push('tools_differ');
    }
  }
  return method === 'kto' ? [...faults, ...neighbourFaults(train)] : faults;
}

function headOf(lines: readonly string[]): readonly string[] {
  let bytes = 0;
  const end = lines.findIndex((line) => (bytes += new TextEncoder().encode(line).length + 1) > headBytes);
  return end < 0 ? lines : lines.slice(0, end);
}

/** Two sets of keys in the head make a JSON column, which takes anything; else all messages must be alike, and text. */
function typeFaults(column: string, head: readonly JsonNode[], values: readonly JsonNode[]): string[] {
  const shown = new Set(head.flatMap((row) => messagesOf(memberOf(row, column))).map((m) => keysOf(m).join()));
  if (shown.size > 1) return [];
  const messages = values.flatMap(messagesOf);
  // A single message has the type it has.
  if (messages.length === 1) return [];
  const keySets = new Set(messages.map((m) => keysOf(m).join()));
  const isUniform = keySets.size < 2 && !messages.some((m) => keysOf(m).includes('tool_calls'));
  const isDated = messages.some((m) => isDateLike(textOf(memberOf(m, 'content'))));
  return [...(isUniform ? [] : [`late_shape:${column}`]), ...(isDated ? [`dates:${column}`] : [])];
}

function messagesOf(column: JsonNode | undefined): readonly JsonNode[] {
  return column?.kind === 'array' ? column.items : [];
}

function keysOf(node: JsonNode): string[] {
  return node.kind === 'object' ? node.members.map((m) => m.key) : [];
}

function textOf(node: JsonNode | undefined): string {
  return node?.kind === 'string' ? node.value : '';
}

/** Rows with the same prompt side by side, though another row could stand between them. */
function neighbourFaults(lines: readonly string[]): string[] {
  const prompts = lines.map((line) => JSON.stringify(memberOf(readJson(line), 'prompt')).replace(/,\{"key":"name"[^}]*\}\}/, ''));
  const clashes = prompts.filter((prompt, n) => n > 0 && prompt === prompts[n - 1]).length;
  const most = Math.max(0, ...[...new Set(prompts)].map((p) => prompts.filter((q) => q === p).length));
  // More than half of the rows of one prompt cannot all be kept apart.
  return clashes > Math.max(0, 2 * most - 1 - lines.length) ? ['same_prompt_adjacent'] : [];
}
