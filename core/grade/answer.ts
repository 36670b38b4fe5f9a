import type { ToolCall } from '../trace/model';

/** An answer as rules look at it. */
export interface AnswerView {
  /** NFC; spaces that do not break are plain ones. */
  readonly text: string;
  /** The same in lower case. */
  readonly folded: string;
  /** As it was written: numbers may be grouped by spaces that do not break. */
  readonly raw: string;
  /** Every call made for this answer, in order. */
  readonly calls: readonly ToolCall[];
  /** The text of the gold answer; absent when there is none, or when it consists of tool calls only. */
  readonly gold: string | undefined;
}

export function answerView(given: {
  readonly text: string;
  readonly calls?: readonly ToolCall[] | undefined;
  readonly gold?: string | undefined;
}): AnswerView {
  return new View(given.text, given.calls ?? [], given.gold);
}

class View implements AnswerView {
  private normal: string | undefined;
  private lower: string | undefined;

  constructor(
    readonly raw: string,
    readonly calls: readonly ToolCall[],
    readonly gold: string | undefined,
  ) {}

  get text(): string {
    return (this.normal ??= normalText(this.raw));
  }

  get folded(): string {
    return (this.lower ??= foldCase(this.text));
  }
}

/** How texts are compared: NFC, and spaces that do not break are spaces. */
export function normalText(text: string): string {
  return text.normalize('NFC').replace(/[\u00a0\u2007\u202f]/g, ' ');
}

export function foldCase(text: string): string {
  return text.toLowerCase();
}
