import type { Message, ToolDefinition } from '../../trace/model';
import { assemble, eachRow } from '../assemble';
import { readTools } from '../calls';
import type { Dialect } from '../draft';
import { readFacts } from '../facts';
import { isFields, own, textOf } from '../fields';
import { parseNested } from '../json';
import { kindOf } from '../judged';
import type { Note } from '../messages';
import { Refusal } from '../refusals';

const turnMark = /(?:^|\n)(USER|ASSISTANT|FUNCTION RESPONSE): ?/;

/** One text a conversation, with `USER:`, `ASSISTANT:`, `<functioncall>` and `FUNCTION RESPONSE:` in it. */
export const glaive: Dialect = {
  id: 'glaive',
  title: 'Glaive function calling chats',
  whole_file: false,
  detect: (value) => isFields(value) && /(?:^|\n)USER: /.test(textOf(own(value, 'chat')) ?? ''),
  read: eachRow((row, _options, sink) => {
    const { value, line } = row;
    if (!isFields(value)) return new Refusal('not_an_object', { kind: kindOf(value) });
    const note = sink.note.bind(sink);
    const { content, tools } = readSystem(textOf(own(value, 'system')) ?? '');
    const messages: Message[] = content === '' ? [] : [{ role: 'system', content }];
    messages.push(...readChat(textOf(own(value, 'chat')) ?? '', note));
    const facts = readFacts(value, new Set(['system', 'chat']), note);
    return assemble({ dialect: 'glaive', shape: 'conversation', line, messages, tools, facts });
  }),
};

/** The tools stand behind the prompt as JSON, one after the other; what is no JSON stays part of the prompt. */
function readSystem(text: string): { content: string; tools: ToolDefinition[] | undefined } {
  const content = text.replace(/^SYSTEM: ?/, '').trim();
  const start = content.search(/^\{/m);
  if (start < 0) return { content, tools: undefined };
  const written = content.slice(start).split(/\n(?=\{$)/m);
  const values = written.map((one) => parseNested(one.trim()));
  const tools = values.every(isFields) ? readTools(values) : undefined;
  return tools ? { content: content.slice(0, start).trim(), tools } : { content, tools: undefined };
}

function readChat(chat: string, note: Note): Message[] {
  const [, ...parts] = chat.split(turnMark);
  const messages: Message[] = [];
  let calls = 0;
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const content = (parts[i + 1] ?? '').replace(/<\|endoftext\|>/g, '').trim();
    if (parts[i] === 'USER') messages.push({ role: 'user', content });
    else if (parts[i] === 'FUNCTION RESPONSE') messages.push({ role: 'tool', content, tool_call_id: `call_${calls}` });
    else messages.push(readAnswer(content, () => `call_${++calls}`, note));
  }
  return messages;
}

/** Arguments are quoted with apostrophes, so the whole is no JSON. */
const functionCall =
  /<functioncall>\s*\{\s*"name"\s*:\s*"([^"\n]+)"\s*,\s*"arguments"\s*:\s*(?:'([\s\S]*)'|(\{[\s\S]*\}))\s*\}\s*$/;

function readAnswer(content: string, nextId: () => string, note: Note): Message {
  const at = content.indexOf('<functioncall>');
  if (at < 0) return { role: 'assistant', content };
  const [, name, quoted, plain] = functionCall.exec(content.slice(at)) ?? [];
  if (name === undefined) {
    note('tool_call_not_understood');
    return { role: 'assistant', content };
  }
  const call = { id: nextId(), name, arguments: (quoted ?? plain ?? '').replaceAll("\\'", "'") };
  return { role: 'assistant', content: content.slice(0, at).trim(), tool_calls: [call] };
}
