import { t } from '../words';
import { goOnWith } from './go-on';
import { titleOf, type TracePanel } from './panel';
import { open, refreshFacts, settled } from './queue';
import type { Strip } from './state';

export interface Acted {
  readonly act_id: string;
}

/** `turn` of an act: absent for a question without an answer, where the engine takes the trace as a whole. */
export function place(panel: TracePanel): { trace: string; turn?: number } | undefined {
  const { shown } = panel.state;
  if (!shown) return undefined;
  return shown.turn < 0 ? { trace: shown.trace.id } : { trace: shown.trace.id, turn: shown.turn };
}

/**
 * Writes one act and goes on: to the next trace, while the store is still writing, or (when that is off, or the act is no
 * verdict) stays until it has written, with the facts read anew. Answers false when it failed; the strip then says why.
 */
export async function act(
  panel: TracePanel,
  kind: Strip['kind'],
  write: () => Promise<Acted>,
  goOn = panel.state.settings.auto_advance,
): Promise<boolean> {
  const { shown, busy } = panel.state;
  if (!shown || busy) return false;
  if (goOn) return goOnWith(panel, shown, kind, write());
  panel.change({ busy: true });
  try {
    const { act_id } = await write();
    panel.showStrip({ kind, title: titleOf(shown.conversation, shown.turn), act: act_id });
    panel.announce(t('say.saved'));
    await refreshFacts(panel);
    return true;
  } catch (error) {
    panel.problem(error);
    return false;
  } finally {
    panel.change({ busy: false });
  }
}

type Plain = 'up' | 'down' | 'skip';

export async function verdict(panel: TracePanel, kind: Plain): Promise<void> {
  const where = place(panel);
  if (!where) return;
  if (where.turn === undefined && kind !== 'skip') {
    panel.announce(t('say.no_answer'));
    return;
  }
  const isSaved = await act(panel, kind, () => panel.host.call(`feedback.${kind}`, where));
  if (kind === 'down' && isSaved) await readReasons(panel);
}

export async function readReasons(panel: TracePanel): Promise<void> {
  try {
    panel.change({ reasons: await panel.host.call('feedback.reasons', {}) });
  } catch (error) {
    // Only the shortcuts are missing; typing a reason still works.
    panel.host.failed(error);
  }
}

/** Adds a reason to the verdict the strip holds. */
export async function giveReason(panel: TracePanel, reason: string): Promise<void> {
  const { strip } = panel.state;
  const text = reason.trim();
  if (strip === undefined || text === '') return;
  try {
    const act = strip.act ?? (await settled(strip.saving ?? Promise.resolve(undefined)));
    if (act === undefined) {
      // There is no verdict it could belong to: the words are offered again with the next one.
      panel.unsaidReason = text;
      strip.back?.();
      return;
    }
    await panel.host.call('feedback.reason', { act, reason: text });
    const { kind, title } = strip;
    // Another verdict may have been given meanwhile: the strip is that one's then.
    if (panel.state.strip?.act === act) panel.showStrip({ kind, title, act, reason: text });
    panel.unsaidReason = '';
    panel.announce(t('say.reason_saved', { reason: text }));
    await Promise.all([readReasons(panel), panel.state.settings.auto_advance ? undefined : refreshFacts(panel)]);
  } catch (error) {
    panel.unsaidReason = text;
    panel.problem(error);
  }
}

export async function choose(panel: TracePanel, number: number): Promise<void> {
  const reason = panel.state.reasons[number - 1];
  if (panel.state.strip?.kind === 'down' && reason !== undefined) await giveReason(panel, reason);
}

/** Takes back this window's newest act (or the one named, which may be on its way still), and goes to the trace it was about. */
export async function undo(panel: TracePanel, named?: Pick<Strip, 'act' | 'saving'>): Promise<void> {
  await back(panel, 'undone', async () => {
    const act = named?.act ?? (await named?.saving);
    return panel.host.call('feedback.undo', act === undefined ? {} : { act });
  });
}

export async function redo(panel: TracePanel): Promise<void> {
  await back(panel, 'redone', () => panel.host.call('feedback.redo', {}));
}

async function back(
  panel: TracePanel,
  kind: 'undone' | 'redone',
  write: () => Promise<{ trace?: string | undefined; retracted?: string; restored?: string }>,
): Promise<void> {
  if (panel.state.busy) return;
  panel.change({ busy: true });
  try {
    // The newest act is the one on its way. When the store does not take it there is nothing to take back, least of all
    // the act before it.
    if (!(await panel.saving.settled())) return;
    const { trace, retracted, restored } = await write();
    if (trace !== undefined && trace !== panel.state.shown?.trace.id) await open(panel, trace);
    else await refreshFacts(panel);
    const { shown } = panel.state;
    const act = shown?.facts.signals.find(({ id }) => id === (retracted ?? restored));
    const title = shown ? titleOf(shown.conversation, shown.turn) : '';
    panel.showStrip({ kind, title, ...(act ? { what: act.kind } : {}) });
    panel.announce(t(kind === 'undone' ? 'say.undone' : 'say.redone'));
  } catch (error) {
    panel.problem(error);
  } finally {
    panel.change({ busy: false });
  }
}

/** Of two answers, this one. `answer` is the recorded one. */
export async function pick(panel: TracePanel, better: string, worse: string, tie: boolean): Promise<void> {
  const { shown } = panel.state;
  if (!shown) return;
  const params = { trace: shown.trace.id, better, worse };
  await act(panel, 'pick', () => panel.host.call('feedback.pick', tie ? { ...params, tie } : params), false);
}
