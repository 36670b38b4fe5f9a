import { assemble, someOfEachRow } from '../assemble';
import type { Dialect, ImportedVerdict, Row, Sink } from '../draft';
import { readFacts } from '../facts';
import { fieldsOf, firstText, isFields, listOf, numberOf, own, textOf, type Fields } from '../fields';

/** Ratings go from 1 to this. */
const best = 5;

/** One instruction, the answers of several models, each rated by another model: every answer is a conversation with its scores. */
export const ultrafeedback: Dialect = {
  id: 'ultrafeedback',
  title: 'UltraFeedback (answers with ratings)',
  whole_file: false,
  detect: (value) => isFields(value) && textOf(own(value, 'instruction')) !== undefined && answersOf(value).length > 0,
  read: someOfEachRow((row, _options, sink) => (isFields(row.value) ? readAnswers(row, row.value, sink) : [])),
};

function answersOf(row: Fields): Fields[] {
  const list = listOf(own(row, 'completions')) ?? [];
  return list.filter(isFields).filter((one) => textOf(own(one, 'response')) !== undefined && isFields(own(one, 'annotations')));
}

function readAnswers(row: Row, value: Fields, sink: Sink) {
  const note = sink.note.bind(sink);
  const content = textOf(own(value, 'instruction')) ?? '';
  const beside = readFacts(value, new Set(['instruction', 'completions']), note);
  return answersOf(value).map((answer) =>
    assemble({
      dialect: 'ultrafeedback',
      shape: 'scored',
      line: row.line,
      messages: [
        { role: 'user', content },
        { role: 'assistant', content: textOf(own(answer, 'response')) ?? '' },
      ],
      facts: { ...beside, model: firstText(answer, ['model']) },
      verdicts: [verdictOf(answer, note)],
    }),
  );
}

/** Ratings by dimension; one that was not given is written "N/A". */
function verdictOf(answer: Fields, note: Sink['note']): ImportedVerdict {
  const scores: Record<string, number> = {};
  for (const [name, annotation] of Object.entries(fieldsOf(own(answer, 'annotations')) ?? {})) {
    const rating = isFields(annotation) ? numberOf(own(annotation, 'Rating')) : undefined;
    if (rating === undefined) continue;
    if (rating >= 1 && rating <= best) scores[name] = (rating - 1) / (best - 1);
    else note('score_out_of_scale');
  }
  const [overall, reason] = [numberOf(own(answer, 'overall_score')), textOf(own(answer, 'critique'))];
  return {
    kind: 'score',
    turn: 1,
    scores,
    ...(overall === undefined ? {} : { raw_score: overall }),
    ...(reason === undefined || reason === '' ? {} : { reason }),
  };
}
