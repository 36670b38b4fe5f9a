import type { SignalView } from '../../core/protocol/results';
import type { TraceState } from './state';

/** A skip says nothing: whoever skips may come back to judge. */
const ownKinds = new Set(['up', 'down', 'correction', 'gold', 'pick', 'score']);

/** True while others' verdicts, scores and the model stay hidden: blind review, and none of one's own yet. */
export function isBlind(state: TraceState): boolean {
  const { settings, shown } = state;
  if (!settings.blind || !shown) return false;
  return !shown.facts.signals.some((one) => one.reviewer === settings.reviewer && ownKinds.has(one.kind) && !one.retracted);
}

/** The signals that may be seen now. */
export function visibleSignals(state: TraceState): readonly SignalView[] {
  const signals = state.shown?.facts.signals ?? [];
  return isBlind(state) ? signals.filter((one) => one.reviewer === state.settings.reviewer) : signals;
}

/** One's own counting verdict on the answer under review: which button is pressed in. */
export function ownVerdict(state: TraceState): SignalView['kind'] | undefined {
  const { shown, settings } = state;
  const mine = shown?.facts.signals.filter(
    (one) => one.reviewer === settings.reviewer && one.turn === shown.turn && one.provenance === 'human' && !one.retracted,
  );
  return mine?.find((one) => one.counts === true && one.kind !== 'note' && one.kind !== 'gold')?.kind;
}
