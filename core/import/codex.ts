import { RolloutReader } from './codex/rollout';
import type { Dialect } from './draft';
import { isFields, listOf, own, type Fields } from './fields';

const lineTypes = new Set([
  ...['session_meta', 'turn_context', 'response_item', 'event_msg', 'compacted', 'world_state', 'inter_agent_communication'],
]);

/** Session files of Codex: `{timestamp, type, payload}` a line, and the bare response items of earlier versions. */
export const codex: Dialect = {
  id: 'codex',
  title: 'Codex session',
  whole_file: { share: 0.5 },
  detect: (value) => isFields(value) && (isLine(value) || isBareItem(value)),
  read: (sink) => new RolloutReader(sink),
};

function isLine(row: Fields): boolean {
  const type = own(row, 'type');
  return (
    isFields(own(row, 'payload')) &&
    typeof type === 'string' &&
    (lineTypes.has(type) || typeof own(row, 'timestamp') === 'string')
  );
}

function isBareItem(row: Fields): boolean {
  if (own(row, 'record_type') === 'state') return true;
  const type = own(row, 'type');
  if (type === 'message') return (listOf(own(row, 'content')) ?? []).some(isItemPart);
  const called = typeof own(row, 'call_id') === 'string';
  return (
    (called && typeof type === 'string' && /_call(?:_output)?$/.test(type)) ||
    (type === 'reasoning' && Array.isArray(own(row, 'summary')))
  );
}

/** Parts of the Responses API; other APIs have messages of this type too. */
function isItemPart(part: unknown): boolean {
  const type = isFields(part) ? own(part, 'type') : undefined;
  return type === 'input_text' || type === 'output_text';
}
