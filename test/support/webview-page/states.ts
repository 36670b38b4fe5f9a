import type { Page } from 'playwright-core';
import type { TraceCommand } from '../../../core/protocol/panel';
import type { Shot } from './browser';

export type Step = (page: Page) => Promise<void>;

/** A screen in one of its states: how to get there, and what of it to show. */
export interface State extends Shot {
  readonly steps?: readonly Step[];
  /** The part that the picture is about, where it is not the whole. */
  readonly part?: string;
}

/** A command of the trace panel, as a key does by way of the host. */
export const command =
  (name: TraceCommand): Step =>
  (page) =>
    page.evaluate((one) => {
      window.dispatchEvent(new MessageEvent('message', { data: { type: 'command', name: one } }));
    }, name);

const fill =
  (field: string, text: string): Step =>
  (page) =>
    page.locator(field).first().fill(text);

const see =
  (selector: string): Step =>
  (page) =>
    page.locator(selector).first().waitFor();

/** By its place: words depend on the language. */
const nth =
  (selector: string, n: number): Step =>
  (page) =>
    page.locator(selector).nth(n).click();

const tab = (n: number): Step => nth('vscode-panel-tab', n);

const unhold: Step = (page) => page.mouse.move(1, 1);

/** Half of a long call is done. */
const half: Step = (page) =>
  page.evaluate(() => {
    const { sent } = (window as unknown as { loopPage: { sent: { type: string; id?: number }[] } }).loopPage;
    const id = sent.filter(({ type }) => type === 'call').at(-1)?.id;
    const data = { type: 'progress', id, done: 21_300, total: 41_800, unit: 'rows' };
    window.dispatchEvent(new MessageEvent('message', { data }));
  });

const wide = { width: 1000, height: 640 };
const small = { width: 1000, height: 560 };

/** Answer of the second scene with a call that its tool would not take. */
const call: readonly Step[] = [
  command('fix'),
  fill('.call-editor textarea', '{\n  "order_id": 20990,\n  "reason": "late",\n  "by": "me"\n}'),
];

/** Every state of the screens, by the name of its picture. */
export const states: Readonly<Record<string, State>> = {
  loading: { scene: 'loading', theme: 'dark' },
  empty: { scene: 'queue_empty', theme: 'light' },
  error: { scene: 'failed', theme: 'dark' },
  deleted: { scene: 'missing', theme: 'light' },
  'trace-light': { scene: 'refund', theme: 'light' },
  'trace-dark': { scene: 'refund', theme: 'dark' },
  'trace-high-contrast': { scene: 'refund', theme: 'hc-dark' },
  'trace-high-contrast-light': { scene: 'refund', theme: 'hc-light' },
  'trace-narrow': { scene: 'refund', theme: 'light', width: 400 },
  'trace-german': { scene: 'refund', theme: 'dark', lang: 'de', ...wide },
  tools: { scene: 'tools', theme: 'light', ...wide },
  'fix-light': {
    scene: 'tools',
    theme: 'light',
    ...wide,
    steps: [command('fix'), fill('#draft-text', 'Your order is cancelled. The money is back within 5 working days.')],
  },
  'fix-call': { scene: 'calls', theme: 'dark', ...wide, steps: call },
  'gold-dark': { scene: 'compare', theme: 'dark', ...wide, steps: [command('gold'), nth('.starts .segment', 1)] },
  'candidate-new': { scene: 'tools', theme: 'dark', ...wide, steps: [command('candidate'), see('#draft-text')] },
  note: {
    scene: 'refund',
    theme: 'light',
    ...wide,
    steps: [command('note'), fill('#draft-text', 'Ask legal about the window.')],
  },
  'note-passage': { scene: 'noted', theme: 'dark', ...wide },
  'reason-strip': { scene: 'refund', theme: 'light', ...wide, steps: [command('down'), see('.reasons')] },
  'reason-given': {
    scene: 'refund',
    theme: 'dark',
    ...wide,
    steps: [command('down'), see('.reasons'), command('choice_2'), see('.strip-reason')],
  },
  undone: { scene: 'refund', theme: 'dark', ...wide, steps: [command('up'), see('.strip'), command('undo'), unhold] },
  search: {
    scene: 'refund',
    theme: 'light',
    ...wide,
    steps: [command('search'), fill('#search', 'keep'), (page) => page.locator('#search').press('Enter')],
  },
  'search-none': { scene: 'refund', theme: 'dark', ...small, steps: [command('search'), fill('#search', 'no such word')] },
  blind: { scene: 'blind', theme: 'light', ...wide },
  'blind-after': { scene: 'blind', theme: 'dark', ...wide, steps: [command('up'), see('.strip'), command('previous_trace')] },
  candidates: {
    scene: 'scored',
    theme: 'light',
    width: 1000,
    height: 900,
    steps: [(page) => page.locator('.candidates').scrollIntoViewIfNeeded()],
    part: '.side',
  },
  'compare-dark': { scene: 'compare', theme: 'dark', width: 1300, height: 820, steps: [command('compare')] },
  label: {
    scene: 'refund',
    theme: 'dark',
    ...small,
    steps: [command('label'), (page) => page.locator('#add-label input').pressSequentially('sh')],
  },
  'no-answer': { scene: 'reference', theme: 'light', ...small },
  'empty-answer': { scene: 'empty_answer', theme: 'dark', ...small },
  'keys-light': { scene: 'refund', theme: 'light', width: 1100, height: 820, steps: [command('help')] },
  'hostile-light': { scene: 'hostile', theme: 'light' },
  'dataset-loading': { scene: 'dataset_loading', theme: 'light' },
  'dataset-fine': { scene: 'dataset_fine', theme: 'light', ...wide },
  'dataset-high-contrast': { scene: 'dataset', theme: 'hc-dark' },
  'dataset-narrow': { scene: 'dataset', theme: 'dark', width: 400 },
  'dataset-error': { scene: 'dataset_missing', theme: 'light' },
  'dataset-samples': { scene: 'dataset', theme: 'light', ...wide, steps: [tab(1), see('.sample')] },
  'dataset-table': {
    scene: 'dataset',
    theme: 'dark',
    ...small,
    steps: [tab(1), nth('.samples-bar .starts:nth-of-type(2) .segment', 1), nth('.column-head', 2), see('[aria-sort=ascending]')],
  },
  'dataset-pipeline': { scene: 'dataset', theme: 'dark', ...wide, steps: [tab(2), see('.pipeline')] },
  'dataset-repository': {
    scene: 'dataset',
    theme: 'light',
    ...wide,
    steps: [tab(3), nth('.plain-table td:last-child .link-button', 0)],
  },
  'import-loading': { scene: 'import_loading', theme: 'dark' },
  'import-preview': { scene: 'import', theme: 'light', width: 1000, height: 820 },
  'import-columns': { scene: 'import_columns', theme: 'dark', width: 1000, height: 820 },
  'import-running': {
    scene: 'import_running',
    theme: 'light',
    ...wide,
    steps: [nth('.import-bar vscode-button', 0), see('.progress'), half],
  },
  'import-done': {
    scene: 'import',
    theme: 'dark',
    width: 1000,
    height: 820,
    steps: [nth('.import-bar vscode-button', 0), see('h1 .codicon-pass-filled')],
  },
  'import-narrow': { scene: 'import', theme: 'light', width: 400 },
  'import-error': { scene: 'import_failed', theme: 'dark' },
};
