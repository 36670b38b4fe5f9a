import type { TraceState as Kept } from '../../core/protocol/panel';
import type { OpenedTrace } from '../../core/protocol/results';
import { messageOf, type Host } from '../host';
import { t } from '../words';
import { firstState, type Draft, type Strip, type TraceState } from './state';

/** The next trace of the queue, fetched while the user reads the present one. */
export interface Ahead {
  readonly after: string;
  readonly trace: Promise<string | null>;
  readonly opened: Promise<OpenedTrace | undefined>;
}

/** How long the last act stays in reach, milliseconds. */
const stripTime = 12_000;

/** What every part of the trace panel shares: the state, the way to the host, and drawing anew. */
export class TracePanel {
  readonly state: TraceState = firstState();
  /** Drafts of answers left open, by trace, turn and kind: going away and coming back loses nothing typed. */
  readonly drafts = new Map<string, Draft>();
  ahead: Ahead | undefined;
  /** Set by whoever draws. */
  draw: () => void = () => undefined;
  announce: (text: string) => void = () => undefined;
  #drawing = false;
  #ticket = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly host: Host<'trace'>) {}

  change(next: Partial<TraceState>): void {
    Object.assign(this.state, next);
    this.redraw();
  }

  /** Draws once, after the present work. */
  redraw(): void {
    if (this.#drawing) return;
    this.#drawing = true;
    queueMicrotask(() => {
      this.#drawing = false;
      this.draw();
    });
  }

  /** A ticket for opening a trace: it is void as soon as another trace was asked for. */
  ticket(): () => boolean {
    const mine = ++this.#ticket;
    return () => mine === this.#ticket;
  }

  showStrip(strip: Omit<Strip, 'held'>): void {
    clearTimeout(this.#timer);
    this.change({ strip: { ...strip, held: false } });
    this.#letGo();
  }

  hideStrip(): void {
    clearTimeout(this.#timer);
    this.change({ strip: undefined });
  }

  /** Keeps the strip while it is being used. */
  holdStrip(held: boolean): void {
    const { strip } = this.state;
    if (!strip || strip.held === held) return;
    strip.held = held;
    clearTimeout(this.#timer);
    if (!held) this.#letGo();
  }

  #letGo(): void {
    this.#timer = setTimeout(() => {
      if (this.state.strip?.held === false) this.change({ strip: undefined });
    }, stripTime);
  }

  /** Shows a failed call; anything but a problem of the engine goes to the log too. */
  problem(error: unknown): void {
    this.host.failed(error);
    const title = messageOf(error, t('problem.unexpected'));
    this.showStrip({ kind: 'problem', title });
    this.announce(title);
  }

  /** Ids and switches for the next time; never text of a conversation. */
  keep(): void {
    const { shown, queue, side } = this.state;
    const kept: Kept = { view: 'trace', trace: shown?.trace.id ?? null, side };
    if (shown && shown.turn !== shown.trace.answer_turn) kept.turn = shown.turn;
    this.host.api.setState({ ...kept, queue });
  }
}

/** The engine's outline holds this much of each message's beginning. */
const outlineHead = 80;

/** The words a trace is called by: its question's beginning, else its first message's. */
export function titleOf(opened: { readonly outline: readonly OpenedTrace['outline'][number][] }, turn: number): string {
  const before = opened.outline.filter((item) => item.role === 'user' && (turn < 0 || item.turn < turn));
  const item = before.at(-1) ?? opened.outline.find((one) => one.role !== 'system' && one.role !== 'developer');
  const head = item?.head.trim() ?? '';
  return item !== undefined && head.length >= outlineHead - 1 && item.size > outlineHead ? `${head}…` : head;
}
