import { commands, Disposable, window } from 'vscode';
import type { Slice } from '../../core/slice/schema';
import { createBusy, type Busy } from '../busy';
import type { Host } from '../host';
import { registerImport } from '../import/register';
import type { PanelFocus } from '../panel/focus';
import { registerTraceActions, registerTraceCommands } from './commands';
import { registerDrafts } from './draft/register';
import { traceMessages } from './links';
import { createSession, type ReviewSession } from './session';
import { registerStatusBar } from './status-bar';
import { createTargets, type Targets } from './targets';
import { TracePanels, traceViewType } from './trace-panels';
import { createReviewView, registerBadge, registerFollowing, reviewViewId } from './view';
import { registerViewActions, setOrder } from './view-actions';
import { watchWaiting } from './waiting';

/** What other parts need of reviewing. */
export interface Review {
  readonly subscription: Disposable;
  readonly session: ReviewSession;
  readonly targets: Targets;
  readonly busy: Busy;
  /** Shows these traces only, in the Review view. */
  filter(slice: Slice): Promise<void>;
  /** The trace shown last, else a selected one; says so when there is none. */
  readonly currentTrace: () => string | undefined;
  /** Groups Review by nothing but the score, lowest first. */
  readonly showLowest: () => Promise<unknown>;
}

/** Reviewing: the tree, the trace panel, its commands, the badge and the status bar; files dropped on the tree are imported. */
export function registerReview(host: Host, focus: PanelFocus): Review {
  const session = createSession(host.context.workspaceState);
  const panels = new TracePanels(host, focus, session, traceMessages(host));
  const review = createReviewView(host, session, (paths) => importing.open(paths));
  const busy = createBusy(review.view, reviewViewId, 'loop.busy.review');
  const importing = registerImport(host, { busy, focus, session });
  const targets = createTargets(review.view, panels);
  const waiting = watchWaiting(host);
  const parts = { panels, targets, session, busy, review, waiting };
  const subscription = Disposable.from(
    session,
    panels,
    review.subscription,
    waiting,
    importing.subscription,
    registerTraceCommands(host, parts),
    registerTraceActions(host, parts),
    registerViewActions(host, parts),
    registerDrafts(host, targets),
    registerBadge(review.view, waiting),
    registerFollowing(host, review, panels),
    registerStatusBar(host, waiting),
    window.registerWebviewPanelSerializer(traceViewType, {
      deserializeWebviewPanel: (p, state) => panels.restore(p, state).catch(host.fail),
    }),
  );
  // The first look starts the server, so it waits until activation is over.
  setImmediate(() => waiting.refresh());
  const filter = async (slice: Slice) => {
    const { printSlice } = await import('../../core/slice/print');
    await session.setFilter({ text: printSlice(slice), slice });
    await commands.executeCommand(`${reviewViewId}.focus`);
  };
  let shown: string | undefined;
  const following = panels.onShowing((trace) => (shown = trace));
  return {
    subscription: Disposable.from(subscription, following),
    session,
    targets,
    busy,
    filter,
    currentTrace: () => shown ?? targets.any([])[0],
    showLowest: async () => {
      await session.setFilter({ text: 'has:score', slice: { has: 'score' } });
      await setOrder('lowest_score');
      await commands.executeCommand('loop.review.focus');
    },
  };
}
