import { applyEdits, format, parseTree, type Node as JsonNode, type ParseError } from 'jsonc-parser';
import { t, tn } from '../words';
import { el, shown } from './dom';
import { foldLines, longText } from './long';

const longest = 512_000;
/** Children made at once; the rest on demand. */
const page = 40;

export interface Json {
  readonly root: JsonNode;
  /** Numbers are shown as they stand here, so that long ones keep their digits. */
  readonly text: string;
}

/** JSON with its text, or undefined when it is none (or too long to be worth a tree). Comments are not JSON. */
export function readJson(text: string): Json | undefined {
  if (text.length > longest || !/^\s*[[{]/.test(text)) return undefined;
  const errors: ParseError[] = [];
  try {
    const root = parseTree(text, errors, { disallowComments: true });
    return root && errors.length === 0 ? { root, text } : undefined;
  } catch {
    // Nested too deeply for the parser's stack: shown as text instead.
    return undefined;
  }
}

interface Field {
  readonly name: string | undefined;
  readonly value: JsonNode;
}

export function fieldsOf(node: JsonNode): Field[] {
  const children = node.children ?? [];
  if (node.type === 'array') return children.map((value, index) => ({ name: String(index), value }));
  return children.flatMap((property) => {
    const [key, value] = property.children ?? [];
    return key && value ? [{ name: String(key.value), value }] : [];
  });
}

export function isScalar(node: JsonNode): boolean {
  return node.type !== 'object' && node.type !== 'array';
}

/** A scalar as elements: strings readable (line breaks kept), everything else as it stands in the text. */
export function scalar(json: Json, node: JsonNode): HTMLElement {
  if (node.type !== 'string') {
    return el('span', `json-${node.type}`, json.text.slice(node.offset, node.offset + node.length));
  }
  const text = String(node.value);
  if (text === '') return el('span', 'json-string', '""');
  if (text.length > 300 || text.includes('\n')) return el('div', 'json-string json-block', longText({ text }));
  return el('span', 'json-string', shown(text));
}

function name(field: Field): HTMLElement {
  return el('span', 'json-name', shown(field.name ?? ''));
}

function summaryOf(json: Json, field: Field): string {
  const count = field.value.children?.length ?? 0;
  return field.value.type === 'array' ? tn('json.items', count) : tn('json.fields', count);
}

/** Lines that may still open by themselves, so that a tree starts no longer than a folded text. */
interface Budget {
  lines: number;
}

function line(json: Json, field: Field, budget: Budget): HTMLElement {
  if (isScalar(field.value)) return el('div', 'json-line', name(field), scalar(json, field.value));
  const details = el('details', 'json-branch');
  const count = el('span', 'json-count', summaryOf(json, field));
  details.append(el('summary', '', name(field), count));
  let filled = false;
  const fill = (): void => {
    if (filled) return;
    filled = true;
    details.append(children(json, field.value, budget));
  };
  const size = field.value.children?.length ?? 0;
  if (size <= budget.lines) {
    budget.lines -= size;
    details.open = true;
    fill();
  }
  details.addEventListener('toggle', () => {
    if (details.open) fill();
  });
  return details;
}

function children(json: Json, node: JsonNode, budget: Budget): HTMLElement {
  const holder = el('div', 'json-children');
  const fields = fieldsOf(node);
  const add = (from: number): void => {
    for (const field of fields.slice(from, from + page)) holder.append(line(json, field, budget));
    const left = fields.length - from - page;
    if (left <= 0) return;
    const more = el('button', 'more', t('json.more', { n: left }));
    more.addEventListener('click', () => {
      more.remove();
      add(from + page);
    });
    holder.append(more);
  };
  add(0);
  return holder;
}

/** A foldable tree; branches are made when they are opened. */
export function jsonTree(json: Json): HTMLElement {
  const budget = { lines: foldLines - Math.min(foldLines, json.root.children?.length ?? 0) };
  return el('div', 'json', isScalar(json.root) ? scalar(json, json.root) : children(json, json.root, budget));
}

/** JSON laid out for reading: only white space changes, so long numbers keep their digits. Anything else stays as it is. */
export function laidOut(text: string): string {
  if (!readJson(text)) return text;
  return applyEdits(text, format(text, undefined, { tabSize: 2, insertSpaces: true, eol: '\n' }));
}
