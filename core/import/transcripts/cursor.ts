import type { Message } from '../../trace/model';
import { assemble, eachRow } from '../assemble';
import type { Dialect } from '../draft';
import { readFacts } from '../facts';
import { isFields, own, textOf } from '../fields';
import { kindOf } from '../judged';
import { Refusal } from '../refusals';

/** The first lines of an exported chat: its title, and when it was exported. */
export const cursorHead = /^# ([^\n]{0,500})\n+_Exported on ([^_\n]{1,80}) from Cursor(?: \([^)\n]{0,40}\))?_/;

/** The row an exported chat becomes: its whole text. */
export interface CursorChat {
  readonly cursor_chat: string;
}

/** An answer may hold `---` and headings: only both together, with a name, begin a turn. */
const turnMark = /(?:^|\n)---\n\n\*\*(User|Cursor)\*\*\n/;

/** Chats that Cursor exported as Markdown. The date follows the writer's local custom, so it stays a text. */
export const cursor: Dialect = {
  id: 'cursor',
  title: 'Cursor chat exports',
  whole_file: false,
  detect: (value) => isFields(value) && textOf(own(value, 'cursor_chat')) !== undefined,
  read: eachRow((row, _options, sink) => {
    const { value, line } = row;
    if (!isFields(value)) return new Refusal('not_an_object', { kind: kindOf(value) });
    const text = textOf(own(value, 'cursor_chat')) ?? '';
    const [, title, exported_on] = cursorHead.exec(text) ?? [];
    const [, ...parts] = text.split(turnMark);
    const messages: Message[] = [];
    for (let i = 0; i + 1 < parts.length; i += 2)
      messages.push({ role: parts[i] === 'User' ? 'user' : 'assistant', content: (parts[i + 1] ?? '').trim() });
    const facts = readFacts({ title, exported_on }, new Set(), sink.note.bind(sink));
    return assemble({ dialect: 'cursor', shape: 'conversation', line, messages, facts });
  }),
};
