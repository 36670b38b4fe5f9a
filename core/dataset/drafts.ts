import type { Hasher } from '../ports';
import { isEmptyAnswer } from '../trace/plain';
import type { Message, ToolCall } from '../trace/model';
import { canonicalMessage, promptHash } from './content';
import type { AnswerChoice, Item } from './item';
import { datasetMethods } from './methods';
import { saysTheSame } from './methods/dpo';
import type { MethodContext, RowDraft, ScoreDecision } from './methods/method';
import type { LeftOutCode } from './report-schema';

/** A draft that passed every check but the one for rows seen before. */
export interface CheckedRow {
  readonly draft: RowDraft;
  /** Hash of prompt and answers without the label: two rows that agree in it say the same. */
  readonly content: string;
  /** Hash of the whole row. */
  readonly hash: string;
}

/** What became of one item. */
export interface ItemResult {
  readonly item: Item;
  readonly prompt: string;
  readonly rows: readonly CheckedRow[];
  /** Codes of rows that were there and were lost. */
  readonly lost: readonly LeftOutCode[];
  /** Why there was no row to begin with. */
  readonly missing: LeftOutCode | undefined;
  readonly decision: ScoreDecision | undefined;
}

/** Makes the rows of an item; codes are tried in the order of LOOP §9. */
export function resultOf(item: Item, context: MethodContext, hasher: Hasher): ItemResult {
  const none = { item, prompt: '', rows: [], missing: undefined, decision: undefined };
  if (item.settled.polarity === 'disputed') return { ...none, lost: ['disputed'] };
  if (!hasQuestion(item)) return { ...none, lost: ['no_prompt'] };
  const method = datasetMethods[context.recipe.method];
  const outcome = method.rows(item, context);
  const lost = outcome.rows.flatMap((row) => faultOf(row) ?? []);
  const sound = outcome.rows.filter((row) => faultOf(row) === undefined);
  const fault = method.uses_answer && item.recorded ? answerFault(item.recorded) : undefined;
  const prompt = sound.length > 0 ? promptHash(hasher, item.trace.tools, item.prompt) : '';
  return {
    item,
    prompt,
    rows: sound.map((draft) => checkedRow(draft, prompt, hasher)),
    lost,
    missing: outcome.rows.length === 0 ? (fault ?? outcome.code) : undefined,
    decision: outcome.decision,
  };
}

/** A prompt needs words or media from a user; a system prompt alone asks nothing. */
function hasQuestion(item: Item): boolean {
  if (item.trace.flags.prompt_missing) return false;
  return item.prompt.some((m) => m.role === 'user' && !isEmptyAnswer({ content: m.content }));
}

function faultOf(row: RowDraft): LeftOutCode | undefined {
  const answers = [row.chosen, row.rejected].filter((a) => a !== undefined);
  for (const code of ['empty_answer', 'invalid_tool_calls'] as const) {
    if (answers.some((answer) => answerFault(answer) === code)) return code;
  }
  return row.chosen && row.rejected && saysTheSame(row.chosen, row.rejected) ? 'chosen_equals_rejected' : undefined;
}

function answerFault({ message }: AnswerChoice): 'empty_answer' | 'invalid_tool_calls' | undefined {
  if (isEmptyAnswer(message)) return 'empty_answer';
  return message.tool_calls?.every(isCall) === false ? 'invalid_tool_calls' : undefined;
}

/** A name and a JSON object as arguments; blank arguments are what some models send for none. */
function isCall(call: ToolCall): boolean {
  if (call.name.trim() === '') return false;
  if (call.arguments.trim() === '') return true;
  try {
    const value: unknown = JSON.parse(call.arguments);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function checkedRow(draft: RowDraft, prompt: string, hasher: Hasher): CheckedRow {
  const text = rowContent(prompt, draft.chosen?.message, draft.rejected?.message);
  const hash = rowHash(text, draft, hasher);
  const labelled = draft.desirable !== undefined || draft.reward !== undefined;
  return { draft, content: labelled ? rowHash(text, {}, hasher) : hash, hash };
}

/** What a row says, as text for hashing. Lengths keep answers from running into one another. */
export function rowContent(prompt: string, chosen: Message | undefined, rejected: Message | undefined): string {
  return `${prompt}\n${sized(chosen)}\n${sized(rejected)}`;
}

function sized(message: Message | undefined): string {
  if (!message) return '-';
  const text = canonicalMessage(message);
  return `${text.length}:${text}`;
}

export function rowHash(
  content: string,
  row: { [K in 'desirable' | 'reward']?: RowDraft[K] | undefined },
  hasher: Hasher,
): string {
  return hasher.sha256(`${content}\n${row.desirable ?? ''}\n${row.reward ?? ''}`);
}
