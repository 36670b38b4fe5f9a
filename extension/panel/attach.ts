import { env, type WebviewPanel } from 'vscode';
import type { operations as table } from '../../core/protocol/operations';
import type * as protocol from '../../core/protocol/panel';
import type { FromDatasetView, FromImportView, FromTraceView, View } from '../../core/protocol/panel';
import type { Host } from '../host';
import { problemWords } from '../words';
import { createCalls, type CallOptions, type Calls } from './calls';
import type { PanelFocus } from './focus';
import { page, pageRoots } from './page';
import { viewStrings } from './strings';

export interface FromView {
  readonly trace: FromTraceView;
  readonly dataset: FromDatasetView;
  readonly import: FromImportView;
}

/** What the host answers itself for every view. */
type Common = 'ready' | 'call' | 'cancel' | 'focus' | 'failed';
export type OwnMessage<V extends View> = Exclude<FromView[V], { type: Common }>;

export interface Behaviour<V extends View> extends Pick<CallOptions, 'amend' | 'around'> {
  readonly view: V;
  readonly settings: () => Promise<object>;
  /** The `show` message; undefined while it is not known yet what to show. */
  readonly show: () => object | undefined;
  /** The page listens. */
  readonly ready?: () => void;
  /** A message only this view sends. */
  readonly handle: (message: OwnMessage<V>) => unknown;
}

/** A panel whose page is up, or about to be. */
export interface PanelPage {
  /** Sends now, or with the page's next `ready`. */
  show(): void;
  /** Says `start` anew, for example with changed settings. */
  start(): void;
  post(message: object): void;
}

/** Puts a view's page into a panel and keeps both talking until the panel is closed. */
export async function attachPanel<V extends View>(
  host: Host,
  focus: PanelFocus,
  panel: WebviewPanel,
  behaviour: Behaviour<V>,
): Promise<PanelPage> {
  const messages = await import('../../core/protocol/panel');
  const { operations } = await import('../../core/protocol/operations');
  const talk = new Conversation(host, focus, panel, behaviour, messages, operations);
  const subscriptions = [
    panel.webview.onDidReceiveMessage((raw) => void talk.receive(raw).catch(host.fail)),
    panel.onDidChangeViewState(() => panel.active || focus.release(panel)),
    host.engine.onChange((change) => talk.post({ type: 'changed', change })),
  ];
  panel.onDidDispose(() => {
    talk.end();
    for (const subscription of subscriptions) subscription.dispose();
  });
  const { extensionUri } = host.context;
  panel.webview.options = { enableScripts: true, localResourceRoots: pageRoots(extensionUri) };
  panel.webview.html = page(panel.webview, extensionUri, behaviour.view);
  return talk;
}

class Conversation<V extends View> implements PanelPage {
  private ready = false;
  private calls: Calls;

  constructor(
    private readonly host: Host,
    private readonly focus: PanelFocus,
    private readonly panel: WebviewPanel,
    private readonly behaviour: Behaviour<V>,
    private readonly messages: typeof protocol,
    private readonly operations: typeof table,
  ) {
    this.calls = this.newCalls();
  }

  post(message: object): void {
    if (this.ready) void this.panel.webview.postMessage(message);
  }

  show(): void {
    const message = this.behaviour.show();
    if (message) this.post(message);
  }

  start(): void {
    if (this.ready) void this.sayStart().catch(this.host.fail);
  }

  end(): void {
    this.ready = false;
    this.focus.release(this.panel);
    this.calls.dispose();
  }

  async receive(raw: unknown): Promise<unknown> {
    const { view } = this.behaviour;
    const { fromTraceView, fromDatasetView, fromImportView } = this.messages;
    const parsed = { trace: fromTraceView, dataset: fromDatasetView, import: fromImportView }[view].safeParse(raw);
    if (!parsed.success) {
      this.host.log.warn(`The view ${view} sent a message that does not parse.`);
      return;
    }
    // The schema was picked by `view`, so what it read is one of that view's messages.
    const message = parsed.data;
    switch (message.type) {
      case 'ready':
        return this.begin();
      case 'call':
        return this.calls.answer(message);
      case 'cancel': {
        this.calls.cancel(message.id);
        return;
      }
      case 'focus': {
        this.focus.set(this.panel, view, message.focused);
        return;
      }
      case 'failed': {
        this.host.log.error(`view ${view}: ${message.what}`);
        return;
      }
      default:
        return this.behaviour.handle(message as OwnMessage<V>);
    }
  }

  private async begin(): Promise<void> {
    this.ready = true;
    this.calls.dispose();
    this.calls = this.newCalls();
    this.behaviour.ready?.();
    await this.sayStart();
    this.show();
  }

  private async sayStart(): Promise<void> {
    const strings = await viewStrings(this.host.context.extensionUri);
    this.post({ type: 'start', locale: env.language, strings, settings: await this.behaviour.settings() });
  }

  /** A page that is loaded again counts its calls from one: answers to the page before must not reach it. */
  private newCalls(): Calls {
    const calls: Calls = createCalls({
      ...this.behaviour,
      engine: this.host.engine,
      operations: this.operations,
      mayCall: this.messages.mayCall,
      post: (message) => {
        if (this.calls === calls) this.post(message);
      },
      words: problemWords,
      bug: this.host.fail,
    });
    return calls;
  }
}
