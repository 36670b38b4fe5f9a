import { timeMs } from '../../trace/time';
import { errorText, readUsage } from '../facts';
import { first, firstText, own, type Fields } from '../fields';
import { runDialect } from './reader';
import type { Run } from './run';

const types = new Set([
  ...['GENERATION', 'SPAN', 'EVENT', 'AGENT', 'TOOL', 'CHAIN', 'RETRIEVER', 'EVALUATOR', 'EMBEDDING', 'GUARDRAIL'],
]);

/** Observations of Langfuse, one a row, as its batch and blob exports give them. */
export const langfuseObservations = runDialect({
  id: 'langfuse-observations',
  title: 'Langfuse observations',
  detect: (value) => first(value, ['traceId', 'trace_id']) !== undefined && types.has(firstText(value, ['type']) ?? ''),
  runsOf: (value) => [runOf(value)],
});

function runOf(observation: Fields): Run {
  const name = firstText(observation, ['traceName', 'trace_name']);
  return {
    id: firstText(observation, ['id']) ?? '',
    trace: firstText(observation, ['traceId', 'trace_id']) ?? '',
    parent: firstText(observation, ['parentObservationId', 'parent_observation_id']),
    thread: firstText(observation, ['sessionId', 'session_id']),
    start: timeMs(first(observation, ['startTime', 'start_time'])),
    is_model: own(observation, 'type') === 'GENERATION',
    inputs: own(observation, 'input') ?? undefined,
    outputs: own(observation, 'output') ?? undefined,
    model: firstText(observation, ['model', 'providedModelName', 'provided_model_name']),
    usage: readUsage(first(observation, ['usageDetails', 'usage_details', 'usage'])),
    error:
      own(observation, 'level') === 'ERROR'
        ? (errorText(first(observation, ['statusMessage', 'status_message'])) ?? 'error')
        : undefined,
    ...(name === undefined ? {} : { extra: { name } }),
  };
}
