import { EventEmitter, l10n, Uri, ViewColumn, window, workspace, type Event, type WebviewPanel } from 'vscode';
import type { Queue, TraceCommand } from '../../core/protocol/panel';
import { reviewerName } from '../engine/reviewer';
import type { Host } from '../host';
import { attachPanel, type Attached, type OwnMessage } from '../panel/attach';
import type { PanelFocus } from '../panel/focus';
import { oneLine } from '../plain';
import { isBlind, type ReviewSession } from './session';

export const traceViewType = 'loop.trace';

/** What a panel is asked to show. */
export interface Wish {
  /** Null: the queue is empty. */
  readonly trace: string | null;
  readonly turn?: number | undefined;
  readonly queue?: Queue | undefined;
}

interface TracePanel {
  readonly panel: WebviewPanel;
  attached: Attached | undefined;
  wish: Wish;
  /** The trace on screen; undefined until the page said so. */
  showing: string | null | undefined;
  /** Commands waiting until the wished trace is on screen. */
  readonly pending: TraceCommand[];
}

/** The panels that show one trace each: one that is reused, and those opened to the side. */
export interface TracePanels {
  open(wish: Wish, options?: { side?: boolean; command?: TraceCommand }): Promise<void>;
  /** Takes over a panel the editor kept over a reload. */
  restore(panel: WebviewPanel, state: unknown): Promise<void>;
  /** Sends a command to the panel in front; false when there is none. */
  command(name: TraceCommand): boolean;
  /** The trace in the panel in front. */
  readonly active: string | undefined;
  readonly onShowing: Event<string>;
  dispose(): void;
}

/** What a message of the view asks of the rest of the host. */
export interface TraceMessages {
  handle(message: OwnMessage<'trace'>): unknown;
}

export function createTracePanels(host: Host, focus: PanelFocus, session: ReviewSession, messages: TraceMessages): TracePanels {
  const panels = new Set<TracePanel>();
  const shown = new EventEmitter<string>();
  /** The panel that is reused. */
  let main: TracePanel | undefined;

  const settings = async () => ({
    auto_advance: workspace.getConfiguration('loop.review').get('autoAdvance', true),
    blind: isBlind(),
    reviewer: await reviewerName(),
    mac: process.platform === 'darwin',
  });
  const handle = (entry: TracePanel, message: OwnMessage<'trace'>) => {
    if (message.type !== 'showing') return messages.handle(message);
    entry.showing = message.trace;
    entry.wish = { ...entry.wish, trace: message.trace };
    entry.panel.title = oneLine(message.title, 60) || l10n.t('Review');
    for (const name of entry.pending.splice(0)) entry.attached?.post({ type: 'command', name });
    if (message.trace !== null) shown.fire(message.trace);
  };
  const adopt = (panel: WebviewPanel, wish: Wish): TracePanel => {
    const entry: TracePanel = { panel, attached: undefined, wish, showing: undefined, pending: [] };
    panels.add(entry);
    const icon = (file: string) => Uri.joinPath(host.context.extensionUri, 'extension', 'media', file);
    panel.iconPath = { light: icon('loop-light.svg'), dark: icon('loop.svg') };
    panel.onDidDispose(() => {
      panels.delete(entry);
      if (main === entry) main = undefined;
    });
    return entry;
  };
  const attach = async (entry: TracePanel) => {
    entry.attached = await attachPanel(host, focus, entry.panel, {
      view: 'trace',
      settings,
      show: () => ({ type: 'show', trace: entry.wish.trace, queue: entry.wish.queue ?? session.queue, ...turnOf(entry.wish) }),
      handle: (message) => handle(entry, message),
    });
  };
  const front = () => [...panels].find(({ panel }) => panel.active);
  const restart = () => panels.forEach((entry) => entry.attached?.start());
  const watching = workspace.onDidChangeConfiguration((e) => {
    if (e.affectsConfiguration('loop.review') || e.affectsConfiguration('loop.reviewer')) restart();
  });

  return {
    async open(wish, { side = false, command } = {}) {
      let entry = side ? undefined : main;
      if (entry) {
        const stays = entry.showing !== undefined && entry.showing === wish.trace && wish.turn === undefined;
        entry.wish = wish;
        entry.panel.reveal(undefined, false);
        if (stays && command) return entry.attached?.post({ type: 'command', name: command });
        if (command) entry.pending.splice(0, Infinity, command);
        return entry.attached?.show();
      }
      const column = side ? ViewColumn.Beside : ViewColumn.Active;
      // What is being typed lives in the page alone and must outlast a look at another tab.
      entry = adopt(window.createWebviewPanel(traceViewType, l10n.t('Review'), column, { retainContextWhenHidden: true }), wish);
      if (!side) main = entry;
      if (command) entry.pending.push(command);
      await attach(entry);
    },
    async restore(panel, state) {
      const { traceState } = await import('../../core/protocol/panel');
      const parsed = traceState.safeParse(state);
      const kept = parsed.success ? parsed.data : undefined;
      const queue = kept?.queue ?? session.queue;
      // A panel that was kept before it showed anything goes on where the queue does.
      const trace = kept?.trace ?? (await host.engine.call('queue.next', queue)).trace;
      const entry = adopt(panel, { trace, turn: kept?.turn, queue });
      main ??= entry;
      await attach(entry);
    },
    command(name) {
      const entry = front();
      if (!entry) return false;
      entry.attached?.post({ type: 'command', name });
      return true;
    },
    get active() {
      return front()?.wish.trace ?? undefined;
    },
    onShowing: shown.event,
    dispose() {
      watching.dispose();
      // The panels stay: the editor brings them back after a reload.
      shown.dispose();
    },
  };
}

function turnOf({ turn }: Wish): { turn?: number } {
  return turn === undefined ? {} : { turn };
}
