import { Disposable, l10n, StatusBarAlignment, window } from 'vscode';
import type { Host } from '../host';
import type { StoreChoice } from '../store/choice';
import { number } from '../words';
import type { Waiting } from './waiting';

/** One item, shown while the store has any conversation: how many wait, and a click goes to the next. */
export function registerStatusBar(host: Host, waiting: Waiting): Disposable {
  const item = window.createStatusBarItem('loop.waiting', StatusBarAlignment.Left);
  item.name = l10n.t('Conscious Loop');
  item.command = 'loop.review.next';
  const draw = () => {
    const { counts } = waiting;
    if (!counts || counts.total === 0) {
      item.hide();
      return;
    }
    item.text = counts.waiting > 0 ? l10n.t('Loop: {0} to review', number(counts.waiting)) : l10n.t('Loop: all reviewed');
    item.tooltip = [l10n.t('Review the next conversation'), storeWords(host.store.known)].filter(Boolean).join('\n');
    item.show();
  };
  return Disposable.from(item, waiting.onChange(draw), host.store.onChange(draw));
}

/** Which store this window uses, and why that one. */
function storeWords(choice: StoreChoice | undefined): string {
  if (!choice) return '';
  switch (choice.reason) {
    case 'setting':
      return l10n.t('Store: {0} (setting loop.store.path)', choice.path);
    case 'only_store':
      return l10n.t('Store: {0} (the only folder with a store)', choice.path);
    case 'only_folder':
      return l10n.t('Store: {0} (the open folder)', choice.path);
    case 'chosen':
      return l10n.t('Store: {0} (your choice for this workspace)', choice.path);
    case 'extension_storage':
      return l10n.t('Store: {0} (the extension’s storage: no folder is open)', choice.path);
  }
}
