import { Disposable, l10n, window, type TreeView } from 'vscode';
import { Problem } from '../../core/lib/problem';
import type { StatsResult } from '../../core/protocol/results';
import { atRest, inBatches, newestOf } from '../batches';
import type { Host } from '../host';
import { number, problemWords } from '../words';
import { dropController } from './drop';
import { isBlind, type ReviewSession } from './session';
import type { ReviewNode } from './tree/nodes';
import { createProvider, type ReviewProvider } from './tree/provider';
import type { TracePanels } from './trace-panels';
import type { Waiting } from './waiting';

export const reviewViewId = 'loop.review';

/** Names of files in a notice. */
const listedFiles = 5;

/** The Review tree as the other parts see it. */
export interface ReviewView {
  readonly view: TreeView<ReviewNode>;
  readonly provider: ReviewProvider;
  readonly subscription: Disposable;
}

function welcome(): string {
  return l10n.t('No conversations yet. Secrets are masked before anything is written, and nothing leaves this machine.');
}

/** What is wrong with the store as a whole, for as long as it is. */
export function storeNotice(stats: Pick<StatsResult, 'damage' | 'read_only' | 'disk_full'>): string | undefined {
  const { damage, read_only, disk_full } = stats;
  const gone = damage.filter(({ kind }) => kind === 'file_missing').map(({ file }) => file);
  if (gone.length > 0) {
    const files = gone.slice(0, listedFiles).join(', ');
    return l10n.t(
      'Files of the store are gone, and what they held with them: {0}. Put them back from a copy, or go on without them: loop rebuild --accept-missing.',
      gone.length > listedFiles ? `${files} …` : files,
    );
  }
  if (disk_full) return l10n.t('The disk is full: everything can be read, and nothing can be written until there is room again.');
  return read_only ? l10n.t('This store is open for reading only: nothing can be written into its folder.') : undefined;
}

/** Makes the view; what it holds is asked for when it is first seen. */
export function createReviewView(host: Host, session: ReviewSession, importFiles: (paths: string[]) => unknown): ReviewView {
  /** An empty tree that only failed to load says so itself, and not just in a message that goes away. */
  let said = '';
  const say = (words: string) => {
    if (words !== said) view.message = words;
    said = words;
  };
  let looks = 0;
  const loaded = (error: unknown, isEmpty: boolean, isWhole: boolean) => {
    const look = ++looks;
    if (error !== undefined) {
      host.fail(error);
      say(error instanceof Problem ? problemWords(error) : '');
    } else if (isWhole) {
      const asked = host.engine.call('store.stats', {});
      asked.then((stats) => look === looks && say(storeNotice(stats) ?? (isEmpty ? welcome() : '')), host.fail);
    } else {
      // The children of a group follow the look at the whole that shows it.
      looks--;
    }
  };
  const open = new Map<string, boolean>();
  const provider = createProvider(host.engine, session.query, () => ({ blind: isBlind(), open }), loaded);
  const view = window.createTreeView(reviewViewId, {
    treeDataProvider: provider,
    canSelectMany: true,
    showCollapseAll: true,
    dragAndDropController: dropController(importFiles),
  });
  const describe = () => (view.description = session.query.part?.title ?? session.filter.text);
  describe();
  const subscription = Disposable.from(
    view,
    provider,
    view.onDidExpandElement(({ element }) => void open.set(element.id, true)),
    view.onDidCollapseElement(({ element }) => void open.set(element.id, false)),
    session.onChange(() => {
      describe();
      provider.model.show(session.query);
    }),
    host.engine.onChange(inBatches((change) => provider.model.apply(change), host.fail, atRest)),
    host.store.onChange(() => !host.store.known && provider.model.reload()),
  );
  return { view, provider, subscription };
}

/** The number of conversations waiting, on the activity bar's icon. */
export function registerBadge(view: TreeView<unknown>, waiting: Waiting): Disposable {
  return waiting.onChange(({ waiting }) => {
    view.badge = waiting === 0 ? undefined : { value: waiting, tooltip: l10n.t('{0} to review', number(waiting)) };
  });
}

/** Selects the row of the trace a panel shows, without taking the focus. */
export function registerFollowing(host: Host, { view, provider }: ReviewView, panels: TracePanels): Disposable {
  const reveal = async (trace: string) => {
    const node = view.visible ? await provider.model.find(trace) : undefined;
    if (node && panels.active === trace) await view.reveal(node, { select: true, focus: false });
  };
  /** The editor finds no row while its group is drawn anew, which a verdict brings about: one more look, then it stays unselected. */
  const follow = (trace: string) =>
    reveal(trace)
      .catch(() => reveal(trace))
      .catch((error: unknown) => host.log.debug(String(error)));
  return panels.onShowing(newestOf(follow, host.fail, atRest));
}
