import { env, Uri, workspace, type WebviewPanel } from 'vscode';
import type { FromDatasetView, FromImportView, FromTraceView, View } from '../../core/protocol/panel';
import type { Host } from '../host';
import { problemWords } from '../words';
import { createCalls, type Calls, type CallOptions } from './calls';
import type { PanelFocus } from './focus';
import { page, pageRoots } from './page';

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
  settings(): Promise<object>;
  /** The `show` message, when there is something to show. */
  show(): object | undefined;
  /** A message only this view sends. */
  handle(message: OwnMessage<V>): unknown;
}

/** A panel whose page is up, or about to be. */
export interface Attached {
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
): Promise<Attached> {
  const { view } = behaviour;
  const protocol = await import('../../core/protocol/panel');
  const { operations } = await import('../../core/protocol/operations');
  const schema = { trace: protocol.fromTraceView, dataset: protocol.fromDatasetView, import: protocol.fromImportView }[view];
  let ready = false;
  const post = (message: object) => void (ready && panel.webview.postMessage(message));
  /** A page that is loaded again counts its calls from one: answers to the page before must not reach it. */
  const newCalls = () => {
    const calls: Calls = createCalls({
      ...behaviour,
      engine: host.engine,
      operations,
      mayCall: protocol.mayCall,
      post: (message) => current === calls && post(message),
      words: problemWords,
      bug: host.fail,
    });
    return calls;
  };
  let current = newCalls();
  const start = async () => {
    const strings = await viewStrings(host.context.extensionUri);
    post({ type: 'start', locale: env.language, strings, settings: await behaviour.settings() });
  };
  const show = () => {
    const message = behaviour.show();
    if (message) post(message);
  };
  const receive = async (raw: unknown) => {
    const parsed = schema.safeParse(raw);
    if (!parsed.success) {
      host.log.warn(`The view ${view} sent a message that does not parse.`);
      return;
    }
    // The schema was picked by `view`, so what it read is one of that view's messages.
    const message = parsed.data;
    switch (message.type) {
      case 'ready':
        ready = true;
        current.dispose();
        current = newCalls();
        await start();
        {
          show();
          return;
        }
      case 'call':
        return current.answer(message);
      case 'cancel': {
        current.cancel(message.id);
        return;
      }
      case 'focus': {
        focus.set(panel, view, message.focused);
        return;
      }
      case 'failed': {
        host.log.error(`view ${view}: ${message.what}`);
        return;
      }
      default:
        return behaviour.handle(message as OwnMessage<V>);
    }
  };
  const subscriptions = [
    panel.webview.onDidReceiveMessage((raw) => void receive(raw).catch(host.fail)),
    panel.onDidChangeViewState(() => panel.active || focus.set(panel, view, false)),
    host.engine.onChange((change) => post({ type: 'changed', change })),
  ];
  panel.onDidDispose(() => {
    ready = false;
    focus.set(panel, view, false);
    current.dispose();
    for (const subscription of subscriptions) subscription.dispose();
  });
  const { extensionUri } = host.context;
  panel.webview.options = { enableScripts: true, localResourceRoots: pageRoots(extensionUri) };
  panel.webview.html = page(panel.webview, extensionUri, view);
  return { show, start: () => void (ready && start().catch(host.fail)), post };
}

let translations: Promise<Record<string, string>> | undefined;

/** The views' words in the editor's language; what is missing stays English. */
function viewStrings(extension: Uri): Promise<Record<string, string>> {
  translations ??= readStrings(Uri.joinPath(extension, 'l10n', `webview.${env.language}.json`));
  return translations;
}

async function readStrings(file: Uri): Promise<Record<string, string>> {
  if (env.language.startsWith('en')) return {};
  try {
    return JSON.parse(new TextDecoder().decode(await workspace.fs.readFile(file))) as Record<string, string>;
  } catch {
    // No translation into this language is shipped.
    return {};
  }
}
