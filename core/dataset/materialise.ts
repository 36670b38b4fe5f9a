import type { LogEvent } from '../log/events';
import type { Hasher, JudgedTrace } from '../ports';
import { answerMessage, promptOf } from '../trace/plain';
import type { Message, ToolDefinition } from '../trace/model';
import { messageOf, promptHash } from './content';
import { rowContent, rowHash } from './drafts';
import type { AnswerRef, RowRef } from './row';

/** A row with its texts, as it was when the dataset was built. */
export interface TrainingRow {
  readonly ref: RowRef;
  readonly prompt: readonly Message[];
  /** Hash of prompt and tools: rows with the same one were asked the same. */
  readonly prompt_hash: string;
  readonly tools: readonly ToolDefinition[] | undefined;
  readonly chosen: Message | undefined;
  readonly rejected: Message | undefined;
}

/** Why a row of a built dataset cannot be written any more. */
export type GoneReason = 'answer_gone' | 'content_changed';

/**
 * Finds the texts of a row. Acts taken back since are still found: a built dataset is frozen. What cannot be found, or
 * no longer hashes to what was built, is said rather than guessed.
 */
export function materialise(ref: RowRef, judged: JudgedTrace, hasher: Hasher): TrainingRow | GoneReason {
  const { trace, acts } = judged;
  const prompt = promptOf(trace, ref.turn);
  const chosen = ref.chosen && answerOf(ref.chosen, ref, judged, acts);
  const rejected = ref.rejected && answerOf(ref.rejected, ref, judged, acts);
  if ((ref.chosen && !chosen) || (ref.rejected && !rejected)) return 'answer_gone';
  const prompt_hash = promptHash(hasher, trace.tools, prompt);
  const content = rowContent(prompt_hash, chosen, rejected);
  if (rowHash(content, ref, hasher) !== ref.hash) return 'content_changed';
  return { ref, prompt, prompt_hash, tools: trace.tools, chosen, rejected };
}

function answerOf(answer: AnswerRef, ref: RowRef, { trace }: JudgedTrace, acts: readonly LogEvent[]): Message | undefined {
  switch (answer.from) {
    case 'answer':
      return answerMessage(trace, ref.turn);
    case 'act': {
      const body = acts.find((event) => event.id === answer.act)?.body;
      return body?.type === 'signal' && body.answer ? messageOf(body.answer) : undefined;
    }
    case 'candidate': {
      const body = acts.find((e) => e.body.type === 'candidate' && e.body.candidate === answer.candidate)?.body;
      return body?.type === 'candidate' ? messageOf(body.answer) : undefined;
    }
  }
}
