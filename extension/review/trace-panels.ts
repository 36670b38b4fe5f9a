import { EventEmitter, l10n, Uri, ViewColumn, window, workspace, type WebviewPanel } from 'vscode';
import type { Queue, TraceCommand } from '../../core/protocol/panel';
import { currentReviewer } from '../engine/reviewer';
import type { Host } from '../host';
import { attachPanel, type OwnMessage, type PanelPage } from '../panel/attach';
import type { PanelFocus } from '../panel/focus';
import { readable } from '../masked';
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
  page: PanelPage | undefined;
  /** Undefined until it is known which trace comes next. */
  wish: Wish | undefined;
  /** The trace on screen; undefined until the page said so. */
  showing: string | null | undefined;
  /** The queue it walks through, to tell whether another one is wished for. */
  queue: string | undefined;
  /** Commands waiting until the wished trace is on screen. */
  readonly pending: TraceCommand[];
}

/** What a message of the view asks of the rest of the host. */
export interface TraceMessages {
  handle(message: OwnMessage<'trace'>): unknown;
}

/** The panels that show one trace each: one that is reused, and those opened to the side. */
export class TracePanels {
  private readonly panels = new Set<TracePanel>();
  /** The panel that is reused. */
  private main: TracePanel | undefined;
  private readonly shown = new EventEmitter<string>();
  readonly onShowing = this.shown.event;
  private readonly watching = workspace.onDidChangeConfiguration((e) => {
    if (!e.affectsConfiguration('loop.review') && !e.affectsConfiguration('loop.reviewer')) return;
    for (const { page } of this.panels) page?.start();
  });

  constructor(
    private readonly host: Host,
    private readonly focus: PanelFocus,
    private readonly session: ReviewSession,
    private readonly messages: TraceMessages,
  ) {}

  /**
   * Shows a trace. The panel is there at once, also while it is still being asked which trace it will be, and takes
   * keys from then on: they wait until the trace is on screen.
   */
  async open(
    wish: Wish | Promise<Wish>,
    { side = false, command }: { side?: boolean; command?: TraceCommand } = {},
  ): Promise<void> {
    const reused = side ? undefined : this.main;
    const entry = reused ?? this.create(side);
    if (reused) reused.panel.reveal(undefined, false);
    this.focus.claim(entry.panel, 'trace');
    if (wish instanceof Promise) entry.wish = undefined;
    if (command) entry.pending.splice(0, Infinity, command);
    const attached = entry.page ? undefined : this.attach(entry);
    try {
      this.wishFor(entry, await wish);
    } catch (error) {
      if (!reused) entry.panel.dispose();
      throw error;
    }
    await attached;
  }

  private create(side: boolean): TracePanel {
    const viewColumn = side ? ViewColumn.Beside : ViewColumn.Active;
    // What is being typed lives in the page alone and must outlast a look at another tab.
    const options = { retainContextWhenHidden: true };
    // A page that is being loaded swallows keys: it gets the focus once it listens.
    const place = { viewColumn, preserveFocus: true };
    const entry = this.adopt(window.createWebviewPanel(traceViewType, l10n.t('Review'), place, options), undefined);
    if (!side) this.main = entry;
    return entry;
  }

  private wishFor(entry: TracePanel, wish: Wish): void {
    const isShown = entry.showing !== undefined && entry.showing === wish.trace && wish.turn === undefined;
    const queue = JSON.stringify(wish.queue);
    // Showing it anew would close what is being written there.
    const stays = isShown && (wish.queue === undefined || queue === entry.queue);
    entry.wish = wish;
    entry.queue = queue;
    if (!stays) {
      entry.showing = undefined;
      entry.page?.show();
    }
    this.sendPending(entry);
  }

  /** Takes over a panel the editor kept over a reload. */
  async restore(panel: WebviewPanel, state: unknown): Promise<void> {
    const { traceState } = await import('../../core/protocol/panel');
    const parsed = traceState.safeParse(state);
    const kept = parsed.success ? parsed.data : undefined;
    const queue = kept?.queue ?? this.session.queue;
    // A panel that was kept before it showed anything goes on where the queue does.
    const trace = kept?.trace ?? (await this.host.engine.call('queue.next', queue)).trace;
    const entry = this.adopt(panel, { trace, turn: kept?.turn, queue });
    this.main ??= entry;
    await this.attach(entry);
  }

  /** Sends a command to the panel in front; false when there is none. */
  command(name: TraceCommand): boolean {
    const entry = this.front();
    if (!entry) return false;
    entry.pending.push(name);
    this.sendPending(entry);
    return true;
  }

  /** The trace in the panel in front. */
  get active(): string | undefined {
    return this.front()?.wish?.trace ?? undefined;
  }

  /** The panels stay: the editor brings them back after a reload. */
  dispose(): void {
    this.watching.dispose();
    this.shown.dispose();
  }

  private front(): TracePanel | undefined {
    return [...this.panels].find(({ panel }) => panel.active);
  }

  /** Commands reach the page once it shows the trace they are meant for. */
  private sendPending(entry: TracePanel): void {
    if (!entry.page || !entry.wish || entry.showing === undefined || entry.showing !== entry.wish.trace) return;
    for (const name of entry.pending.splice(0)) entry.page.post({ type: 'command', name });
  }

  private adopt(panel: WebviewPanel, wish: Wish | undefined): TracePanel {
    const entry: TracePanel = { panel, page: undefined, wish, showing: undefined, queue: undefined, pending: [] };
    this.panels.add(entry);
    const icon = (file: string) => Uri.joinPath(this.host.context.extensionUri, 'extension', 'media', file);
    panel.iconPath = { light: icon('loop-light.svg'), dark: icon('loop.svg') };
    panel.onDidDispose(() => {
      this.panels.delete(entry);
      if (this.main === entry) this.main = undefined;
    });
    return entry;
  }

  private async attach(entry: TracePanel): Promise<void> {
    entry.page = await attachPanel(this.host, this.focus, entry.panel, {
      view: 'trace',
      settings: traceSettings,
      ready: () => {
        if (entry.panel.active) entry.panel.reveal(undefined, false);
      },
      show: () => {
        if (!entry.wish) return undefined;
        const { trace, turn, queue = this.session.queue } = entry.wish;
        return { type: 'show', trace, queue, ...(turn === undefined ? {} : { turn }) };
      },
      handle: (message) => this.handle(entry, message),
    });
  }

  private handle(entry: TracePanel, message: OwnMessage<'trace'>): unknown {
    if (message.type !== 'showing') return this.messages.handle(message);
    entry.showing = message.trace;
    entry.wish = { ...entry.wish, trace: message.trace };
    entry.panel.title = readable(message.title, 60) || l10n.t('Review');
    this.sendPending(entry);
    if (message.trace !== null) this.shown.fire(message.trace);
    return undefined;
  }
}

async function traceSettings(): Promise<object> {
  return {
    auto_advance: workspace.getConfiguration('loop.review').get('autoAdvance', true),
    blind: isBlind(),
    reviewer: await currentReviewer(),
    mac: process.platform === 'darwin',
  };
}
