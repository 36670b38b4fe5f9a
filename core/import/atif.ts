import { assemble, eachRow } from './assemble';
import type { Dialect, Draft, Row, Sink } from './draft';
import { identified } from './facts';
import { countOf, fieldsOf, firstText, isFields, listOf, own, textOf, type Fields } from './fields';
import { kindOf } from './judged';
import { readMessages } from './messages';
import { Refusal } from './refusals';

/** Trajectories in Harbor's interchange format: `{schema_version: "ATIF-…", agent, steps}`. */
export const atif: Dialect = {
  id: 'atif',
  title: 'ATIF trajectories',
  whole_file: false,
  detect: (value) =>
    isFields(value) && /^ATIF/.test(textOf(own(value, 'schema_version')) ?? '') && Array.isArray(own(value, 'steps')),
  read: eachRow((row, _options, sink) => readTrajectory(row, sink)),
};

function readTrajectory(row: Row, sink: Sink): Draft | Refusal {
  if (!isFields(row.value)) return new Refusal('not_an_object', { kind: kindOf(row.value) });
  const steps = (listOf(own(row.value, 'steps')) ?? []).filter(isFields);
  const messages = readMessages(steps.flatMap(stepMessages), sink.note.bind(sink));
  if (messages instanceof Refusal) return messages;
  const agent = fieldsOf(own(row.value, 'agent')) ?? {};
  const id = firstText(row.value, ['session_id']);
  const name = firstText(agent, ['name']);
  const [input_tokens, output_tokens] = [total(steps, 'prompt_tokens'), total(steps, 'completion_tokens')];
  return assemble({
    dialect: 'atif',
    shape: 'conversation',
    line: row.line,
    messages,
    facts: {
      ...identified(id),
      model: steps.map((step) => firstText(step, ['model_name'])).findLast(Boolean) ?? firstText(agent, ['model_name']),
      captured_at: messages.find((message) => message.at !== undefined)?.at,
      labels: [],
      attributes: {},
      meta: {
        ...(input_tokens + output_tokens > 0 ? { usage: { input_tokens, output_tokens } } : {}),
        ...(name === undefined ? {} : { extra: { agent: name } }),
      },
    },
  });
}

function stepMessages(step: Fields): Record<string, unknown>[] {
  const calls = (listOf(own(step, 'tool_calls')) ?? []).filter(isFields);
  const observation = fieldsOf(own(step, 'observation')) ?? {};
  const results = (listOf(own(observation, 'results')) ?? []).filter(isFields);
  const said = {
    role: own(step, 'source') ?? 'agent',
    content: own(step, 'message') ?? '',
    timestamp: own(step, 'timestamp'),
    reasoning_content: own(step, 'reasoning_content'),
    tool_calls: calls.map((call) => ({
      id: own(call, 'tool_call_id'),
      name: own(call, 'function_name'),
      arguments: own(call, 'arguments'),
    })),
  };
  return [
    said,
    ...results.map((result) => ({
      role: 'tool',
      tool_call_id: own(result, 'source_call_id'),
      content: own(result, 'content') ?? '',
    })),
  ];
}

function total(steps: readonly Fields[], name: string): number {
  return steps.reduce((sum, step) => sum + (countOf(own(fieldsOf(own(step, 'metrics')) ?? {}, name)) ?? 0), 0);
}
