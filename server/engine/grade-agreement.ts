import { agreedOn, agreementOf, noneAgreed } from '../../core/grade/agreement';
import { isPassed } from '../../core/grade/tally';
import { factsOf } from '../../core/feedback/facts';
import type { Call } from '../../core/protocol/engine';
import type { Result } from '../../core/protocol/operations';
import type { EngineContext } from './context';
import type { ReadGrader } from './grader-file';

/** Compares what the grader's grades by its present rules say with what people here said of the same answers. */
export async function agreementWith(
  { store }: EngineContext,
  { compiled, hash }: ReadGrader,
  call: Call,
): Promise<Result<'grade.agreement'>> {
  const ids = await store.select({ has: ['up', 'down', 'correction'] });
  const table = noneAgreed();
  let done = 0;
  for await (const { trace, acts } of store.judged(ids, call.cancel)) {
    const { standing, grades } = factsOf(trace, acts);
    for (const [turn, { polarity, polar }] of standing.by_turn) {
      if (polarity === undefined || polarity === 'disputed' || polar.every((act) => act.provenance !== 'human')) continue;
      const newest = grades.findLast((g) => g.grader === compiled.name && g.turn === turn && g.candidate === undefined);
      if (newest?.grader_hash !== hash || newest.score === null) continue;
      table[agreedOn(isPassed(compiled, newest.score), polarity === '+')]++;
    }
    if (++done % 500 === 0) call.report({ done, total: ids.length, unit: 'traces' });
  }
  return { grader: compiled.name, grader_hash: hash, ...agreementOf(table) };
}
