import { timeMs } from '../../trace/time';
import { errorText, readLabels, readUsage } from '../facts';
import { fieldsOf, firstText, has, listOf, numberOf, own, scalarText, type Fields } from '../fields';
import { runDialect } from './reader';
import type { Run } from './run';

/** Events of Braintrust's logs and experiments. */
export const braintrust = runDialect({
  id: 'braintrust',
  title: 'Braintrust events',
  detect: (value) => has(value, 'span_attributes') && has(value, 'root_span_id'),
  runsOf: (value) => [runOf(value)],
});

function runOf(event: Fields): Run {
  const attributes = fieldsOf(own(event, 'span_attributes')) ?? {};
  const metrics = fieldsOf(own(event, 'metrics')) ?? {};
  const metadata = fieldsOf(own(event, 'metadata')) ?? {};
  const error = own(event, 'error');
  return {
    id: firstText(event, ['span_id', 'id']) ?? '',
    trace: firstText(event, ['root_span_id']) ?? '',
    parent: own(event, 'is_root') === true ? undefined : scalarText(listOf(own(event, 'span_parents'))?.[0]),
    thread: firstText(metadata, ['thread_id', 'session_id', 'conversation_id']),
    // Seconds since 1970, with a fraction.
    start: timeMs(own(metrics, 'start')) ?? timeMs(own(event, 'created')),
    is_model: own(attributes, 'type') === 'llm',
    inputs: own(event, 'input') ?? undefined,
    outputs: own(event, 'output') ?? undefined,
    model: firstText(metadata, ['model']),
    usage: readUsage(metrics),
    error: error === undefined || error === null ? undefined : errorText(error),
    labels: readLabels(own(event, 'tags'), () => undefined),
    verdicts: verdictsOf(event),
  };
}

/** Scores are 0..1 by definition; what was expected is the reference. */
function verdictsOf(event: Fields): Run['verdicts'] {
  const scores = Object.entries(fieldsOf(own(event, 'scores')) ?? {}).flatMap(([name, value]) => {
    const score = numberOf(value);
    return score !== undefined && score >= 0 && score <= 1 ? [[name, score] as const] : [];
  });
  const expected = scalarText(own(event, 'expected'));
  return [
    ...(scores.length > 0 ? [{ kind: 'score' as const, scores: Object.fromEntries(scores) }] : []),
    ...(expected === undefined ? [] : [{ kind: 'gold' as const, answer: { text: expected } }]),
  ];
}
