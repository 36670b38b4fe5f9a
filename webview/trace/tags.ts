import { t } from '../words';
import type { TracePanel } from './panel';
import { refreshFacts } from './queue';

/** Labels and attributes known to the store, for suggestions. Read when a field opens first, and after a change. */
export async function readTags(panel: TracePanel): Promise<void> {
  try {
    const [labels, attributes] = await Promise.all([panel.host.call('label.list', {}), panel.host.call('attribute.list', {})]);
    panel.change({
      labels: [...labels].sort((a, b) => b.count - a.count).map((one) => one.label),
      attributes: Object.fromEntries(attributes.map((one) => [one.key, Object.keys(one.values)])),
    });
  } catch (error) {
    // Suggestions are a help only: the field works without.
    panel.host.failed(error);
  }
}

async function change(panel: TracePanel, said: string, write: (traces: string[]) => Promise<unknown>): Promise<void> {
  const { shown } = panel.state;
  if (!shown) return;
  try {
    await write([shown.trace.id]);
    panel.announce(said);
    await refreshFacts(panel);
  } catch (error) {
    panel.problem(error);
  }
}

export function addLabel(panel: TracePanel, label: string): Promise<void> {
  return change(panel, t('say.label_added', { label }), (traces) => panel.host.call('label.add', { traces, labels: [label] }));
}

export function removeLabel(panel: TracePanel, label: string): Promise<void> {
  return change(panel, t('say.removed', { name: label }), (traces) =>
    panel.host.call('label.remove', { traces, labels: [label] }),
  );
}

/** `key=value`; without `=` nothing is written and the field says what it wants. */
export async function addAttribute(panel: TracePanel, text: string): Promise<void> {
  const at = text.indexOf('=');
  if (at <= 0) {
    panel.showStrip({ kind: 'problem', title: t('tags.attribute_form') });
    panel.announce(t('tags.attribute_form'));
    return;
  }
  const values = { [text.slice(0, at).trim()]: text.slice(at + 1).trim() };
  await change(panel, t('say.label_added', { label: text }), (traces) => panel.host.call('attribute.set', { traces, values }));
}

export function removeAttribute(panel: TracePanel, key: string): Promise<void> {
  return change(panel, t('say.removed', { name: key }), (traces) => panel.host.call('label.remove', { traces, keys: [key] }));
}
