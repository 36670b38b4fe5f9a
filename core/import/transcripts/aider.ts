import type { Message } from '../../trace/model';
import { assemble, someOfEachRow } from '../assemble';
import type { Dialect } from '../draft';
import { readFacts } from '../facts';
import { isFields, own, textOf } from '../fields';

/** A session begins with this line; the time is the writer's own, without a zone. */
export const aiderStart = /^# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*$/;

/** A row that a chat history is cut into: what stands below one `# aider chat started at`. */
export interface AiderSession {
  readonly aider_started: string;
  readonly aider_chat: string;
}

/**
 * Chat histories of aider (`.aider.chat.history.md`): `#### ` is the user, `> ` the program, the rest the model. What
 * the user or the program wrote ends in two blanks, which tells it from headings and quotes in an answer.
 */
export const aider: Dialect = {
  id: 'aider',
  title: 'aider chat history',
  whole_file: false,
  detect: (value) => isFields(value) && textOf(own(value, 'aider_chat')) !== undefined,
  read: someOfEachRow((row, _options, sink) => {
    const { value, line } = row;
    if (!isFields(value)) return [];
    const { messages, model } = readSession(textOf(own(value, 'aider_chat')) ?? '');
    // Starting the program and leaving it again is no conversation.
    if (!messages.some((message) => message.role === 'user')) return [];
    const facts = readFacts({ started: own(value, 'aider_started') }, new Set(), sink.note.bind(sink));
    return [assemble({ dialect: 'aider', shape: 'conversation', line, messages, facts: { ...facts, model } })];
  }),
};

const modelLine = /^> (?:Main model|Models?): ([^\s,]+)/;

function readSession(text: string): { messages: Message[]; model: string | undefined } {
  const lines = text.split('\n');
  // An editor may have taken the blanks at the ends of lines away.
  const isKept = lines.some((line) => /^#### .* {2}$/.test(line));
  const isOwn = (line: string, mark: string) => line.startsWith(mark) && (!isKept || line.endsWith('  '));
  const messages: { role: 'user' | 'assistant'; lines: string[] }[] = [];
  let model: string | undefined;
  for (const line of lines) {
    model ??= modelLine.exec(line)?.[1];
    if (isOwn(line, '> ') || line.trimEnd() === '>') continue;
    const isUser = isOwn(line, '#### ');
    const role = isUser ? 'user' : 'assistant';
    const last = messages.at(-1);
    if (last?.role === role) last.lines.push(isUser ? line.slice(5).trimEnd() : line);
    else if (isUser || line.trim() !== '') messages.push({ role, lines: [isUser ? line.slice(5).trimEnd() : line] });
  }
  return { messages: messages.map(({ role, lines: said }) => ({ role, content: said.join('\n').trim() })), model };
}
