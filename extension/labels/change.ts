import { l10n, window, type QuickPickItem } from 'vscode';
import type { Host } from '../host';
import { traces } from '../words';
import { isLabelNode, possibleParents } from './nodes';

/** The label a command was called on, else one that is asked for. */
async function labelOf(host: Host, arg: unknown, title: string): Promise<string | undefined> {
  if (isLabelNode(arg)) return arg.label;
  const known = await host.engine.call('label.list', {});
  if (known.length === 0) return void window.showInformationMessage(l10n.t('No label has been given yet.'));
  const items = known.map(({ label, count }) => ({ label, description: traces(count) }));
  return (await window.showQuickPick(items, { title }))?.label;
}

/** Gives a label another name. A name that is taken means a merge, and that is asked about. */
export async function renameLabel(host: Host, arg: unknown): Promise<void> {
  const label = await labelOf(host, arg, l10n.t('Rename Which Label?'));
  if (label === undefined) return;
  const to = await window.showInputBox({ title: l10n.t('Rename {0}', label), value: label, prompt: l10n.t('The new name') });
  const name = to?.normalize('NFC').trim().toLowerCase();
  if (!name || name === label) return;
  const known = await host.engine.call('label.list', {});
  if (known.some((one) => one.label === name)) await mergeInto(host, label, name);
  else await host.engine.call('label.change', { label, to: name });
}

export async function mergeLabel(host: Host, arg: unknown): Promise<void> {
  const label = await labelOf(host, arg, l10n.t('Merge Which Label?'));
  if (label === undefined) return;
  const others = (await host.engine.call('label.list', {})).filter((one) => one.label !== label);
  const items = others.map((one) => ({ label: one.label, description: traces(one.count) }));
  const picked = await window.showQuickPick(items, { title: l10n.t('Merge {0} Into', label) });
  if (picked) await mergeInto(host, label, picked.label);
}

/** A merge concerns every trace that carries the label, so it is asked about. */
async function mergeInto(host: Host, label: string, into: string): Promise<void> {
  const yes = l10n.t('Merge');
  const detail = l10n.t('Every trace labelled {0} then carries {1}. Undo takes them apart again.', label, into);
  const answer = await window.showWarningMessage(l10n.t('Merge {0} into {1}?', label, into), { modal: true, detail }, yes);
  if (answer === yes) await host.engine.call('label.change', { label, to: into, merge: true });
}

interface ParentItem extends QuickPickItem {
  readonly parent: string | null;
}

/** Puts a label under another one, or on its own. */
export async function moveLabel(host: Host, arg: unknown): Promise<void> {
  const label = await labelOf(host, arg, l10n.t('Move Which Label?'));
  if (label === undefined) return;
  const known = await host.engine.call('label.list', {});
  const now = known.find((one) => one.label === label)?.parent;
  const items: ParentItem[] = possibleParents(known, label).map((parent) => ({
    parent,
    label: parent,
    ...(parent === now ? { description: l10n.t('now') } : {}),
  }));
  if (now !== undefined) items.unshift({ parent: null, label: l10n.t('$(close) No Parent') });
  if (items.length === 0) return void window.showInformationMessage(l10n.t('There is no other label to put it under.'));
  const picked = await window.showQuickPick(items, { title: l10n.t('Move {0} Under', label) });
  if (picked) await host.engine.call('label.change', { label, parent: picked.parent });
}
