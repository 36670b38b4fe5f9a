import { calls, type View } from '../../../core/protocol/panel';
import { operations, isMethod } from '../../../core/protocol/operations';
import { FakeEngine } from '../../support/webview-page/fake-engine';
import { FakeReports } from '../../support/webview-page/fake-reports';
import { scenes, type Scene } from '../../support/webview-page/scenes';
import type { TracePanel } from '../../../webview/trace/panel';

interface Sent {
  readonly type: string;
  readonly [key: string]: unknown;
}

function refuse(code: string, message: string): never {
  throw Object.assign(new Error(message), { code });
}

/** A view on a page, with an engine in memory behind it. */
export class OpenView {
  readonly sent: Sent[] = [];
  readonly engine: FakeEngine;
  readonly root: HTMLElement;
  state: unknown;
  /** The trace panel, when that is the view. */
  panel: TracePanel | undefined;
  readonly #reports = new FakeReports(refuse);
  /** Answers in order: a test lets them go one by one when it says so. */
  held: (() => void)[] | undefined;
  /** Which calls are held; all of them without it. */
  holds: RegExp | undefined;
  /** The store refuses calls of this method, with this problem. */
  refuses: { readonly method: RegExp; readonly code: string; readonly message: string } | undefined;

  constructor(readonly scene: Scene) {
    this.engine = new FakeEngine(scene.traces ?? [], refuse);
    document.body.innerHTML = '<div id="app"></div>';
    const root = document.getElementById('app');
    if (!root) throw new Error('no page');
    this.root = root;
  }

  readonly api = {
    postMessage: (message: unknown): void => this.#take(structuredClone(message) as Sent),
    getState: (): unknown => this.state,
    setState: (state: unknown): void => {
      this.state = structuredClone(state);
    },
  };

  post(message: object): void {
    window.dispatchEvent(new MessageEvent('message', { data: structuredClone(message) }));
  }

  command(name: string): void {
    this.post({ type: 'command', name });
  }

  /** The parameters of each call of a method so far. */
  calls(method: string): unknown[] {
    return this.sent.filter((one) => one.type === 'call' && one['method'] === method).map((one) => one['params']);
  }

  #take(message: Sent): void {
    this.sent.push(message);
    if (message.type === 'ready') for (const one of this.scene.messages) this.post(one as object);
    if (message.type !== 'call') return;
    const answer = (): void => this.#reply(message);
    if (this.held && (this.holds?.test(String(message['method'])) ?? true)) this.held.push(answer);
    else queueMicrotask(answer);
  }

  /** Answers the calls that are held, and holds no more. */
  letGo(): void {
    const held = this.held ?? [];
    this.held = undefined;
    for (const answer of held) answer();
  }

  #reply({ id, method, params }: Sent): void {
    const view: View = this.scene.view;
    const name = String(method);
    try {
      if (this.refuses?.method.test(name)) refuse(this.refuses.code, this.refuses.message);
      if (!isMethod(name) || !(calls[view] as readonly string[]).includes(name)) throw new Error(`${view} may not call ${name}`);
      const parsed = operations[name].params.parse(params) as Record<string, unknown>;
      const value = view === 'trace' ? this.engine.call(name, parsed) : this.#reports.call(name, parsed);
      this.post({ type: 'result', id, ok: true, value: operations[name].result.parse(value) });
    } catch (error) {
      const { code = 'bug', message } = error as { code?: string; message: string };
      this.post({ type: 'result', id, ok: false, problem: { code, message } });
    }
  }

  /** Waits until the page says so. */
  async until<T>(what: string, probe: () => T | null | undefined | false): Promise<T> {
    const deadline = Date.now() + 8000;
    for (;;) {
      const found = probe();
      if (found !== null && found !== undefined && found !== false) return found;
      if (Date.now() > deadline) throw new Error(`never came: ${what}\n${this.root.textContent.replace(/\s+/g, ' ')}`);
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
  }

  find(selector: string): HTMLElement | null {
    return document.querySelector<HTMLElement>(selector);
  }

  async see(selector: string, text?: string | RegExp): Promise<HTMLElement> {
    return this.until(`${selector} ${String(text ?? '')}`, () => {
      const all = [...document.querySelectorAll<HTMLElement>(selector)];
      return all.find((element) => text === undefined || matches(element.textContent, text));
    });
  }

  async click(selector: string, text?: string | RegExp): Promise<void> {
    (await this.see(selector, text)).click();
  }

  async type(selector: string, text: string): Promise<HTMLElement> {
    const field = (await this.see(selector)) as HTMLInputElement;
    field.focus();
    field.value = text;
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    return field;
  }

  key(element: HTMLElement, key: string, more: object = {}): void {
    element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, composed: true, ...more }));
  }
}

function matches(text: string, wanted: string | RegExp): boolean {
  const flat = text.replace(/\s+/g, ' ');
  return typeof wanted === 'string' ? flat.includes(wanted) : wanted.test(flat);
}

/** What the view before listens to: a page has one view in its life, here it has many. */
let before: EventListener[] = [];
let end: () => void = () => undefined;

/** Ends the view on the page: nothing of it listens or waits any more. */
export function closeView(): void {
  for (const listener of before) window.removeEventListener('message', listener);
  before = [];
  end();
  end = () => undefined;
}

function listenAnew(): void {
  closeView();
  window.addEventListener = (type: string, listener: EventListenerOrEventListenerObject | null): void => {
    if (type === 'message' && typeof listener === 'function') before.push(listener);
    EventTarget.prototype.addEventListener.call(window, type, listener);
  };
}

/** Opens a scene in its view, as `main.ts` does. */
export async function openView(scene: Scene): Promise<OpenView> {
  const view = new OpenView(scene);
  listenAnew();
  const { registerSuggestField } = await import('../../../webview/suggest');
  registerSuggestField();
  switch (scene.view) {
    case 'trace': {
      const panel = (await import('../../../webview/trace/start')).startTrace(view.root, view.api);
      view.panel = panel;
      end = () => panel.hideStrip();
      break;
    }
    case 'dataset':
      (await import('../../../webview/dataset/start')).startDataset(view.root, view.api);
      break;
    case 'import':
      (await import('../../../webview/import/start')).startImport(view.root, view.api);
  }
  return view;
}

/** Opens a scene by its name, and waits for what it shows: of a conversation, the answer under review. */
export async function openScene(name: string, shows = '.turn.under-review'): Promise<OpenView> {
  const scene = scenes[name];
  if (!scene) throw new Error(`no scene ${name}`);
  const view = await openView(scene);
  await view.see(shows);
  return view;
}
