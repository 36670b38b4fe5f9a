import type { Message, Part, ToolCall, Trace } from './model';

type Conversation = Pick<Trace, 'messages' | 'answer_turn'>;

/** The text of a message; media become placeholders such as `[image photo.png]`. */
export function plainText(content: Message['content']): string {
  if (typeof content === 'string') return content;
  return content.map(partText).join('\n');
}

function partText(part: Part): string {
  if (part.type === 'text') return part.text;
  return part.name === undefined ? `[${part.type}]` : `[${part.type} ${part.name}]`;
}

/** Index of the last assistant message, -1 when there is none. */
export function lastAssistantTurn(messages: readonly Message[]): number {
  return messages.findLastIndex((m) => m.role === 'assistant');
}

/** The message under review, or the assistant message at `turn`; undefined when there is none. */
export function answerMessage(trace: Conversation, turn: number = trace.answer_turn): Message | undefined {
  const message = trace.messages[turn];
  return message?.role === 'assistant' ? message : undefined;
}

/** The text of the answer under review; empty when there is none. */
export function answerText(trace: Conversation, turn: number = trace.answer_turn): string {
  const message = answerMessage(trace, turn);
  return message ? plainText(message.content) : '';
}

export function answerCalls(trace: Conversation, turn: number = trace.answer_turn): readonly ToolCall[] {
  return answerMessage(trace, turn)?.tool_calls ?? [];
}

/** Whether the answer says nothing: no text but white space, no media and no tool call. */
export function isEmptyAnswer(message: Pick<Message, 'content' | 'tool_calls'>): boolean {
  return plainText(message.content).trim() === '' && (message.tool_calls?.length ?? 0) === 0;
}

/** What the answer at `turn` was given to: every message before it; all of them when there is no answer. */
export function promptOf(trace: Conversation, turn: number = trace.answer_turn): readonly Message[] {
  return turn < 0 ? trace.messages : trace.messages.slice(0, turn);
}

const previewLength = 200;

/**
 * One line for lists: the last user turn before the answer, white space collapsed, at most 200 code points. One that says
 * little by itself ("yes please") stands behind the one before it.
 */
export function previewText(trace: Conversation): string {
  const end = trace.answer_turn < 0 ? trace.messages.length : trace.answer_turn;
  const asked: string[] = [];
  for (let i = end - 1; i >= 0 && asked.length < 2; i--) {
    const message = trace.messages[i];
    if (message?.role !== 'user') continue;
    asked.unshift(oneLine(plainText(message.content), previewLength));
    if (!saysLittle(asked[0] ?? '')) break;
  }
  return titleLine(asked, previewLength);
}

/** Shorter than any question that can be told from others, in UTF-16 units. */
const little = 16;

/** Whether a message is an answer rather than a question of its own. */
function saysLittle(line: string): boolean {
  return line.length < little;
}

/** Messages, the last of them the question, as one line of at most `max` code points: the last is there whole. */
export function titleLine(asked: readonly string[], max: number): string {
  const [last = '', before = ''] = [asked.at(-1), asked.at(-2)];
  if (before === '' || !saysLittle(last)) return last;
  if (last === '') return before;
  const begin = oneLine(before, max - little - 3);
  return begin.endsWith('…') ? `${begin} ${last}` : `${begin} … ${last}`;
}

/** The beginning of a text as one line of at most `max` code points, the last being `…` when something was cut. */
export function oneLine(text: string, max: number): string {
  // A little more than fits is nearly always enough; surrogate pairs and long runs of white space ask for more.
  for (let look = max + 24; ; look *= 8) {
    const whole = text.length <= look;
    const flat = (whole ? text : text.slice(0, look)).replace(blanks, ' ').trim();
    if (whole && flat.length <= max) return flat;
    const cut = unitsOf(flat, max - 1);
    // What was cut off may have been the one code point that still fits.
    if (whole && unitsOf(flat, max) >= flat.length) return flat;
    if (cut < flat.length) return `${flat.slice(0, cut)}…`;
  }
}

// A single space stays as it is, which is nearly all of them.
const blanks = /\s{2,}|[^\S ]/g;

/** How many UTF-16 units the first `points` code points take. */
function unitsOf(text: string, points: number): number {
  let at = 0;
  for (let i = 0; i < points && at < text.length; i++) {
    const unit = text.charCodeAt(at);
    const pair = unit >= 0xd800 && unit < 0xdc00 && at + 1 < text.length;
    at += pair && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00 ? 2 : 1;
  }
  return at;
}
