import type { Method } from '../../dataset/recipe';
import type { TrainingRow } from '../../dataset/materialise';
import { factsOf } from '../../feedback/facts';
import type { JudgedTrace } from '../../ports';
import type { Message } from '../../trace/model';
import { stringText } from '../json-line';
import { Refusal, type Tally } from '../tally';
import { columnText, promptFault, promptText, type ColumnText } from './messages';
import { withOneSystem } from '../conversation';
import { referenceText, rewardSpec } from './reward';
import type { FrozenRewards } from '../target';

/** A row by columns: messages, and scalars as JSON text. */
export interface RowText {
  readonly columns: Readonly<Record<string, ColumnText>>;
  readonly scalars: Readonly<Record<string, string>>;
}

export interface RowContext {
  readonly notes: Tally;
  readonly shape: 'completion' | 'messages';
  readonly rewards: FrozenRewards | undefined;
}

type RowMaker = (row: TrainingRow, judged: JudgedTrace, context: RowContext) => RowText | Refusal;

/** How TRL wants the rows of each method (conversational formats). */
export const trlRows: Readonly<Record<Method, RowMaker>> = {
  sft: (row, judged, context) =>
    context.shape === 'messages' ? wholeConversation(row, judged, context) : completion(row, context),
  dpo: pair,
  kto: (row, _, context) => labelled(row, context),
  grpo: (row, judged, context) => rewarded(row, judged, context),
};

/** One prompt and one assistant message: only the reviewed answer is trained (R11). */
function completion(row: TrainingRow, { notes }: RowContext): RowText | Refusal {
  return withColumns({ prompt: promptText(row.prompt, notes), completion: answerText(row.chosen, notes) });
}

/** All assistant messages of a conversation are trained, so each of them must have been found right. */
function wholeConversation(row: TrainingRow, judged: JudgedTrace, { notes }: RowContext): RowText | Refusal {
  const fault = row.chosen ? promptFault(row.prompt) : new Refusal('empty_completion');
  if (fault || !row.chosen) return fault ?? new Refusal('empty_completion');
  const { by_turn } = factsOf(judged.trace, judged.acts).standing;
  const isUnapproved = (m: Message, turn: number) => m.role === 'assistant' && by_turn.get(turn)?.polarity !== '+';
  if (row.prompt.some(isUnapproved)) return new Refusal('unapproved_assistant_turn');
  return withColumns({ messages: columnText(withOneSystem([...row.prompt, row.chosen], notes), notes) });
}

function pair(row: TrainingRow, _: JudgedTrace, { notes }: RowContext): RowText | Refusal {
  const chosen = answerText(row.chosen, notes);
  const rejected = answerText(row.rejected, notes);
  const same = !(chosen instanceof Refusal) && !(rejected instanceof Refusal) && chosen.text === rejected.text;
  if (same) return new Refusal('identical_pair');
  return withColumns({ prompt: promptText(row.prompt, notes), chosen, rejected });
}

function labelled(row: TrainingRow, { notes }: RowContext): RowText | Refusal {
  const text = withColumns({ prompt: promptText(row.prompt, notes), completion: answerText(row.chosen, notes) });
  return text instanceof Refusal ? text : { ...text, scalars: { label: String(row.ref.desirable ?? false) } };
}

function rewarded(row: TrainingRow, judged: JudgedTrace, { notes, rewards }: RowContext): RowText | Refusal {
  const text = withColumns({ prompt: promptText(row.prompt, notes) });
  const spec = rewardSpec(row, judged, rewards);
  if (text instanceof Refusal) return text;
  if (spec instanceof Refusal) return spec;
  return {
    ...text,
    scalars: {
      reward_spec: stringText(spec),
      reference: stringText(referenceText(row)),
      prompt_id: stringText(row.prompt_hash.slice(0, 16)),
    },
  };
}

/** An answer alone in its column. */
function answerText(answer: Message | undefined, notes: Tally): ColumnText | Refusal {
  return answer ? columnText([answer], notes) : new Refusal('empty_completion');
}

function withColumns(columns: Readonly<Record<string, ColumnText | Refusal>>): RowText | Refusal {
  const sound: Record<string, ColumnText> = {};
  for (const [name, column] of Object.entries(columns)) {
    if (column instanceof Refusal) return column;
    sound[name] = column;
  }
  return { columns: sound, scalars: {} };
}
