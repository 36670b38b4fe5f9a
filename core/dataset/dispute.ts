import { polarityOf, type Polarity, type SignalFact, type TurnStanding } from '../feedback/standing';
import type { Recipe } from './recipe';

/** What a turn's verdicts come to under a recipe; `disputed` when they come to nothing. */
export interface Settled<F extends SignalFact> {
  readonly polarity: Polarity | 'disputed' | undefined;
  /** The polar acts that carried it, in (at, id) order. */
  readonly acts: readonly F[];
}

/** Settles a dispute as the recipe says: not at all, by the newest verdict, or by the most (equal numbers: not at all). */
export function settle<F extends SignalFact>(turn: TurnStanding<F> | undefined, how: Recipe['on_dispute']): Settled<F> {
  if (!turn) return { polarity: undefined, acts: [] };
  if (turn.polarity !== 'disputed') return { polarity: turn.polarity, acts: turn.polar };
  const polarity = winner(turn.polar, how);
  if (polarity === undefined) return { polarity: 'disputed', acts: turn.polar };
  return { polarity, acts: turn.polar.filter((act) => polarityOf(act.kind) === polarity) };
}

function winner(polar: readonly SignalFact[], how: Recipe['on_dispute']): Polarity | undefined {
  if (how === 'latest') return polarityOf(polar.at(-1)?.kind ?? 'note');
  if (how === 'leave_out') return undefined;
  const good = polar.filter((act) => polarityOf(act.kind) === '+').length;
  const bad = polar.length - good;
  return good === bad ? undefined : good > bad ? '+' : '-';
}
