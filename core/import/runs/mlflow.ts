import { timeMs } from '../../trace/time';
import { readUsage } from '../facts';
import { fieldsOf, first, firstText, isFields, listOf, own, scalarText, textOf, type Fields } from '../fields';
import { parseJson, unwrapJson } from '../json';
import { labelVerdict } from '../verdicts';
import { runDialect } from './reader';
import type { Run } from './run';

/** Traces of MLflow: `{info, data: {spans}}`. Every attribute's value is JSON text once more. */
export const mlflow = runDialect({
  id: 'mlflow',
  title: 'MLflow traces',
  detect: (value) => isFields(own(value, 'info')) && spansOf(value).length > 0,
  runsOf: (value) => {
    const info = fieldsOf(own(value, 'info')) ?? {};
    const trace = firstText(info, ['trace_id', 'request_id']) ?? '';
    return spansOf(value).map((span) => runOf(span, trace, info));
  },
});

function spansOf(value: Fields): Fields[] {
  const data = fieldsOf(unwrapJson(own(value, 'data')));
  return (data ? (listOf(own(data, 'spans')) ?? []) : []).filter(isFields);
}

function runOf(span: Fields, trace: string, info: Fields): Run {
  const context = fieldsOf(own(span, 'context')) ?? span;
  const attributes = fieldsOf(own(span, 'attributes')) ?? {};
  const parent = firstText(span, ['parent_id', 'parent_span_id']);
  const metadata = fieldsOf(first(info, ['trace_metadata', 'request_metadata'])) ?? {};
  const type = textOf(decoded(own(attributes, 'mlflow.spanType')));
  const status = fieldsOf(own(span, 'status'));
  const failed = /ERROR/.test(firstText(span, ['status_code']) ?? (status ? (firstText(status, ['code']) ?? '') : ''));
  return {
    id: firstText(context, ['span_id']) ?? '',
    trace,
    parent,
    thread: firstText(metadata, ['mlflow.trace.session']),
    start: timeMs(first(span, ['start_time_unix_nano', 'start_time', 'start_time_ns'])),
    is_model: type === 'CHAT_MODEL' || type === 'LLM',
    inputs: decoded(own(attributes, 'mlflow.spanInputs')) ?? undefined,
    outputs: decoded(own(attributes, 'mlflow.spanOutputs')) ?? undefined,
    model: textOf(decoded(own(attributes, 'mlflow.llm.model'))),
    usage: readUsage(decoded(own(attributes, 'mlflow.chat.tokenUsage'))),
    error: failed ? ((status && firstText(status, ['message', 'description'])) ?? 'error') : undefined,
    verdicts: parent === undefined ? assessments(info) : [],
  };
}

function decoded(value: unknown): unknown {
  const parsed = typeof value === 'string' ? parseJson(value) : undefined;
  return parsed?.ok ? parsed.value : value;
}

/** What people said of the trace; what programs said stays theirs. */
function assessments(info: Fields): Run['verdicts'] {
  return (listOf(own(info, 'assessments')) ?? []).filter(isFields).flatMap((item): NonNullable<Run['verdicts']> => {
    const source = fieldsOf(own(item, 'source'));
    if (!source || own(source, 'source_type') !== 'HUMAN') return [];
    const expectation = fieldsOf(own(item, 'expectation'));
    const expected = expectation ? scalarText(own(expectation, 'value')) : undefined;
    if (expected !== undefined) return [{ kind: 'gold', answer: { text: expected } }];
    const feedback = fieldsOf(own(item, 'feedback'));
    const kind = feedback ? labelVerdict(own(feedback, 'value')) : undefined;
    const reason = firstText(item, ['rationale']);
    return kind === undefined ? [] : [{ kind, ...(reason === undefined || kind === 'up' ? {} : { reason }) }];
  });
}
