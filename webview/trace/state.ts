import type { Queue, TraceSettings } from '../../core/protocol/panel';
import type { OpenedTrace, SignalView, TraceFacts } from '../../core/protocol/results';
import type { Answer } from '../../core/log/events';
import type { Conversation } from './conversation';

/** The trace on the screen. */
export interface Shown {
  readonly trace: OpenedTrace['trace'];
  readonly conversation: Conversation;
  facts: TraceFacts;
  queue: OpenedTrace['queue'];
  /** The answer under review: a turn of the assistant, or -1 when there is only a question. */
  turn: number;
  /** The message the keyboard is at. */
  current: number;
}

export interface CallDraft {
  readonly id: string;
  name: string;
  arguments: string;
  /** What the draft began with: unchanged arguments keep the bytes they were recorded with. */
  readonly began: { readonly shown: string; readonly raw: string };
}

/** Where a gold or another answer begins. A candidate is named by its id. */
export type Start = 'answer' | 'correction' | 'empty' | { readonly candidate: string };

/** A correction, a gold or another answer being written. Kept in memory only. */
export interface AnswerDraft {
  readonly kind: 'fix' | 'gold' | 'candidate';
  readonly trace: string;
  readonly turn: number;
  /** The recorded answer, which the draft is compared with. */
  readonly original: Answer;
  start: Start;
  /** What the text began with. */
  begun: Answer;
  text: string;
  calls: CallDraft[];
  problem?: string | undefined;
}

/** Words of a message that were selected, and where they stand in its plain text. */
export interface Passage {
  readonly turn: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface NoteDraft {
  readonly kind: 'note';
  readonly trace: string;
  readonly turn: number;
  /** The words it is about; absent: the whole message. */
  passage?: Passage | undefined;
  text: string;
  problem?: string | undefined;
}

export type Draft = AnswerDraft | NoteDraft;

/** The last act, in reach for some seconds. */
export interface Strip {
  readonly kind:
    'up' | 'down' | 'correction' | 'gold' | 'skip' | 'note' | 'pick' | 'candidate' | 'undone' | 'redone' | 'gone' | 'problem';
  /** What it was about, or the problem's sentence. */
  readonly title: string;
  readonly act?: string | undefined;
  /** The store has not answered yet: the act's id when it has. */
  readonly saving?: Promise<string> | undefined;
  /** Why the store did not take it, said here because something is being written, and nobody is led away from that. */
  readonly refused?: string | undefined;
  /** The trace an act was about that failed, to go back to. */
  readonly back?: (() => void) | undefined;
  /** What was taken back or restored, when it was a signal. */
  readonly what?: SignalView['kind'];
  reason?: string | undefined;
  /** A reason is being typed or the pointer rests on it: it stays. */
  held: boolean;
}

export interface Match {
  readonly turn: number;
  /** Which of the matches within that message. */
  readonly n: number;
}

export interface Search {
  text: string;
  matches: readonly Match[];
  at: number;
  /** Messages still to be read before the count is the whole one. */
  unread: number;
}

export type Phase =
  | { readonly is: 'loading' }
  | { readonly is: 'empty' }
  /** The trace asked for was deleted. */
  | { readonly is: 'gone' }
  | { readonly is: 'failed'; readonly message: string; readonly trace: string }
  | { readonly is: 'open' };

export interface TraceState {
  settings: TraceSettings;
  queue: Queue;
  phase: Phase;
  shown: Shown | undefined;
  /** A trace is being fetched, or an act written that stays here: keys wait. */
  busy: boolean;
  draft: Draft | undefined;
  strip: Strip | undefined;
  search: Search | undefined;
  /** The side column is open. */
  side: boolean;
  /** Other answers stand beside the recorded one, where there are any. */
  compare: boolean;
  /** Words selected now, which a note would be about. */
  passage: Passage | undefined;
  help: boolean;
  /** Which field for a new tag is open. */
  adding: 'label' | 'attribute' | undefined;
  /** Recent reasons for a Down, newest first. */
  reasons: readonly string[];
  labels: readonly string[];
  attributes: Readonly<Record<string, readonly string[]>>;
}

export function firstState(): TraceState {
  return {
    settings: { auto_advance: true, blind: false, reviewer: '', mac: false },
    queue: {},
    phase: { is: 'loading' },
    shown: undefined,
    busy: false,
    draft: undefined,
    strip: undefined,
    search: undefined,
    side: true,
    compare: false,
    passage: undefined,
    help: false,
    adding: undefined,
    reasons: [],
    labels: [],
    attributes: {},
  };
}
