import type { OpenedTrace } from '../../core/protocol/results';
import type { Message, Part } from '../../core/trace/model';

type OutlineItem = OpenedTrace['outline'][number];
type WindowItem = OpenedTrace['window'][number];

/** A message that is here, perhaps only its beginning. */
export interface Loaded {
  readonly turn: number;
  readonly message: Message;
  /** Full length of the text in UTF-16 units when only the first part came. */
  readonly cut: number | undefined;
}

/** Neighbouring messages that are drawn together or stand empty together. `to` is exclusive. */
export interface Block {
  readonly index: number;
  readonly from: number;
  readonly to: number;
  /** Pixels, from the outline until it was measured. */
  height: number;
  near: boolean;
  version: number;
}

const blockTurns = 16;
const blockSize = 64_000;

/** The words of a message without its other parts. */
export function textOfMessage(message: Message): string {
  if (typeof message.content === 'string') return message.content;
  return message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

export function partsOf(message: Message): readonly Part[] {
  return typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
}

/** A guess at the drawn height: folded kinds are short, long outputs are folded at 40 lines. */
export function guessedHeight(item: OutlineItem): number {
  if (item.role === 'system' || item.role === 'developer') return 44;
  const lines = Math.ceil(item.size / 90) + (item.tools?.length ?? 0) * 5;
  return 56 + Math.min(lines, item.role === 'tool' ? 42 : 300) * 20;
}

function blocksOf(outline: readonly OutlineItem[]): Block[] {
  const blocks: Block[] = [];
  let from = 0;
  let size = 0;
  let height = 0;
  outline.forEach((item, index) => {
    const full = index - from >= blockTurns || size > blockSize;
    // Results stay with the calls they answer, unless a run of them is very long.
    if (index > from && full && (item.role !== 'tool' || index - from >= blockTurns * 8)) {
      blocks.push({ index: blocks.length, from, to: index, height, near: false, version: 0 });
      [from, size, height] = [index, 0, 0];
    }
    size += item.size;
    height += guessedHeight(item);
  });
  if (outline.length > from) blocks.push({ index: blocks.length, from, to: outline.length, height, near: false, version: 0 });
  return blocks;
}

/** The messages of one trace: which are here, and which tool result answers which call. */
export class Conversation {
  readonly outline: readonly OutlineItem[];
  readonly blocks: readonly Block[];
  readonly #loaded = new Map<number, Loaded>();

  constructor(opened: Pick<OpenedTrace, 'outline' | 'window'>) {
    this.outline = opened.outline;
    this.blocks = blocksOf(opened.outline);
    this.take(opened.window);
  }

  get length(): number {
    return this.outline.length;
  }

  /** Keeps what came; answers how many of them are new. */
  take(items: readonly WindowItem[]): number {
    let fresh = 0;
    for (const { turn, message, cut } of items) {
      if (this.#loaded.has(turn)) continue;
      this.#loaded.set(turn, { turn, message, cut });
      this.touch(turn);
      fresh += 1;
    }
    return fresh;
  }

  message(turn: number): Loaded | undefined {
    return this.#loaded.get(turn);
  }

  get loadedCount(): number {
    return this.#loaded.size;
  }

  /** The first run of messages in [from, to) that are not here yet. */
  missing(from: number, to: number): { from: number; to: number } | undefined {
    let start = from;
    while (start < to && this.#loaded.has(start)) start += 1;
    if (start >= to) return undefined;
    let end = start + 1;
    while (end < to && !this.#loaded.has(end)) end += 1;
    return { from: start, to: end };
  }

  blockOf(turn: number): Block | undefined {
    return this.blocks.find((block) => turn >= block.from && turn < block.to);
  }

  /** Marks the block of a message as changed, so that it is drawn anew. */
  touch(turn: number): void {
    const block = this.blockOf(turn);
    if (block) block.version += 1;
  }

  touchAll(): void {
    for (const block of this.blocks) block.version += 1;
  }

  /** Turn of the result for each tool call of an assistant message; results follow their calls directly. */
  results(turn: number): Map<string, number> {
    const found = new Map<string, number>();
    const calls = this.#loaded.get(turn)?.message.tool_calls ?? [];
    for (let at = turn + 1; at < this.length && this.outline[at]?.role === 'tool'; at++) {
      const id = this.#loaded.get(at)?.message.tool_call_id;
      const call = id === undefined ? calls[at - turn - 1] : calls.find((one) => one.id === id);
      if (call && !found.has(call.id)) found.set(call.id, at);
    }
    return found;
  }

  /** The assistant message whose card shows this tool result, if one does. */
  callerOf(turn: number): number | undefined {
    if (this.outline[turn]?.role !== 'tool') return undefined;
    let at = turn - 1;
    while (at >= 0 && this.outline[at]?.role === 'tool') at -= 1;
    if (this.outline[at]?.role !== 'assistant') return undefined;
    return [...this.results(at).values()].includes(turn) ? at : undefined;
  }

  isAnswer(turn: number): boolean {
    return this.outline[turn]?.role === 'assistant';
  }

  /** The last user message before an answer: what was asked. */
  questionOf(turn: number): number | undefined {
    for (let at = turn - 1; at >= 0; at--) if (this.outline[at]?.role === 'user') return at;
    return undefined;
  }
}
