import type { View } from '../../../core/protocol/panel';
import german from '../../../l10n/webview.de.json';
import { FakeEngine } from './fake-engine';
import { FakeReports } from './fake-reports';
import { scenes } from './scenes';
import { applyTheme, isThemeName, type ThemeName } from './theme';

/** Stands where VS Code and the host stand: gives the page its api, answers its calls, posts the scene's messages. */
class PageHost {
  readonly sent: unknown[] = [];
  state: unknown;

  constructor(
    readonly answer: (method: string, params: Record<string, unknown>) => unknown,
    /** Calls that stay without an answer. */
    readonly holds: readonly string[] = [],
  ) {}

  post(message: unknown): void {
    window.dispatchEvent(new MessageEvent('message', { data: structuredClone(message) }));
  }

  take(message: { type: string; id?: number; method?: string; params?: Record<string, unknown> }, ready: () => void): void {
    this.sent.push(structuredClone(message));
    if (message.type === 'ready') queueMicrotask(ready);
    if (message.type === 'call' && !this.holds.includes(message.method ?? '')) setTimeout(() => this.#reply(message), 1);
  }

  #reply({ id, method = '', params = {} }: { id?: number; method?: string; params?: Record<string, unknown> }): void {
    try {
      this.post({ type: 'result', id, ok: true, value: this.answer(method, params) });
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      if (code === undefined) throw error;
      this.post({ type: 'result', id, ok: false, problem: { code, message } });
    }
  }
}

function refuse(code: string, message: string): never {
  throw Object.assign(new Error(message), { code });
}

function begin(): void {
  const query = new URLSearchParams(location.search);
  const scene = scenes[query.get('scene') ?? 'refund'];
  if (!scene) throw new Error('no such scene');
  const theme = query.get('theme');
  applyTheme(document, isThemeName(theme) ? theme : 'dark');
  const engine = new FakeEngine(scene.traces ?? [], refuse);
  const reports = new FakeReports(refuse);
  const view: View = scene.view;
  document.body.dataset['view'] = view;
  const host = new PageHost(
    (method, params) => (view === 'trace' ? engine.call(method, params) : reports.call(method, params)),
    scene.holds,
  );
  const words = query.get('lang') === 'de' ? { locale: 'de', strings: german } : {};
  const said = (message: unknown): unknown =>
    (message as { type: string }).type === 'start' ? { ...(message as object), ...words } : message;
  const ready = (): void => scene.messages.forEach((message) => host.post(said(message)));
  Object.assign(window, {
    loopPage: host,
    useTheme: (name: ThemeName) => applyTheme(document, name),
    acquireVsCodeApi: () => ({
      postMessage: (message: { type: string }) => host.take(message, ready),
      getState: () => host.state,
      setState: (state: unknown) => {
        host.state = structuredClone(state);
      },
    }),
  });
}

begin();
