import type { Dialect } from './draft';
import { has, isFields, own, type Fields } from './fields';
import { GeminiReader } from './gemini/session';

const types = new Set(['user', 'gemini', 'info', 'warning', 'error']);

/** Sessions of Gemini CLI: one object with its messages, or one record a line with later changes to earlier ones. */
export const geminiCli: Dialect = {
  id: 'gemini-cli',
  title: 'Gemini CLI session',
  whole_file: { share: 0.5 },
  detect: (value) => isFields(value) && (isSession(value) || isChange(value) || isRecord(value)),
  read: (sink) => new GeminiReader(sink),
};

export function isSession(row: Fields): boolean {
  return has(row, 'sessionId') && has(row, 'projectHash');
}

export function isChange(row: Fields): boolean {
  return isFields(own(row, '$set')) || has(row, '$rewindTo');
}

function isRecord(row: Fields): boolean {
  const type = own(row, 'type');
  return typeof type === 'string' && types.has(type) && has(row, 'id') && has(row, 'timestamp') && has(row, 'content');
}
