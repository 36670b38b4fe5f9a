import { timeMs } from '../../trace/time';
import { errorText, readLabels, readUsage } from '../facts';
import { fieldsOf, first, firstText, has, isFields, listOf, numberOf, own, type Fields } from '../fields';
import { runDialect } from './reader';
import type { Run } from './run';

/** Runs of LangSmith: one a row, a tree of them, or what its client sends (`post` and `patch`, to be joined). */
export const langsmith = runDialect({
  id: 'langsmith',
  title: 'LangSmith runs',
  detect: (value) => isRun(value) || batch(value).length > 0,
  runsOf: (value) => (isRun(value) ? tree(value, 0) : batch(value).flatMap((run) => tree(run, 0))),
});

function isRun(value: Fields): boolean {
  return (
    has(value, 'run_type') && (has(value, 'trace_id') || has(value, 'dotted_order')) && ('inputs' in value || 'outputs' in value)
  );
}

function batch(value: Fields): Fields[] {
  return ['post', 'patch']
    .flatMap((name) => listOf(own(value, name)) ?? [])
    .filter(isFields)
    .filter((run) => has(run, 'trace_id') || has(run, 'dotted_order'));
}

const deepest = 20;

function tree(run: Fields, depth: number): Run[] {
  const children = depth < deepest ? (listOf(own(run, 'child_runs')) ?? []).filter(isFields) : [];
  return [runOf(run), ...children.flatMap((child) => tree(child, depth + 1))];
}

function runOf(run: Fields): Run {
  // `20241013T070537170001Z<id>.20241013T…Z<id>`: from the root to the run itself.
  const order = (firstText(run, ['dotted_order']) ?? '').split('.').map((step) => step.slice(step.indexOf('Z') + 1));
  const extra = fieldsOf(own(run, 'extra'));
  const metadata = (extra && fieldsOf(own(extra, 'metadata'))) ?? {};
  const invocation = (extra && fieldsOf(own(extra, 'invocation_params'))) ?? {};
  const error = own(run, 'error');
  return {
    id: firstText(run, ['id']) ?? order.at(-1) ?? '',
    trace: firstText(run, ['trace_id']) ?? order[0] ?? '',
    parent: firstText(run, ['parent_run_id']) ?? order.at(-2),
    thread: firstText(metadata, ['thread_id', 'session_id', 'conversation_id']),
    start: timeMs(own(run, 'start_time')),
    is_model: own(run, 'run_type') === 'llm',
    inputs: own(run, 'inputs') ?? undefined,
    outputs: own(run, 'outputs') ?? undefined,
    model: firstText(metadata, ['ls_model_name']) ?? firstText(invocation, ['model', 'model_name']),
    usage: usageOf(run),
    error: error === undefined || error === null || error === '' ? undefined : errorText(error),
    labels: readLabels(own(run, 'tags'), () => undefined),
    extra: { ...named(run, 'session_name', 'project'), ...named(run, 'name', 'name'), ...feedback(run) },
  };
}

function named(run: Fields, name: string, as: string): Record<string, string> {
  const text = firstText(run, [name]);
  return text === undefined ? {} : { [as]: text };
}

function usageOf(run: Fields): Run['usage'] {
  const outputs = fieldsOf(own(run, 'outputs')) ?? {};
  const llm = fieldsOf(own(outputs, 'llm_output'));
  return readUsage(first(outputs, ['usage_metadata', 'usage']) ?? (llm && own(llm, 'token_usage'))) ?? readUsage(run);
}

/** `{key: {n, avg}}`: what was said of the run, by a person or a program; kept as numbers beside it. */
function feedback(run: Fields): Record<string, number> {
  const stats = fieldsOf(own(run, 'feedback_stats')) ?? {};
  const averages = Object.entries(stats).flatMap(([key, stat]) => {
    const average = isFields(stat) ? numberOf(own(stat, 'avg')) : undefined;
    return average === undefined ? [] : [[`feedback.${key}`, average] as const];
  });
  return Object.fromEntries(averages);
}
