import { timeMs } from '../../trace/time';
import { errorText, readUsage } from '../facts';
import { fieldsOf, firstText, has, isFields, own, type Fields } from '../fields';
import { unwrapJson } from '../json';
import { runDialect } from './reader';
import type { Run } from './run';

/** Calls of W&B Weave. */
export const weave = runDialect({
  id: 'weave',
  title: 'W&B Weave calls',
  detect: (value) => has(value, 'op_name') && (has(value, 'project_id') || has(value, 'started_at')) && has(value, 'trace_id'),
  runsOf: (value) => [runOf(value)],
});

function runOf(call: Fields): Run {
  const summary = fieldsOf(unwrapJson(own(call, 'summary'))) ?? {};
  const [model, usage] = Object.entries(fieldsOf(own(summary, 'usage')) ?? {})[0] ?? [];
  const inputs = unwrapJson(own(call, 'inputs'));
  const asked = isFields(inputs) ? firstText(inputs, ['model']) : undefined;
  const exception = own(call, 'exception');
  return {
    id: firstText(call, ['id']) ?? '',
    trace: firstText(call, ['trace_id']) ?? '',
    parent: firstText(call, ['parent_id']),
    thread: firstText(call, ['thread_id']),
    start: timeMs(own(call, 'started_at')),
    is_model: isFields(inputs) && has(inputs, 'messages') && asked !== undefined,
    inputs: inputs ?? undefined,
    outputs: own(call, 'output') ?? undefined,
    model: model ?? asked,
    usage: readUsage(usage),
    error: exception === undefined || exception === null ? undefined : errorText(exception),
    ...(firstText(call, ['display_name']) === undefined ? {} : { extra: { name: firstText(call, ['display_name']) ?? '' } }),
  };
}
