import { argumentsText } from '../calls';
import { fieldsOf, firstText, isFields, listOf, own, textOf, type Fields } from '../fields';

type Item = Record<string, unknown>;

/**
 * What came back for one request of a chat. The rounds of tool calls have exact arguments and results and are kept in
 * `result.metadata`; where they are missing, the parts that were shown tell which tools ran.
 */
export function responseMessages(request: Fields): Item[] {
  const metadata = fieldsOf(own(fieldsOf(own(request, 'result')) ?? {}, 'metadata')) ?? {};
  const rounds = (listOf(own(metadata, 'toolCallRounds')) ?? []).filter(isFields);
  const shown = (listOf(own(request, 'response')) ?? []).filter(isFields);
  const calling = rounds.filter((round) => (listOf(own(round, 'toolCalls')) ?? []).length > 0);
  if (calling.length === 0) return shownMessages(shown);
  const results = fieldsOf(own(metadata, 'toolCallResults')) ?? {};
  const told = rounds.flatMap((round) => roundMessages(round, results));
  const last = rounds.at(-1);
  const ends = last && (listOf(own(last, 'toolCalls')) ?? []).length === 0;
  // The last answer stands only in what was shown when no round holds it.
  return ends ? told : [...told, { role: 'assistant', content: textBehindCalls(shown) }];
}

function roundMessages(round: Fields, results: Fields): Item[] {
  const calls = (listOf(own(round, 'toolCalls')) ?? []).filter(isFields);
  const thinking = own(round, 'thinking');
  const thought = isFields(thinking) ? own(thinking, 'text') : thinking;
  return [
    {
      role: 'assistant',
      content: own(round, 'response') ?? '',
      reasoning_content: Array.isArray(thought) ? thought.join('\n') : thought,
      tool_calls: calls.map((call) => ({
        id: own(call, 'id'),
        name: own(call, 'name'),
        arguments: argumentsText(own(call, 'arguments')),
      })),
    },
    ...calls.flatMap((call) => {
      const id = firstText(call, ['id']);
      const result = id === undefined ? undefined : fieldsOf(own(results, id));
      return result ? [{ role: 'tool', tool_call_id: id, name: own(call, 'name'), content: resultContent(result) }] : [];
    }),
  ];
}

function resultContent(result: Fields): unknown {
  const parts = (listOf(own(result, 'content')) ?? []).filter(isFields);
  return parts.map((part) => {
    const value = own(part, 'value');
    return { type: 'text', text: textOf(value) ?? argumentsText(value) };
  });
}

/** Parts of one text follow each other without a break; a call between them ends it. */
function shownMessages(parts: readonly Fields[]): Item[] {
  const items: { content: string; reasoning_content: string; tool_calls: Item[] }[] = [];
  for (const part of parts) {
    let last = items.at(-1);
    const call = invocation(part);
    const text = textOfPart(part);
    if (!last || (text !== '' && last.tool_calls.length > 0))
      items.push((last = { content: '', reasoning_content: '', tool_calls: [] }));
    if (own(part, 'kind') === 'thinking') last.reasoning_content += text;
    else last.content += text;
    if (call) last.tool_calls.push(call);
  }
  return items.length === 0 ? [{ role: 'assistant', content: '' }] : items.map((item) => ({ role: 'assistant', ...item }));
}

function textBehindCalls(parts: readonly Fields[]): string {
  const from = parts.findLastIndex((part) => invocation(part) !== undefined);
  return parts
    .slice(from + 1)
    .filter((part) => own(part, 'kind') !== 'thinking')
    .map(textOfPart)
    .join('');
}

/** Markdown has no `kind`; a reference stands inside a sentence, under its name. */
function textOfPart(part: Fields): string {
  const kind = own(part, 'kind');
  const value = own(part, 'value');
  if (kind === undefined || kind === 'markdownContent' || kind === 'thinking') {
    const content = value ?? own(part, 'content');
    return textOf(content) ?? (isFields(content) ? (textOf(own(content, 'value')) ?? '') : '');
  }
  return kind === 'inlineReference' ? referenceName(part) : '';
}

function referenceName(part: Fields): string {
  const reference = fieldsOf(own(part, 'inlineReference')) ?? {};
  const address = fieldsOf(own(reference, 'uri')) ?? reference;
  return firstText(part, ['name']) ?? firstText(reference, ['name']) ?? firstText(address, ['path'])?.split('/').at(-1) ?? '';
}

function invocation(part: Fields): Item | undefined {
  const kind = own(part, 'kind');
  if (kind !== 'toolInvocationSerialized' && kind !== 'toolInvocation') return undefined;
  return {
    id: own(part, 'toolCallId'),
    name: own(part, 'toolId') ?? 'tool',
    arguments: argumentsText(own(part, 'toolSpecificData')),
  };
}
