import { lastAssistantTurn } from '../../trace/plain';
import { assemble, someOfEachRow } from '../assemble';
import { asMessages } from '../base';
import type { Dialect, Draft, ImportedVerdict, Row, Sink } from '../draft';
import { readFacts } from '../facts';
import { isFields, listOf, numberOf, own, textOf, type Fields } from '../fields';
import { readPreference } from '../preference';
import { Refusal } from '../refusals';

const dimensions = ['helpfulness', 'correctness', 'coherence', 'complexity', 'verbosity'] as const;
/** Ratings go from 0 to this. */
const best = 4;

/** Answers rated 0 to 4 in five dimensions, or two answers and which one is better by how much (-3 to 3). */
export const helpsteer: Dialect = {
  id: 'helpsteer',
  title: 'HelpSteer ratings and preferences',
  whole_file: false,
  detect: (value) => isFields(value) && (isRated(value) || isCompared(value)),
  read: someOfEachRow((row, _options, sink) => {
    const { value } = row;
    if (!isFields(value)) return [];
    return isCompared(value) ? compared(row, value, sink) : [rated(row, value, sink)];
  }),
};

function isRated(row: Fields): boolean {
  const rates = dimensions.filter((name) => numberOf(own(row, name)) !== undefined);
  return rates.length >= 3 && textOf(own(row, 'prompt')) !== undefined && textOf(own(row, 'response')) !== undefined;
}

function isCompared(row: Fields): boolean {
  const sides = ['response1', 'response2'].every((name) => textOf(own(row, name)) !== undefined);
  return sides && listOf(own(row, 'context')) !== undefined && numberOf(own(row, 'overall_preference')) !== undefined;
}

function rated(row: Row, value: Fields, sink: Sink): Draft | Refusal {
  const note = sink.note.bind(sink);
  const messages = [
    ...turnsOf(textOf(own(value, 'prompt')) ?? ''),
    { role: 'assistant' as const, content: textOf(own(value, 'response')) ?? '' },
  ];
  const scores: Record<string, number> = {};
  for (const name of dimensions) {
    const rate = numberOf(own(value, name));
    if (rate === undefined) continue;
    if (rate >= 0 && rate <= best) scores[name] = rate / best;
    else note('score_out_of_scale');
  }
  const verdict: ImportedVerdict = { kind: 'score', turn: lastAssistantTurn(messages), scores };
  const facts = readFacts(value, new Set(['prompt', 'response', ...dimensions]), note);
  return assemble({ dialect: 'helpsteer', shape: 'scored', line: row.line, messages, facts, verdicts: [verdict] });
}

const turnMark = /<extra_id_1>(User|Assistant)\n/;

/** Turns after the first are marked in the prompt; an empty mark at its end is the answer's own. */
function turnsOf(prompt: string) {
  const [first = '', ...marked] = prompt.split(turnMark);
  const messages: { role: 'user' | 'assistant'; content: string }[] = [{ role: 'user', content: first.trimEnd() }];
  for (let i = 0; i + 1 < marked.length; i += 2) {
    const content = (marked[i + 1] ?? '').trimEnd();
    const isLast = i + 2 >= marked.length;
    if (!(isLast && content === '')) messages.push({ role: marked[i] === 'User' ? 'user' : 'assistant', content });
  }
  return messages;
}

function compared(row: Row, value: Fields, sink: Sink): (Draft | Refusal)[] {
  const { context, response1, response2, ...rest } = value;
  const preference = numberOf(own(value, 'overall_preference')) ?? 0;
  const prompt = listOf(context) ?? [];
  if (preference !== 0) {
    const [chosen, rejected] = preference < 0 ? [response1, response2] : [response2, response1];
    return [readPreference({ line: row.line, value: { ...rest, prompt, chosen, rejected } }, sink, 'helpsteer')];
  }
  const note = sink.note.bind(sink);
  return [response1, response2].map((response) => {
    const before = asMessages(prompt, 'user', note);
    if (before instanceof Refusal) return before;
    const messages = [...before, { role: 'assistant' as const, content: textOf(response) ?? '' }];
    return assemble({
      dialect: 'helpsteer',
      shape: 'conversation',
      line: row.line,
      messages,
      facts: readFacts(rest, new Set(), note),
    });
  });
}
