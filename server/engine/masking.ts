import { numberingOf } from '../../core/redact/marker';
import type { Trace } from '../../core/trace/model';
import type { EngineContext } from './context';

/**
 * What a person adds to a conversation, without secrets. Markers go on above the highest number that the conversation
 * and everything already said about it use, so that a new value is never taken for an old one.
 */
export async function masked<T>(context: EngineContext, trace: Trace, value: T): Promise<T> {
  const acts = await context.store.acts(trace.id);
  return context.redactor.redactValue(value, numberingOf([trace, acts.map((act) => act.body)])).value;
}
