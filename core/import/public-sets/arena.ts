import { lastAssistantTurn } from '../../trace/plain';
import { assemble, someOfEachRow } from '../assemble';
import type { Dialect, Draft, Row, Sink } from '../draft';
import { readFacts } from '../facts';
import { firstText, isFields, listOf, numberOf, own, textOf, type Fields } from '../fields';
import { unwrapJson } from '../json';
import { readMessages } from '../messages';
import { readPreference } from '../preference';
import { Refusal } from '../refusals';

type Winner = 'a' | 'b' | 'tie' | 'both_bad';

/** Battles of two models: the same questions, two conversations, and which one people liked better. */
export const arena: Dialect = {
  id: 'arena',
  title: 'Arena battles (two models, one winner)',
  whole_file: false,
  detect: (value) => isFields(value) && winnerOf(value) !== undefined && sideOf(value, 'a') !== undefined,
  read: someOfEachRow((row, _options, sink) => (isFields(row.value) ? readBattle(row, row.value, sink) : [])),
};

function winnerOf(row: Fields): Winner | undefined {
  const said = textOf(own(row, 'winner'))?.toLowerCase();
  if (said === 'model_a' || numberOf(own(row, 'winner_model_a')) === 1) return 'a';
  if (said === 'model_b' || numberOf(own(row, 'winner_model_b')) === 1) return 'b';
  if (said !== undefined && /^(?:tie ?\(both ?bad\)|both_?bad)$/.test(said)) return 'both_bad';
  return said === 'tie' || numberOf(own(row, 'winner_tie')) === 1 ? 'tie' : undefined;
}

/** A side's messages: a conversation, or the questions and this side's answers as two lists (also as JSON text). */
function sideOf(row: Fields, side: 'a' | 'b'): readonly unknown[] | undefined {
  const whole = listOf(unwrapJson(own(row, `conversation_${side}`)));
  if (whole) return whole;
  const [questions, answers] = [turnsOf(own(row, 'prompt')), turnsOf(own(row, `response_${side}`))];
  return (
    questions &&
    answers &&
    questions.flatMap((content, i) => [
      { role: 'user', content },
      { role: 'assistant', content: answers[i] ?? '' },
    ])
  );
}

/** An answer that was not recorded stands as null in these lists. */
function turnsOf(value: unknown): string[] | undefined {
  const list = listOf(unwrapJson(value)) ?? (typeof value === 'string' ? [value] : undefined);
  return list?.map((item) => textOf(item) ?? '');
}

/** Two conversations came of one row: each needs an id of its own. */
function ownId(row: Fields & { readonly id: string | undefined }, side: 'a' | 'b'): Fields {
  return { ...row, id: row.id === undefined ? undefined : `${row.id}:${side}` };
}

const taken = ['conversation_a', 'conversation_b', 'prompt', 'response_a', 'response_b'];

function readBattle(row: Row, value: Fields, sink: Sink): (Draft | Refusal)[] {
  const winner = winnerOf(value);
  const [a, b] = [sideOf(value, 'a') ?? [], sideOf(value, 'b') ?? []];
  const beside = Object.fromEntries(Object.entries(value).filter(([name]) => !taken.includes(name)));
  const rest = (side: 'a' | 'b') => ({
    model: firstText(value, [`model_${side}`]),
    id: firstText(value, ['id', 'question_id']),
    ...beside,
  });
  if (winner === 'a' || winner === 'b') {
    const [chosen, rejected, loser] = winner === 'a' ? [a, b, 'b' as const] : [b, a, 'a' as const];
    return [readPreference({ line: row.line, value: { ...rest(loser), chosen, rejected } }, sink, 'arena')];
  }
  // Neither is better: each stands for itself, and a row of which neither can be read is refused once.
  const stood = (['a', 'b'] as const).map((side) => {
    const messages = readMessages(side === 'a' ? a : b, sink.note.bind(sink));
    if (messages instanceof Refusal) return messages;
    const turn = lastAssistantTurn(messages);
    return assemble({
      dialect: 'arena',
      shape: winner === 'both_bad' ? 'labelled' : 'conversation',
      line: row.line,
      messages,
      facts: readFacts(ownId(rest(side), side), new Set(), sink.note.bind(sink)),
      verdicts: winner === 'both_bad' ? [{ kind: 'down', turn }] : [],
    });
  });
  const [first] = stood;
  return first instanceof Refusal && stood.every((side) => side instanceof Refusal) ? [first] : stood;
}
