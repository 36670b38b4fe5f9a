import { SessionReader } from './claude-code/session';
import type { Dialect } from './draft';
import { has, isFields, own, type Fields } from './fields';

/** Session files of Claude Code, its web export (`loglines`) and `--output-format stream-json`. */
export const claudeCode: Dialect = {
  id: 'claude-code',
  title: 'Claude Code session',
  whole_file: { share: 0.5 },
  detect: (value) => isFields(value) && (isSpoken(value) || isSideRecord(value)),
  read: (sink) => new SessionReader(sink),
};

function isSpoken(row: Fields): boolean {
  const type = own(row, 'type');
  return (type === 'user' || type === 'assistant') && isFields(own(row, 'message'));
}

/** What rows of other logs have that a session's side records never do, unless they are links of its chain. */
const foreign = ['payload', 'projectHash', 'messages', 'conversations', 'prompt', 'request', 'input', 'chosen', 'data'];

/** Records that carry no words. New kinds come with every release; what they share is the session they belong to. */
function isSideRecord(row: Fields): boolean {
  const type = own(row, 'type');
  if (typeof type !== 'string') return false;
  if (has(row, 'parentUuid') || has(row, 'leafUuid') || type === 'file-history-snapshot' || type === 'queue-operation')
    return true;
  return (has(row, 'sessionId') || has(row, 'session_id')) && !foreign.some((name) => has(row, name));
}
