import type { Handlers } from '../../core/protocol/engine';
import type { EventBody } from '../../core/log/events';
import { checkAttributeKey, checkLabel } from '../../core/feedback/label';
import { Problem } from '../../core/lib/problem';
import { nearest } from '../../core/lint/near';
import { appendAct, needTrace, needTraces, type EngineContext } from './context';
import { masked } from './masking';

type LabelMethod = Extract<
  keyof Handlers,
  `label.${string}` | `attribute.${string}` | 'trace.pin' | 'trace.taint' | 'candidate.add'
>;

export function labelHandlers(context: EngineContext): Pick<Handlers, LabelMethod> {
  const { store } = context;
  return {
    'label.add': async (p, call) => {
      needTraces(store, p.traces);
      const labels = [...new Set(p.labels.map(checkLabel))];
      const bodies: EventBody[] = [{ type: 'labels_added', traces: p.traces, labels }];
      if (p.parent !== undefined) bodies.push(...(await parents(context, labels, checkLabel(p.parent))));
      await appendAct(context, call, bodies);
      return tagsOf(context, p.traces);
    },
    'label.remove': async (p, call) => {
      needTraces(store, p.traces);
      const bodies: EventBody[] = [];
      if (p.labels.length) bodies.push({ type: 'labels_removed', traces: p.traces, labels: p.labels.map(checkLabel) });
      if (p.keys.length) bodies.push({ type: 'attributes_removed', traces: p.traces, keys: p.keys });
      if (bodies.length) await appendAct(context, call, bodies);
      return tagsOf(context, p.traces);
    },
    'label.list': async () =>
      (await store.labels()).map(({ label, parent, count }) => ({ label, count, ...(parent === undefined ? {} : { parent }) })),
    'label.change': async (p, call) => {
      // Sent again after the process that did it went away: the old name is not there any more.
      if (await store.act(call.act_id)) return { act_id: call.act_id, merged: p.merge && p.to !== p.label };
      const label = await knownLabel(context, checkLabel(p.label));
      const bodies: EventBody[] = [];
      const name = p.to === undefined ? label : await newName(context, label, checkLabel(p.to), p.merge);
      if (p.to !== undefined) bodies.push({ type: 'label_renamed', from: label, to: name });
      if (p.parent === null) bodies.push({ type: 'label_parent_set', label: name, parent: null });
      else if (p.parent !== undefined) {
        const parent = checkLabel(p.parent);
        // What stands under the old name will stand under the new one, so neither may be above the parent.
        await parents(context, [label], parent);
        bodies.push(...(await parents(context, [name], parent)));
      }
      if (bodies.length === 0) throw new Problem('usage', { reason: 'Say what to change: a new name or a parent.' });
      await appendAct(context, call, bodies);
      return { act_id: call.act_id, merged: p.merge && name !== label };
    },
    'attribute.set': async (p, call) => {
      needTraces(store, p.traces);
      for (const key of Object.keys(p.values)) checkAttributeKey(key);
      const { value } = context.redactor.redactValue(p.values, {});
      await appendAct(context, call, [{ type: 'attributes_set', traces: p.traces, values: value }]);
      return tagsOf(context, p.traces);
    },
    'attribute.list': async () => (await store.attributes()).map(({ key, values }) => ({ key, values: { ...values } })),
    'trace.pin': async (p, call) => {
      needTraces(store, p.traces);
      await appendAct(context, call, [{ type: p.pinned ? 'pinned' : 'unpinned', traces: p.traces }]);
      return { act_id: call.act_id };
    },
    'trace.taint': async (p, call) => {
      const trace = await needTrace(store, p.trace);
      if (p.reason.trim() === '') throw new Problem('text_empty');
      const { reason } = await masked(context, trace, { reason: p.reason.trim() });
      await appendAct(context, call, [{ type: 'tainted', traces: [trace.id], reason }]);
      return { act_id: call.act_id };
    },
    'candidate.add': async (p, call) => {
      const trace = await needTrace(store, p.trace);
      if (p.answer.text.trim() === '' && !p.answer.tool_calls?.length) throw new Problem('text_empty');
      const { answer } = await masked(context, trace, { answer: p.answer });
      await appendAct(context, call, [
        {
          type: 'candidate',
          trace: trace.id,
          candidate: call.act_id,
          answer,
          ...(p.model === undefined ? {} : { model: p.model }),
        },
      ]);
      const state = (await store.line(trace.id))?.state ?? 'unreviewed';
      return { act_id: call.act_id, state, candidate: call.act_id };
    },
  };
}

/** Labels and attributes of the first trace named: the answer to a change of one, a sample of a change of many. */
async function tagsOf(context: EngineContext, traces: readonly string[]) {
  const [line] = await context.store.lines(traces);
  // Deleted while the act was on its way.
  if (!line) throw new Problem('trace_not_found', { id: traces[0] ?? '' });
  return { labels: [...line.labels], attributes: { ...line.attributes } };
}

/** The label, or the problem that nothing is called so, with the name that was probably meant. */
async function knownLabel(context: EngineContext, label: string): Promise<string> {
  const known = (await context.store.labels()).map((l) => l.label);
  if (known.includes(label)) return label;
  const near = nearest(label, known);
  throw new Problem('label_not_found', { label, near: near === undefined ? '' : ` Did you mean ${near}?` });
}

/** Making one label of two concerns every trace that carries either, so it has to be said. */
async function newName(context: EngineContext, label: string, to: string, merge: boolean): Promise<string> {
  if (merge) return knownLabel(context, to);
  const taken = to !== label && (await context.store.labels()).some((one) => one.label === to);
  if (taken) throw new Problem('label_taken', { label, to });
  return to;
}

/** Puts labels under a parent, unless that would close a circle. */
async function parents(context: EngineContext, labels: readonly string[], parent: string): Promise<EventBody[]> {
  const above = new Map((await context.store.labels()).map((l) => [l.label, l.parent]));
  const line = new Set<string>();
  for (let at: string | undefined = parent; at !== undefined && !line.has(at); at = above.get(at)) line.add(at);
  const looped = labels.find((label) => line.has(label));
  if (looped !== undefined) throw new Problem('label_cycle', { label: looped, parent });
  return labels.map((label) => ({ type: 'label_parent_set', label, parent }));
}
