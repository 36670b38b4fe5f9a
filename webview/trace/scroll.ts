import { bring } from '../bring';
import type { TracePanel } from './panel';
import { load } from './loading';
import type { Block } from './conversation';
import type { Shown } from './state';

/** Blocks this near the visible part are drawn, so that scrolling meets text and not gaps. */
const margin = 1500;
/** Longer conversations give drawn blocks back when they are far away. */
const longConversation = 300;

/** Keeps the blocks near the visible part drawn and their messages read. */
export class Nearby {
  readonly #observer: IntersectionObserver | undefined;
  #watched: Shown | undefined;

  constructor(
    readonly panel: TracePanel,
    readonly root: HTMLElement,
  ) {
    if (typeof IntersectionObserver === 'undefined') return;
    const options = { root, rootMargin: `${String(margin)}px 0px` };
    this.#observer = new IntersectionObserver((entries) => this.#seen(entries), options);
  }

  /** Watches the blocks of the trace on the screen; once per trace. */
  watch(shown: Shown): void {
    if (this.#watched === shown) return;
    this.#watched = shown;
    this.#observer?.disconnect();
    for (const element of this.root.querySelectorAll('.block')) this.#observer?.observe(element);
  }

  #seen(entries: readonly IntersectionObserverEntry[]): void {
    const { shown } = this.panel.state;
    if (!shown || shown !== this.#watched) return;
    for (const entry of entries) {
      const index = Number(entry.target.getAttribute('data-block'));
      const block = shown.conversation.blocks[index];
      if (!block) continue;
      if (entry.isIntersecting) approach(this.panel, shown, block);
      else this.#leave(shown, block, entry.target);
    }
    this.panel.redraw();
  }

  /** A drawn block far away becomes an empty one of its own height. */
  #leave(shown: Shown, block: Block, element: Element): void {
    if (!block.near || shown.conversation.length < longConversation) return;
    if (element.contains(document.activeElement) || this.panel.state.draft?.turn === shown.turn) return;
    block.height = Math.round(element.getBoundingClientRect().height);
    block.near = false;
  }
}

function approach(panel: TracePanel, shown: Shown, block: Block): void {
  block.near = true;
  if (shown.conversation.missing(block.from, block.to)) {
    load(panel, shown, block.from, block.to).catch((error: unknown) => panel.problem(error));
  }
}

/** The block of a message and its neighbours. */
export function nearBlocks({ conversation }: Shown, turn: number): readonly Block[] {
  const block = conversation.blockOf(Math.max(0, turn));
  return block ? conversation.blocks.slice(Math.max(0, block.index - 1), block.index + 2) : [];
}

/** Draws the block of a message and its neighbours now, wherever they are. */
export function bringNear(panel: TracePanel, shown: Shown, turn: number): void {
  for (const block of nearBlocks(shown, turn)) approach(panel, shown, block);
}

function elementOf(turn: number): HTMLElement | null {
  return document.getElementById(`turn-${String(turn)}`);
}

function reserveOf(root: HTMLElement): number {
  const turns = root.querySelector('.turns');
  return turns ? parseFloat(getComputedStyle(turns).paddingBlockEnd) || 0 : 0;
}

/**
 * Shows the answer when a trace opens: from the question when both fit, else from the answer's beginning. A short
 * conversation is simply at its start.
 */
export function showAnswer(panel: TracePanel, root: HTMLElement): void {
  const { shown } = panel.state;
  if (!shown) return;
  root.scrollTop = 0;
  const answer = shown.turn < 0 ? root.querySelector<HTMLElement>('.turn.under-review') : elementOf(shown.turn);
  const { top, height } = root.getBoundingClientRect();
  // The strip may cover the lower end: as much room as the style sheet leaves under the last message.
  const usable = height - reserveOf(root);
  if (!answer || answer.getBoundingClientRect().bottom - top <= usable) return;
  const asked = shown.conversation.questionOf(shown.turn);
  const question = asked === undefined ? null : elementOf(asked);
  const from = question?.getBoundingClientRect().top ?? 0;
  const fits = question !== null && answer.getBoundingClientRect().bottom - from <= usable;
  const first = fits ? question : answer;
  root.scrollTop += first.getBoundingClientRect().top - top - 8;
}

/** Of the height, for the question and the tool results over an editor. Its buttons stay at the lower edge. */
const evidence = 0.35;

/** Brings an editor that just opened into view: no further than its end needs, so that what it is about stays in sight. */
export function showEditor(): void {
  queueMicrotask(() => {
    const editor = document.querySelector('.editor');
    if (editor) bring(editor, 'nearest', evidence);
  });
}

/** Moves the keyboard to a message: `step` 1 or -1, results drawn inside their calls are passed over. */
export function step(panel: TracePanel, by: 1 | -1): void {
  const { shown } = panel.state;
  if (!shown) return;
  let turn = shown.current + by;
  while (turn >= 0 && turn < shown.conversation.length && shown.conversation.callerOf(turn) !== undefined) turn += by;
  if (turn < 0 || turn >= shown.conversation.length) return;
  goTo(panel, turn);
}

export function goTo(panel: TracePanel, turn: number): void {
  const { shown } = panel.state;
  if (!shown) return;
  const { conversation } = shown;
  conversation.touch(shown.current);
  shown.current = turn;
  conversation.touch(turn);
  bringNear(panel, shown, turn);
  panel.redraw();
  // After the drawing that was just asked for, and again when the heights around it are real.
  queueMicrotask(() => focusOn(turn));
  if (conversation.length > 40) requestAnimationFrame(() => bringTurn(turn));
}

function focusOn(turn: number): void {
  elementOf(turn)?.focus({ preventScroll: true });
  bringTurn(turn);
}

function bringTurn(turn: number): void {
  const element = elementOf(turn);
  const root = element?.closest('.talk')?.getBoundingClientRect();
  if (!element || !root) return;
  const { top, bottom } = element.getBoundingClientRect();
  if (top < root.top || bottom > root.bottom) bring(element, 'start');
}
