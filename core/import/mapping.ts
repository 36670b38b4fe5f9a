import { Problem } from '../lib/problem';
import { checkAttributeKey } from '../feedback/label';
import { isFields, own, scalarText, type Fields } from './fields';
import { quoteFields } from './refusals';

/** Our field → the file's column, or a path with dots into a JSON row. */
export type Mapping = Readonly<Record<string, string>>;

/** Fields a mapping can fill, beside `attribute:<key>`. */
export const mappable = [
  ...['prompt', 'completion', 'messages', 'chosen', 'rejected', 'label', 'score', 'reference', 'system', 'model', 'id'],
  ...['request_id', 'captured_at', 'labels', 'task_key', 'tools'],
] as const;

const known: ReadonlySet<string> = new Set(mappable);

const attributePrefix = 'attribute:';

/** @throws Problem when a field is not one of ours, or no column is named for it */
export function checkMapping(mapping: Mapping): void {
  for (const [field, column] of Object.entries(mapping)) {
    if (column === '') throw new Problem('mapping_invalid', { text: `${field}=` });
    if (field.startsWith(attributePrefix)) checkAttributeKey(field.slice(attributePrefix.length));
    else if (!known.has(field)) {
      const fields = [...mappable, `${attributePrefix}KEY`].join(', ');
      throw new Problem('mapping_field_unknown', { field: field.slice(0, 120), fields });
    }
  }
}

/** Names of columns kept for a message; a row may have any number. */
const keptNames = 200;

/** Sees to it that each mapped column is in a row somewhere: one that is in none is a mistyped name. */
export class MappedColumns {
  private readonly missing: Map<string, string>;
  private readonly names = new Set<string>();

  constructor(mapping: Mapping) {
    this.missing = new Map(Object.entries(mapping));
  }

  look(row: unknown): void {
    if (this.missing.size === 0 || !isFields(row)) return;
    for (const [field, column] of this.missing) if (valueAt(row, column) !== undefined) this.missing.delete(field);
    if (this.missing.size === 0 || this.names.size >= keptNames) return;
    for (const name of Object.keys(row)) this.names.add(name);
  }

  /** @throws Problem when rows were seen and a mapped column was in none */
  check(path: string): void {
    const [first] = this.missing;
    if (first === undefined || this.names.size === 0) return;
    const [field, column] = first;
    const columns = quoteFields([...this.names]);
    throw new Problem('mapping_column_missing', { field, column: column.slice(0, 120), path, columns });
  }
}

/** Fields that decide what a row is. When one of them is mapped, the row's own fields of that kind do not count. */
const deciding = new Set([
  ...['prompt', 'completion', 'messages', 'chosen', 'rejected', 'label', 'score', 'reference', 'instruction', 'input', 'output'],
  ...['response', 'conversations', 'conversation', 'kto_tag', 'reward', 'rating', 'gold', 'ground_truth', 'expected', 'text'],
]);

/** The row with our fields filled from the columns they are mapped to. Unmapped columns stay as they are. */
export function applyMapping(value: unknown, mapping: Mapping): unknown {
  const entries = Object.entries(mapping);
  if (entries.length === 0 || !isFields(value)) return value;
  const decides = entries.some(([field]) => deciding.has(field));
  const moved = new Set(entries.map(([, column]) => column));
  const kept = Object.entries(value).filter(([name]) => !moved.has(name) && !(decides && deciding.has(name)));
  const attributes: [string, string][] = [];
  for (const [field, column] of entries) {
    const found = valueAt(value, column);
    if (found === undefined) continue;
    if (field.startsWith(attributePrefix)) {
      const text = typeof found === 'boolean' ? String(found) : scalarText(found);
      if (text !== undefined) attributes.push([field.slice(attributePrefix.length), text]);
    } else kept.push([field, found]);
  }
  const own_attributes = own(value, 'attributes');
  const all = { ...(isFields(own_attributes) ? own_attributes : {}), ...Object.fromEntries(attributes) };
  return Object.fromEntries(attributes.length === 0 ? kept : [...kept, ['attributes', all]]);
}

/** The value of a column; a name that holds dots itself comes before a path. */
export function valueAt(row: Fields, path: string): unknown {
  if (Object.hasOwn(row, path)) return row[path];
  let at: unknown = row;
  for (const step of path.split('.')) {
    if (Array.isArray(at)) at = /^\d+$/.test(step) ? (at as unknown[])[Number(step)] : undefined;
    else if (isFields(at)) at = own(at, step);
    else return undefined;
  }
  return at;
}

const readings: ReadonlyMap<string, string> = new Map([
  ...mappable.map((name) => [name, name] as const),
  ...(['instruction', 'input'] as const).map((name) => [name, 'prompt'] as const),
  ...(['response', 'output'] as const).map((name) => [name, 'completion'] as const),
  ...(['conversations', 'conversation', 'dialogue', 'turns'] as const).map((name) => [name, 'messages'] as const),
  ...(['reward', 'rating'] as const).map((name) => [name, 'score'] as const),
  ...(['gold', 'ground_truth', 'expected'] as const).map((name) => [name, 'reference'] as const),
  ...(['created', 'created_at', 'timestamp', 'ts', 'time'] as const).map((name) => [name, 'captured_at'] as const),
  ...(['kto_tag'] as const).map((name) => [name, 'label'] as const),
  ...(['tags'] as const).map((name) => [name, 'labels'] as const),
]);

/** What a field of a file is read as without a mapping; undefined when it only stands beside. */
export function readsAs(name: string): string | undefined {
  return readings.get(name);
}
