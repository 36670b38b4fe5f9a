import { Disposable, l10n, window, type TreeView } from 'vscode';
import { Problem } from '../../core/lib/problem';
import { aMoment, inBatches } from '../batches';
import type { Host } from '../host';
import { number, problemWords } from '../words';
import { dropController } from './drop';
import { isBlind, type ReviewSession } from './session';
import type { ReviewNode } from './tree/nodes';
import { createProvider, type ReviewProvider } from './tree/provider';
import type { TracePanels } from './trace-panels';
import type { Waiting } from './waiting';

export const reviewViewId = 'loop.review';

/** The Review tree as the other parts see it. */
export interface ReviewView {
  readonly view: TreeView<ReviewNode>;
  readonly provider: ReviewProvider;
  readonly subscription: Disposable;
}

function welcome(): string {
  return l10n.t('No conversations yet. Secrets are masked before anything is written, and nothing leaves this machine.');
}

/** Makes the view; what it holds is asked for when it is first seen. */
export function createReviewView(host: Host, session: ReviewSession, importFiles: (paths: string[]) => unknown): ReviewView {
  /** An empty tree that only failed to load says so itself, and not just in a message that goes away. */
  let said = '';
  const loaded = (error: unknown, isEmpty: boolean) => {
    if (error !== undefined) host.fail(error);
    const words = error instanceof Problem ? problemWords(error) : isEmpty ? welcome() : '';
    if (words !== said) view.message = words;
    said = words;
  };
  const provider = createProvider(host.engine, session.query, () => ({ blind: isBlind() }), loaded);
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
    session.onChange(() => {
      describe();
      provider.model.show(session.query);
    }),
    host.engine.onChange(inBatches((change) => provider.model.apply(change), host.fail, aMoment)),
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
  return panels.onShowing((trace) => void follow(trace));
}
