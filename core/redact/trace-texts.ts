import type { Message, Part, ToolCall, ToolDefinition, Trace } from '../trace/model';

type TraceMeta = Trace['meta'];

/** Where a text stands and what is known about it. */
export interface Place {
  /** The trace's or message's own field, for people: `content`, `arguments`, `attribute` … */
  readonly field: string;
  /** Index of the message; absent for what belongs to the whole trace. */
  readonly turn?: number;
  /** The text is JSON by contract, also when it is a lone number or string. */
  readonly json?: true;
  /** The name the text is the value of, where the log named it. */
  readonly name?: string;
}

/** What is to happen to one text. */
export type Change = (text: string, place: Place) => string;

/**
 * Puts every text of a trace that came from outside through `change`, in reading order. What did not change is the same
 * object, so a clean trace is returned as it came. Left alone: ids the store made, the source, times, and where the
 * trace was imported from, which are needed to find it again.
 */
export function mapTexts(trace: Trace, change: Change): Trace {
  const { messages, tools, labels, attributes, meta, flags, model, request_id, task_key } = trace;
  const plain = at(change, 'label');
  return changed(trace, {
    messages: mapList(messages, (message, turn) => mapMessage(message, turn, change)),
    tools: tools && mapList(tools, (tool) => mapTool(tool, change)),
    labels: mapList(labels, plain),
    attributes: mapRecord(attributes, (text, name) => change(text, named('attribute', name))),
    meta: mapMeta(meta, change),
    model: mapOptional(model, at(change, 'model')),
    request_id: mapOptional(request_id, at(change, 'request_id')),
    task_key: mapOptional(task_key, at(change, 'task_key')),
    flags: changed(flags, { tainted: flags.tainted && mapList(flags.tainted, at(change, 'tainted')) }),
  });
}

function mapMessage(message: Message, turn: number, change: Change): Message {
  const { content, reasoning, tool_calls, tool_call_id, name, error } = message;
  const inContent = at(change, 'content', turn);
  return changed(message, {
    reasoning: mapOptional(reasoning, at(change, 'reasoning', turn)),
    content: typeof content === 'string' ? inContent(content) : mapList(content, (part) => mapPart(part, inContent)),
    tool_calls: tool_calls && mapList(tool_calls, (call) => mapToolCall(call, turn, change)),
    tool_call_id: mapOptional(tool_call_id, at(change, 'tool_call_id', turn)),
    name: mapOptional(name, at(change, 'name', turn)),
    error: mapOptional(error, at(change, 'error', turn)),
  });
}

function mapPart(part: Part, change: (text: string) => string): Part {
  if (part.type === 'text') return changed(part, { text: change(part.text) });
  return changed(part, { url: mapOptional(part.url, change), name: mapOptional(part.name, change) });
}

function mapToolCall(call: ToolCall, turn: number, change: Change): ToolCall {
  return changed(call, {
    id: change(call.id, { field: 'tool_call_id', turn }),
    name: change(call.name, { field: 'tool_name', turn }),
    arguments: change(call.arguments, { field: 'arguments', turn, json: true }),
  });
}

function mapTool(tool: ToolDefinition, change: Change): ToolDefinition {
  return changed(tool, {
    name: change(tool.name, { field: 'tool_name' }),
    description: mapOptional(tool.description, at(change, 'tool_description')),
    parameters: mapOptional(tool.parameters, (text) => change(text, { field: 'tool_parameters', json: true })),
  });
}

function mapMeta(meta: TraceMeta, change: Change): TraceMeta {
  return changed(meta, {
    finish_reason: mapOptional(meta.finish_reason, at(change, 'finish_reason')),
    error: mapOptional(meta.error, at(change, 'error')),
    parent: mapOptional(meta.parent, at(change, 'parent')),
    extra: meta.extra && mapRecord(meta.extra, (text, name) => change(text, named('extra', name))),
  });
}

function at(change: Change, field: string, turn?: number): (text: string) => string {
  return (text) => change(text, turn === undefined ? { field } : { field, turn });
}

function named(field: string, name: string | undefined): Place {
  return name === undefined ? { field } : { field, name };
}

function mapOptional(text: string | undefined, change: (text: string) => string): string | undefined {
  return text === undefined ? undefined : change(text);
}

function mapList<T>(list: T[], map: (item: T, index: number) => T): T[] {
  let copy: T[] | undefined;
  list.forEach((item, index) => {
    const mapped = map(item, index);
    if (mapped === item) return;
    copy ??= [...list];
    copy[index] = mapped;
  });
  return copy ?? list;
}

/** Names are texts too. A number that changes becomes the string it was changed to. */
function mapRecord<V extends string | number | boolean>(
  record: Record<string, V | string>,
  change: (text: string, name: string | undefined) => string,
): Record<string, V | string> {
  let same = true;
  const copy: Record<string, V | string> = {};
  for (const [name, value] of Object.entries(record)) {
    const newName = change(name, undefined);
    const text = String(value);
    const newText = typeof value === 'boolean' ? text : change(text, name);
    same &&= newName === name && newText === text;
    copy[newName] = newText === text ? value : newText;
  }
  return same ? record : copy;
}

/** The object with the given fields, or the object itself when they are the same already. Absent fields stay absent. */
function changed<T extends object>(object: T, fields: { [K in keyof T]?: T[K] | undefined }): T {
  const keys = Object.keys(fields) as (keyof T)[];
  if (keys.every((key) => object[key] === fields[key])) return object;
  const copy = { ...object };
  for (const key of keys) {
    const value = fields[key];
    if (value !== undefined) copy[key] = value;
  }
  return copy;
}
