import { fieldsOf, isFields, listOf, numberOf, own, textOf, type Fields } from './fields';

interface Building {
  index: number;
  content: string;
  reasoning: string;
  finish_reason: unknown;
  calls: Map<number, { id: unknown; name: string; arguments: string }>;
}

/** A streamed answer, recorded chunk by chunk, as the response it would have been in one piece. */
export function joinChunks(chunks: readonly unknown[]): Fields | undefined {
  const parts = chunks.filter(isFields).filter((chunk) => Array.isArray(own(chunk, 'choices')));
  const head = parts[0];
  if (!head) return undefined;
  const choices = new Map<number, Building>();
  for (const chunk of parts)
    for (const choice of listOf(own(chunk, 'choices')) ?? []) if (isFields(choice)) take(choices, choice);
  const usage = parts.map((chunk) => own(chunk, 'usage')).findLast(isFields);
  return { ...head, ...(usage ? { usage } : {}), choices: [...choices.values()].map(finished) };
}

function take(choices: Map<number, Building>, choice: Fields): void {
  const index = numberOf(own(choice, 'index')) ?? 0;
  const building = choices.get(index) ?? { index, content: '', reasoning: '', finish_reason: undefined, calls: new Map() };
  choices.set(index, building);
  building.finish_reason = own(choice, 'finish_reason') ?? building.finish_reason;
  const delta = fieldsOf(own(choice, 'delta')) ?? fieldsOf(own(choice, 'message'));
  if (!delta) {
    building.content += textOf(own(choice, 'text')) ?? '';
    return;
  }
  building.content += textOf(own(delta, 'content')) ?? '';
  building.reasoning += textOf(own(delta, 'reasoning_content')) ?? textOf(own(delta, 'reasoning')) ?? '';
  for (const part of listOf(own(delta, 'tool_calls')) ?? []) if (isFields(part)) takeCall(building, part);
}

/** A call's pieces belong together by `index`; only the first has id and name. */
function takeCall(building: Building, part: Fields): void {
  const index = numberOf(own(part, 'index')) ?? building.calls.size;
  const body = fieldsOf(own(part, 'function')) ?? part;
  const call = building.calls.get(index) ?? { id: undefined, name: '', arguments: '' };
  building.calls.set(index, call);
  call.id = own(part, 'id') ?? call.id;
  call.name += textOf(own(body, 'name')) ?? '';
  call.arguments += textOf(own(body, 'arguments')) ?? '';
}

function finished(building: Building): Fields {
  const calls = [...building.calls.values()];
  return {
    index: building.index,
    finish_reason: building.finish_reason,
    message: {
      role: 'assistant',
      content: building.content,
      ...(building.reasoning === '' ? {} : { reasoning_content: building.reasoning }),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    },
  };
}
