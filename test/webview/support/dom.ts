import { Window } from 'happy-dom';
import { after, before } from 'mocha';

/** The names the screens use of a browser's page. */
const names = [
  ...['window', 'document', 'customElements', 'location', 'navigator'],
  ...['Node', 'Text', 'Comment', 'Element', 'HTMLElement', 'SVGElement', 'DocumentFragment', 'ShadowRoot', 'Range', 'Document'],
  ...['HTMLInputElement', 'HTMLTextAreaElement', 'HTMLDialogElement', 'HTMLTemplateElement', 'HTMLFormElement', 'HTMLCollection'],
  ...['NodeFilter', 'NodeList', 'NamedNodeMap', 'TreeWalker', 'DOMParser', 'MutationObserver', 'CSSStyleSheet'],
  ...['Event', 'CustomEvent', 'MessageEvent', 'KeyboardEvent', 'MouseEvent', 'FocusEvent', 'InputEvent', 'EventTarget'],
  ...['requestAnimationFrame', 'cancelAnimationFrame', 'getComputedStyle'],
] as const;

/** One page for all files: modules keep the document they were loaded with. */
let page: Window | undefined;

function install(): Map<string, PropertyDescriptor | undefined> {
  page ??= new Window({ url: 'https://panel.test/', width: 1200, height: 800 });
  const saved = new Map<string, PropertyDescriptor | undefined>();
  for (const name of names) {
    saved.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
    const value: unknown = name === 'window' ? page : Reflect.get(page, name);
    const bound = typeof value === 'function' && /^[a-z]/.test(name) ? (value.bind(page) as unknown) : value;
    Object.defineProperty(globalThis, name, { value: bound, configurable: true, writable: true });
  }
  saved.set('setTimeout', Object.getOwnPropertyDescriptor(globalThis, 'setTimeout'));
  Object.defineProperty(globalThis, 'setTimeout', { value: putOff, configurable: true, writable: true });
  return saved;
}

/** What the screens have put off. */
const waiting = new Set<NodeJS.Timeout>();

/** Timers as ever, but nothing that was put off on the page happens after it is gone: there it would fail another test. */
function putOff(work: (...args: unknown[]) => void, ms?: number, ...args: unknown[]): NodeJS.Timeout {
  const timer = setTimer(() => {
    waiting.delete(timer);
    work(...args);
  }, ms);
  waiting.add(timer);
  return timer;
}
const setTimer = globalThis.setTimeout;

/** Gives the tests of a describe a page; afterwards Node is as it was. Load the screens' modules inside hooks or tests. */
export function useDom(): void {
  let saved = new Map<string, PropertyDescriptor | undefined>();
  before(() => {
    saved = install();
  });
  after(async () => {
    for (const timer of waiting) clearTimeout(timer);
    waiting.clear();
    // Answers that are on their way come first.
    await new Promise((resolve) => setImmediate(resolve));
    for (const [name, descriptor] of saved) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  });
}
