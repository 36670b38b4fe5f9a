import { fieldsOf, isFields, listOf, own, textOf, type Fields } from './fields';
import { roleOf } from './roles';

const plainTypes = new Set(['human', 'ai', 'AIMessageChunk', 'HumanMessage', 'AIMessage']);

/** A LangChain message in one of its three forms: `{lc, id, kwargs}`, `{type, data}`, or plain with a `type`. */
export function isLangChain(item: Fields): boolean {
  if (own(item, 'lc') === 1) return isFields(own(item, 'kwargs')) && Array.isArray(own(item, 'id'));
  const type = textOf(own(item, 'type'));
  if (type === undefined || roleOf(type) === undefined) return false;
  const data = fieldsOf(own(item, 'data'));
  return data ? Object.hasOwn(data, 'content') : plainTypes.has(type) && Object.hasOwn(item, 'content');
}

/** The message inside its wrapping, with its role by name; any other message as it is. */
export function unwrapLangChain(item: Fields): Fields {
  const kwargs = own(item, 'lc') === 1 ? fieldsOf(own(item, 'kwargs')) : undefined;
  if (kwargs) {
    const name = textOf(listOf(own(item, 'id'))?.at(-1));
    return withCalls({ ...kwargs, role: own(kwargs, 'role') ?? name });
  }
  const type = textOf(own(item, 'type'));
  const data = fieldsOf(own(item, 'data'));
  if (data && type !== undefined && own(item, 'role') === undefined)
    return withCalls({ ...data, role: own(data, 'role') ?? type });
  return withCalls(item);
}

/** The same calls stand twice; OpenAI's own form is read where LangChain's is missing. */
function withCalls(item: Fields): Fields {
  const beside = fieldsOf(own(item, 'additional_kwargs'));
  const calls = listOf(own(item, 'tool_calls')) ?? [];
  const written = beside ? own(beside, 'tool_calls') : undefined;
  return calls.length === 0 && Array.isArray(written) ? { ...item, tool_calls: written } : item;
}
