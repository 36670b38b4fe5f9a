import type { TraceState as Kept } from '../../core/protocol/panel';
import type { OpenedTrace } from '../../core/protocol/results';
import { withNames } from '../../core/redact/marker';
import type { Message } from '../../core/trace/model';
import { titleLine } from '../../core/trace/plain';
import { messageOf, type Host } from '../host';
import { kindName } from '../text/dom';
import { t } from '../words';
import { textOfMessage } from './conversation';
import { Saving } from './saving';
import { Seen } from './seen';
import { firstState, type Draft, type Shown, type Strip, type TraceState } from './state';

/** The next trace of the queue, fetched while the user reads the present one. */
export interface Ahead {
  readonly after: string;
  readonly trace: Promise<string | null>;
  readonly opened: Promise<OpenedTrace | undefined>;
  /** What came, with everything drawn that can be before it is on the screen. */
  shown?: Shown;
}

/** How long the last act stays in reach, milliseconds. */
const stripTime = 12_000;

/** What every part of the trace panel shares: the state, the way to the host, and drawing anew. */
export class TracePanel {
  readonly state: TraceState = firstState();
  /** Drafts of answers left open, by trace, turn and kind: going away and coming back loses nothing typed. */
  readonly drafts = new Map<string, Draft>();
  /** A reason that could not be saved, for the next Down. */
  unsaidReason = '';
  readonly saving = new Saving();
  readonly seen = new Seen();
  ahead: Ahead | undefined;
  /** Set by whoever draws. */
  draw: () => void = () => undefined;
  announce: (text: string) => void = () => undefined;
  #drawing = false;
  readonly #later: (() => void)[] = [];
  #ticket = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly host: Host<'trace'>) {}

  change(next: Partial<TraceState>): void {
    Object.assign(this.state, next);
    this.redraw();
    if (!this.state.busy && this.#later.length > 0) queueMicrotask(() => this.#later.splice(0).forEach((work) => work()));
  }

  /** Does this now, or when the verdict or the trace that is waited for has come: nothing goes before that. */
  whenFree(work: () => void): void {
    if (this.state.busy) this.#later.push(work);
    else work();
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
    // The way back to what failed stays until it is taken or dismissed.
    if (this.state.strip?.back) return;
    this.#timer = setTimeout(() => {
      if (this.state.strip?.held === false) this.change({ strip: undefined });
    }, stripTime);
  }

  /** Shows a failed call; anything but a problem of the engine goes to the log too. */
  problem(error: unknown, back?: () => void): void {
    this.host.failed(error);
    const title = messageOf(error, t('problem.unexpected'));
    this.showStrip({ kind: 'problem', title, back });
    this.announce(title);
  }

  /** Nothing that was written about a trace stays when it was deleted. */
  forgetDrafts(trace: string): void {
    for (const [key, draft] of this.drafts) if (draft.trace === trace) this.drafts.delete(key);
  }

  /** Ids and switches for the next time; never text of a conversation. */
  keep(): void {
    const { shown, queue, side } = this.state;
    const kept: Kept = { view: 'trace', trace: shown?.trace.id ?? null, side };
    if (shown && shown.turn !== shown.trace.answer_turn) kept.turn = shown.turn;
    this.host.api.setState({ ...kept, queue });
  }
}

/** A title is one line: more of a question would be cut off by the screen anyway. */
const longestTitle = 200;

interface Titled {
  readonly outline: readonly OpenedTrace['outline'][number][];
  message(turn: number): { readonly message: Message } | undefined;
}

/**
 * The words a trace is called by: its question's beginning, behind the one before when it says little by itself, else its
 * first message's. What is left out is said by `…`.
 */
export function titleOf(conversation: Titled, turn: number): string {
  const before = conversation.outline.filter((item) => item.role === 'user' && (turn < 0 || item.turn < turn));
  const asked = before.length > 0 ? before.slice(-2) : conversation.outline.filter(isNoInstruction).slice(0, 1);
  return titleLine(
    asked.map((item) => wordsOf(conversation, item)),
    longestTitle,
  );
}

function isNoInstruction({ role }: OpenedTrace['outline'][number]): boolean {
  return role !== 'system' && role !== 'developer';
}

function wordsOf(conversation: Titled, item: OpenedTrace['outline'][number]): string {
  const message = conversation.message(item.turn)?.message;
  const text = message === undefined ? item.head : textOfMessage(message).slice(0, longestTitle * 4);
  const words = text.replace(/\s+/g, ' ').trim();
  const points = Array.from(words);
  const whole = message === undefined ? item.size <= item.head.length : points.length <= longestTitle;
  return whole ? words : `${points.slice(0, longestTitle).join('').trimEnd()}…`;
}

/** The same where only text can stand, in announcements and tabs: what was masked is named. */
export function spokenTitle(conversation: Titled, turn: number): string {
  return withNames(titleOf(conversation, turn), kindName);
}
