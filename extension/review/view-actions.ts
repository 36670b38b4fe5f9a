import { ConfigurationTarget, Disposable, l10n, window, workspace, type QuickPickItem } from 'vscode';
import type { QueueOrder } from '../../core/ports';
import type { Busy } from '../busy';
import type { Host } from '../host';
import { pickFilter } from './filter-pick';
import { queueOrder, type ReviewSession } from './session';
import { isMoreNode, type Grouping } from './tree/nodes';
import type { ReviewView } from './view';
import type { Waiting } from './waiting';

/** What the view's title bar does: filter, grouping, order, refresh, stop. */
export function registerViewActions(
  host: Host,
  { session, review, waiting, busy }: { session: ReviewSession; review: ReviewView; waiting: Waiting; busy: Busy },
): Disposable {
  const { model } = review.provider;
  return Disposable.from(
    host.command('loop.review.filter', () => pickFilter(host, session)),
    host.command('loop.review.clear_filter', () => session.setFilter(undefined)),
    host.command('loop.review.group', () => pickGrouping(session)),
    host.command('loop.review.order', pickOrder),
    host.command('loop.review.refresh', () => {
      model.reload();
      waiting.refresh();
    }),
    host.command('loop.review.show_more', (node) => (isMoreNode(node) ? model.showMore(node.group) : undefined)),
    host.command('loop.review.stop', () => busy.stop()),
  );
}

async function pickGrouping(session: ReviewSession): Promise<void> {
  const { groupings } = await import('../../core/protocol/operations');
  const items = groupings.map((by) => ({ by, label: groupingName(by), picked: by === session.query.by }));
  const picked = await window.showQuickPick(current(items, session.query.by), { title: l10n.t('Group Traces By') });
  if (picked) await session.setGrouping(picked.by);
}

async function pickOrder(): Promise<void> {
  const { queueOrders } = await import('../../core/protocol/operations');
  const items = queueOrders.map((by) => ({ by, label: orderName(by) }));
  const picked = await window.showQuickPick(current(items, queueOrder()), { title: l10n.t('Order of Review') });
  if (!picked) return;
  await setOrder(picked.by);
}

export async function setOrder(by: QueueOrder): Promise<void> {
  const target = workspace.workspaceFolders ? ConfigurationTarget.Workspace : ConfigurationTarget.Global;
  await workspace.getConfiguration('loop.review').update('order', by, target);
}

/** The one in use first, marked. */
function current<T extends QuickPickItem & { by: string }>(items: readonly T[], by: string): T[] {
  const marked = items.map((item) => (item.by === by ? { ...item, description: l10n.t('now') } : item));
  return marked.sort((a, b) => Number(b.by === by) - Number(a.by === by));
}

function groupingName(by: Grouping): string {
  switch (by) {
    case 'state':
      return l10n.t('Review state');
    case 'source':
      return l10n.t('Source');
    case 'label':
      return l10n.t('Label');
    case 'model':
      return l10n.t('Model');
    case 'day':
      return l10n.t('Day');
    case 'score':
      return l10n.t('Score');
    case 'disagreement':
      return l10n.t('Disagreement');
  }
}

function orderName(order: QueueOrder): string {
  switch (order) {
    case 'oldest':
      return l10n.t('Oldest first');
    case 'newest':
      return l10n.t('Newest first');
    case 'random':
      return l10n.t('Random, the same every time');
    case 'lowest_score':
      return l10n.t('Lowest score first');
    case 'disagreement':
      return l10n.t('Disagreement first');
    case 'shortest':
      return l10n.t('Shortest first');
  }
}
