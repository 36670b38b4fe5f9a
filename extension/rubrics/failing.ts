import { commands, l10n, window } from 'vscode';
import type { Host } from '../host';

/** The traces whose answer a rule fails, to be opened one by one. */
export async function showFailing(host: Host, rule: unknown, ids: unknown): Promise<void> {
  const traces = Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  if (typeof rule !== 'string' || traces.length === 0) return;
  const rows = await host.engine.call('trace.rows', { traces });
  const items = rows.map(({ id, preview, verdict, captured_at }) => ({
    label: preview === '' ? id : preview,
    description: [verdict, captured_at.slice(0, 10)].filter((part) => part !== undefined).join(' · '),
    id,
  }));
  const chosen = await window.showQuickPick(items, { placeHolder: l10n.t('Traces that {0} fails', rule) });
  if (chosen) await commands.executeCommand('loop.review.open', chosen.id);
}
