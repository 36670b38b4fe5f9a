import { hasBase } from './base';
import { fieldsOf, isFields, listOf, own, type Fields } from './fields';
import { looksLikeMessage } from './messages';

/** Fields under which exports keep their rows. */
export const envelopeNames = [
  ...['data', 'runs', 'events', 'items', 'rows', 'results', 'traces', 'samples', 'conversations', 'loglines', 'records'],
];

/**
 * The rows inside a value: a list of rows, the list in an envelope such as `{object: "list", data: […]}`, columns turned
 * into rows; undefined when the value is itself a row.
 */
export function unwrapEnvelope(value: unknown): readonly unknown[] | undefined {
  const list = listOf(value);
  if (list) return list.some((item) => typeof item === 'object' && item !== null) ? list.map(unwrapRow) : undefined;
  if (!isFields(value) || hasBase(value)) return undefined;
  for (const name of envelopeNames) {
    const inner = listOf(own(value, name));
    if (inner && holdsRows(inner)) return inner.map(unwrapRow);
  }
  return columnsToRows(value);
}

/** Rows are objects (or lists of messages), but not messages: those are the conversation of the value itself. */
function holdsRows(list: readonly unknown[]): boolean {
  return list.length > 0 && list.some((item) => (isFields(item) && !looksLikeMessage(item)) || Array.isArray(item));
}

/** The dataset viewer of Hugging Face wraps each row: `{row_idx, row: {…}}`. */
export function unwrapRow(value: unknown): unknown {
  if (!isFields(value) || !Object.hasOwn(value, 'row_idx')) return value;
  return fieldsOf(own(value, 'row')) ?? value;
}

const columnLimit = 1_000_000;

/** `{"prompt": {"0": …}, "completion": {"0": …}}` or `{"prompt": […], "completion": […]}`, as data frames are written. */
function columnsToRows(value: Fields): readonly unknown[] | undefined {
  const columns = Object.entries(value);
  if (columns.length < 2) return undefined;
  const lists = columns.map(([, column]) => columnOf(column));
  const length = lists[0]?.length ?? 0;
  if (length < 2 || length > columnLimit || lists.some((list) => list?.length !== length)) return undefined;
  return Array.from({ length }, (_, i) => Object.fromEntries(columns.map(([name], c) => [name, lists[c]?.[i]])));
}

function columnOf(column: unknown): readonly unknown[] | undefined {
  if (Array.isArray(column)) return column.some(looksLikeMessage) ? undefined : listOf(column);
  if (!isFields(column)) return undefined;
  const keys = Object.keys(column);
  return keys.every((key, i) => key === String(i)) ? Object.values(column) : undefined;
}
