import { fieldsOf, first, firstText, isFields, listOf, own, textOf, type Fields } from '../fields';

type Item = Record<string, unknown>;

/** What an event says, as chat messages; nothing for the program's own notices. */
export function eventItems(event: Fields): Item[] {
  const kind = textOf(own(event, 'kind'));
  if (kind !== undefined && /(?:Event|Observation)$/.test(kind)) return current(event, kind);
  const action = textOf(own(event, 'action'));
  return action === undefined ? observed(event) : acted(event, action);
}

/** The model that made an event, where the event says so. */
export function modelOf(event: Fields): string | undefined {
  const call = fieldsOf(own(event, 'tool_call_metadata'));
  const response = call ? fieldsOf(own(call, 'model_response')) : undefined;
  return response ? firstText(response, ['model']) : undefined;
}

const notices = new Set([
  'change_agent_state',
  'null',
  'system',
  'recall',
  'condensation',
  'condensation_request',
  'pause',
  'resume',
]);

/** First generation: `{source, action, args}`. */
function acted(event: Fields, action: string): Item[] {
  const args = fieldsOf(own(event, 'args')) ?? {};
  const timestamp = own(event, 'timestamp');
  const said = textOf(first(args, ['content', 'thought', 'final_thought', 'message'])) ?? textOf(own(event, 'message')) ?? '';
  if (action === 'system') return [{ role: 'system', content: said, timestamp }];
  if (notices.has(action)) return [];
  if (action === 'message') return [{ role: own(event, 'source') === 'user' ? 'user' : 'assistant', content: said, timestamp }];
  if (own(event, 'source') === 'user') return [{ role: 'user', content: said, timestamp }];
  const thought = textOf(own(args, 'thought')) ?? '';
  if (action === 'finish' || action === 'think' || action === 'reject')
    return [{ role: 'assistant', content: finalText(event, args), timestamp }];
  const given = Object.entries(args).filter(
    ([name]) =>
      !['thought', 'hidden', 'confirmation_state', 'security_risk', 'blocking', 'is_input', 'keep_prompt'].includes(name),
  );
  const metadata = fieldsOf(own(event, 'tool_call_metadata')) ?? {};
  const call = {
    id: firstText(metadata, ['tool_call_id']) ?? `event_${firstText(event, ['id']) ?? ''}`,
    name: firstText(metadata, ['function_name']) ?? action,
    arguments: recorded(metadata) ?? Object.fromEntries(given),
  };
  return [{ role: 'assistant', content: thought, tool_calls: [call], timestamp }];
}

function finalText(event: Fields, args: Fields): string {
  const outputs = fieldsOf(own(args, 'outputs'));
  const texts = [own(args, 'final_thought'), own(args, 'thought'), outputs && own(outputs, 'content'), own(event, 'message')];
  return texts.map(textOf).find((text) => text !== undefined && text !== '') ?? '';
}

/** The arguments as the model wrote them, where its response was kept. */
function recorded(metadata: Fields): string | undefined {
  const response = fieldsOf(own(metadata, 'model_response')) ?? {};
  const message = fieldsOf(own(fieldsOf(listOf(own(response, 'choices'))?.[0]) ?? {}, 'message')) ?? {};
  const id = firstText(metadata, ['tool_call_id']);
  const call = (listOf(own(message, 'tool_calls')) ?? []).filter(isFields).find((item) => firstText(item, ['id']) === id);
  return call ? textOf(own(fieldsOf(own(call, 'function')) ?? {}, 'arguments')) : undefined;
}

/** `{observation, content, extras, cause}`: the result of the action whose id is the cause. */
function observed(event: Fields): Item[] {
  const kind = textOf(own(event, 'observation')) ?? '';
  if (kind === 'agent_state_changed' || kind === 'null' || kind === 'recall') return [];
  const metadata = fieldsOf(own(event, 'tool_call_metadata')) ?? {};
  const extras = fieldsOf(own(event, 'extras')) ?? {};
  const code = own(extras, 'exit_code') ?? own(fieldsOf(own(extras, 'metadata')) ?? {}, 'exit_code');
  const failed = typeof code === 'number' && code !== 0;
  const cause = firstText(event, ['cause']);
  return [
    {
      role: 'tool',
      tool_call_id: firstText(metadata, ['tool_call_id']) ?? (cause === undefined ? undefined : `event_${cause}`),
      content: first(event, ['content', 'message']) ?? '',
      timestamp: own(event, 'timestamp'),
      ...(failed ? { error: `exit code ${code}` } : kind === 'error' ? { is_error: true } : {}),
    },
  ];
}

/** Second generation: an event's `kind` says what it is. */
function current(event: Fields, kind: string): Item[] {
  const timestamp = own(event, 'timestamp');
  if (kind === 'SystemPromptEvent') return [{ role: 'system', content: partsOf(own(event, 'system_prompt')), timestamp }];
  if (kind === 'MessageEvent') {
    const message = fieldsOf(own(event, 'llm_message')) ?? {};
    return [
      {
        role: own(message, 'role') ?? 'user',
        content: own(message, 'content') ?? '',
        timestamp,
        reasoning_content: own(message, 'reasoning_content'),
      },
    ];
  }
  if (kind === 'ActionEvent') {
    const call = fieldsOf(own(event, 'tool_call')) ?? {};
    const made = {
      id: own(event, 'tool_call_id'),
      name: own(event, 'tool_name'),
      arguments: own(call, 'arguments') ?? own(event, 'action'),
    };
    return [
      {
        role: 'assistant',
        content: own(event, 'thought') ?? '',
        reasoning_content: own(event, 'reasoning_content'),
        tool_calls: [made],
        timestamp,
      },
    ];
  }
  const base = { role: 'tool', tool_call_id: own(event, 'tool_call_id'), name: own(event, 'tool_name'), timestamp };
  if (kind === 'ObservationEvent') return [{ ...base, content: observationContent(event) }];
  if (kind === 'AgentErrorEvent') return [{ ...base, content: own(event, 'error') ?? '', is_error: true }];
  if (kind === 'UserRejectObservation')
    return [{ ...base, content: own(event, 'rejection_reason') ?? 'rejected', is_error: true }];
  return [];
}

function partsOf(value: unknown): unknown {
  return isFields(value) ? (own(value, 'text') ?? '') : (value ?? '');
}

function observationContent(event: Fields): unknown {
  const observation = fieldsOf(own(event, 'observation')) ?? {};
  return first(observation, ['content', 'output', 'error']) ?? '';
}
