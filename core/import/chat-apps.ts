import type { Trace } from '../trace/model';
import { isoTime } from '../trace/time';
import { assemble, eachRow } from './assemble';
import type { Dialect, Draft, Row, Sink } from './draft';
import { identified } from './facts';
import { fieldsOf, first, firstText, isFields, listOf, own, textOf, type Fields } from './fields';
import { kindOf } from './judged';
import { readMessages } from './messages';
import { Refusal } from './refusals';

/** Conversations as ChatGPT and Claude.ai export them (`conversations.json`). */
export const chatApps: Dialect = {
  id: 'chat-apps',
  title: 'ChatGPT and Claude.ai exports',
  whole_file: false,
  detect: (value) => isFields(value) && (isFields(own(value, 'mapping')) || Array.isArray(own(value, 'chat_messages'))),
  read: eachRow((row, _options, sink) => readExport(row, sink)),
};

function readExport(row: Row, sink: Sink): Draft | Refusal {
  if (!isFields(row.value)) return new Refusal('not_an_object', { kind: kindOf(row.value) });
  const mapping = fieldsOf(own(row.value, 'mapping'));
  const items = mapping ? activePath(row.value, mapping) : claudeMessages(row.value);
  const messages = readMessages(items, sink.note.bind(sink));
  if (messages instanceof Refusal) return messages;
  const id = firstText(row.value, ['conversation_id', 'id', 'uuid']);
  const model = items.map((item) => firstText(item, ['model'])).findLast((name) => name !== undefined);
  return assemble({
    dialect: 'chat-apps',
    shape: 'conversation',
    line: row.line,
    messages,
    facts: {
      ...identified(id),
      model,
      captured_at: isoTime(first(row.value, ['create_time', 'created_at'])),
      labels: [],
      attributes: {},
      meta: titled(row.value),
    },
  });
}

function titled(value: Fields): Trace['meta'] {
  const title = firstText(value, ['title', 'name']);
  return title === undefined ? {} : { extra: { title } };
}

/** From the message that is shown last up to the first: what was edited away hangs on other branches. */
function activePath(row: Fields, mapping: Fields): Record<string, unknown>[] {
  const seen = new Set<string>();
  const path: Record<string, unknown>[] = [];
  let at = firstText(row, ['current_node']) ?? Object.keys(mapping).at(-1);
  while (at !== undefined && !seen.has(at)) {
    seen.add(at);
    const node: Fields | undefined = fieldsOf(own(mapping, at));
    if (!node) break;
    const message = fieldsOf(own(node, 'message'));
    if (message) path.push(...chatGptMessage(message));
    at = textOf(own(node, 'parent'));
  }
  return path.reverse();
}

function chatGptMessage(message: Fields): Record<string, unknown>[] {
  const author = fieldsOf(own(message, 'author')) ?? {};
  const metadata = fieldsOf(own(message, 'metadata')) ?? {};
  const content = fieldsOf(own(message, 'content')) ?? {};
  const said = own(content, 'parts') ?? own(content, 'text') ?? own(content, 'result') ?? '';
  const role = firstText(author, ['role']) ?? 'user';
  const isHidden = own(metadata, 'is_visually_hidden_from_conversation') === true;
  const isEmpty = said === '' || (Array.isArray(said) && said.every((part) => part === ''));
  if (isEmpty && (isHidden || role === 'system')) return [];
  const at = own(message, 'create_time');
  const type = textOf(own(content, 'content_type'));
  const recipient = textOf(own(message, 'recipient'));
  const base = { timestamp: at, model: own(metadata, 'model_slug') };
  if (role === 'assistant' && (type === 'thoughts' || type === 'reasoning_recap'))
    return [{ ...base, role, content: '', reasoning_content: thoughts(content) }];
  if (role === 'assistant' && recipient !== undefined && recipient !== 'all') {
    const text = Array.isArray(said) ? said.filter((part) => typeof part === 'string').join('\n') : said;
    return [{ ...base, role, content: '', tool_calls: [{ id: own(message, 'id'), name: recipient, arguments: text }] }];
  }
  return [
    {
      ...base,
      role,
      content: Array.isArray(said) ? said.map(plainPart) : said,
      ...(role === 'tool' ? { name: own(author, 'name') } : {}),
    },
  ];
}

/** Pictures and recordings are pointers to files of the export. */
function plainPart(part: unknown): unknown {
  const pointer = isFields(part) ? textOf(own(part, 'asset_pointer')) : undefined;
  if (!isFields(part) || pointer === undefined) return part;
  const type = (textOf(own(part, 'content_type')) ?? '').includes('audio') ? 'audio' : 'image';
  return { type, [type]: { url: pointer, bytes: own(part, 'size_bytes') } };
}

function thoughts(content: Fields): string {
  const list = (listOf(own(content, 'thoughts')) ?? []).filter(isFields);
  const texts = list.map((thought) => firstText(thought, ['content', 'summary']) ?? '');
  return list.length > 0 ? texts.join('\n') : (textOf(own(content, 'content')) ?? '');
}

/** `content` has the blocks, `text` the same as one text; older exports have only the text. */
function claudeMessages(row: Fields): Record<string, unknown>[] {
  const list = (listOf(own(row, 'chat_messages')) ?? []).filter(isFields);
  return list.map((message) => {
    const blocks = listOf(own(message, 'content')) ?? [];
    const files = [...(listOf(own(message, 'attachments')) ?? []), ...(listOf(own(message, 'files')) ?? [])].filter(isFields);
    const parts = files.map((file) => ({ type: 'file', file: { filename: firstText(file, ['file_name', 'filename']) } }));
    const said = blocks.length > 0 ? blocks : [{ type: 'text', text: textOf(own(message, 'text')) ?? '' }];
    return { role: own(message, 'sender'), content: [...said, ...parts], timestamp: own(message, 'created_at') };
  });
}
