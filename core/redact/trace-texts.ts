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
  return changed(trace, {
    messages: mapList(messages, (message, turn) => mapMessage(message, turn, change)),
    tools: tools && mapList(tools, (tool) => mapTool(tool, change)),
    labels: mapList(labels, (label) => change(label, { field: 'label' })),
    attributes: mapRecord(attributes, 'attribute', change),
    meta: mapMeta(meta, change),
    model: optional(model, 'model', change),
    request_id: optional(request_id, 'request_id', change),
    task_key: optional(task_key, 'task_key', change),
    flags: mapFlags(flags, change),
  });
}

function mapMessage(message: Message, turn: number, change: Change): Message {
  const { content, reasoning, tool_calls, tool_call_id, name, error } = message;
  const said = reasoning === undefined ? reasoning : optional(reasoning, 'reasoning', change, turn);
  const newContent =
    typeof content === 'string'
      ? change(content, { field: 'content', turn })
      : mapList(content, (part) => mapPart(part, turn, change));
  const isPlain = tool_calls === undefined && tool_call_id === undefined && name === undefined && error === undefined;
  if (isPlain && said === reasoning && newContent === content) return message;
  return changed(message, {
    reasoning: said,
    content: newContent,
    tool_calls: tool_calls && mapList(tool_calls, (call) => mapToolCall(call, turn, change)),
    tool_call_id: optional(tool_call_id, 'tool_call_id', change, turn),
    name: optional(name, 'name', change, turn),
    error: optional(error, 'error', change, turn),
  });
}

function mapPart(part: Part, turn: number, change: Change): Part {
  if (part.type === 'text') return changed(part, { text: change(part.text, { field: 'content', turn }) });
  return changed(part, {
    url: optional(part.url, 'content', change, turn),
    media_type: optional(part.media_type, 'content', change, turn),
    name: optional(part.name, 'content', change, turn),
  });
}

function mapToolCall(call: ToolCall, turn: number, change: Change): ToolCall {
  return changed(call, {
    id: change(call.id, { field: 'tool_call_id', turn }),
    name: change(call.name, { field: 'tool_name', turn }),
    arguments: change(call.arguments, { field: 'arguments', turn, json: true }),
  });
}

function mapTool(tool: ToolDefinition, change: Change): ToolDefinition {
  const { name, description, parameters } = tool;
  return changed(tool, {
    name: change(name, { field: 'tool_name' }),
    description: optional(description, 'tool_description', change),
    parameters: parameters === undefined ? parameters : change(parameters, { field: 'tool_parameters', json: true }),
  });
}

function mapMeta(meta: TraceMeta, change: Change): TraceMeta {
  return changed(meta, {
    finish_reason: optional(meta.finish_reason, 'finish_reason', change),
    error: optional(meta.error, 'error', change),
    parent: optional(meta.parent, 'parent', change),
    extra: meta.extra && mapRecord(meta.extra, 'extra', change),
  });
}

function mapFlags(flags: Trace['flags'], change: Change): Trace['flags'] {
  if (!flags.tainted) return flags;
  return changed(flags, { tainted: mapList(flags.tainted, (reason) => change(reason, { field: 'tainted' })) });
}

function optional(text: string | undefined, field: string, change: Change, turn?: number): string | undefined {
  if (text === undefined) return text;
  return change(text, turn === undefined ? { field } : { field, turn });
}

function mapList<T>(list: T[], map: (item: T, index: number) => T): T[] {
  let copy: T[] | undefined;
  let index = 0;
  for (const item of list) {
    const mapped = map(item, index);
    if (mapped !== item) (copy ??= [...list])[index] = mapped;
    index++;
  }
  return copy ?? list;
}

/** Names are texts too. A number that changes becomes the string it was changed to. */
function mapRecord<V extends string | number | boolean>(
  record: Record<string, V | string>,
  field: string,
  change: Change,
): Record<string, V | string> {
  let same = true;
  const entries: [string, V | string][] = [];
  for (const [name, value] of Object.entries(record)) {
    const newName = change(name, { field });
    const text = String(value);
    const newText = typeof value === 'boolean' ? text : change(text, { field, name });
    same &&= newName === name && newText === text;
    entries.push([newName, newText === text ? value : newText]);
  }
  return same ? record : Object.fromEntries(entries);
}

/** The object with the given fields, or the object itself when they are the same already. Absent fields stay absent. */
function changed<T extends object>(object: T, fields: { [K in keyof T]?: T[K] | undefined }): T {
  let copy: T | undefined;
  for (const key in fields) {
    const value = fields[key];
    if (value === object[key] || value === undefined) continue;
    copy ??= { ...object };
    copy[key] = value;
  }
  return copy ?? object;
}
