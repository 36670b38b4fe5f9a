import { t } from '../words';
import { messageOf } from '../host';
import { titleOf, type TracePanel } from './panel';
import { advance, announceNext, countAnew, isGone, nextWaiting, open, show, showEmpty } from './queue';
import type { ActUnderway } from './saving';
import type { Draft, Shown, Strip } from './state';

/** Saving that takes longer than this is said aloud, in milliseconds. */
const longSaving = 1000;

/** What one has left with an act, to come back to when the store refuses it. */
interface Left {
  readonly shown: Shown;
  readonly draft: Draft | undefined;
  readonly underway: ActUnderway;
  readonly saving: Promise<string>;
}

/**
 * Goes on to the next trace while the store is still writing the act. It is called saved when the store has said so, not
 * before; when the store refuses it the panel comes back to the trace and says why. Answers whether it was saved.
 */
export async function goOnWith(
  panel: TracePanel,
  shown: Shown,
  kind: Strip['kind'],
  written: Promise<{ readonly act_id: string }>,
): Promise<boolean> {
  const saving = written.then(({ act_id }) => act_id);
  const underway = panel.saving.begin(shown.trace.id, saving);
  const left: Left = { shown, draft: panel.state.draft, underway, saving };
  panel.showStrip({ kind, title: titleOf(shown.conversation, shown.turn), saving });
  const going = advance(panel, shown);
  const slow = setTimeout(() => {
    if (panel.state.shown !== shown) announceNext(panel, 'say.saving_next');
  }, longSaving);
  try {
    const act = await saving;
    panel.saving.end(underway);
    changeStrip(panel, left, { act, saving: undefined });
  } catch (error) {
    panel.saving.end(underway);
    comeBack(panel, left, error);
    return false;
  } finally {
    clearTimeout(slow);
  }
  await arrive(panel, left, await going);
  return true;
}

/** The act is saved. Where no next trace was known before, it is asked for once more. */
async function arrive(panel: TracePanel, { shown, underway }: Left, hasNext: boolean): Promise<void> {
  if (underway.overtaken) return;
  if (hasNext) countAnew(panel);
  else if (panel.state.shown === shown && !(await openWaiting(panel, shown))) return;
  // Of several in a row the last one says it.
  if (panel.saving.none) announceNext(panel, 'say.saved_next');
}

/** Answers false when nothing waits, and says so. */
async function openWaiting(panel: TracePanel, shown: Shown): Promise<boolean> {
  const after = shown.trace.id;
  try {
    const next = await nextWaiting(panel, after);
    if (panel.state.shown !== shown) return false;
    if (next !== null && next !== after) {
      await open(panel, next);
      return true;
    }
    showEmpty(panel);
    panel.announce(t('say.saved_last'));
  } catch (error) {
    panel.change({ busy: false });
    panel.problem(error);
  }
  return false;
}

/** Changes the strip if it still is this act's. */
function changeStrip(panel: TracePanel, { saving }: Left, change: Partial<Strip>): boolean {
  const { strip } = panel.state;
  if (strip?.saving !== saving) return false;
  panel.change({ strip: { ...strip, ...change } });
  return true;
}

/** The store refused the act: back to its trace with what was written there, unless something is being written here. */
function comeBack(panel: TracePanel, left: Left, error: unknown): void {
  const { shown, draft, underway } = left;
  // The panel went back to an older one. This one waits in the queue like any other, and what was written is kept.
  if (underway.overtaken) return panel.host.failed(error);
  const isHere = panel.state.shown === shown;
  if (!isHere && isGone(error)) {
    // It was deleted, and what was written about it with it.
    panel.forgetDrafts(shown.trace.id);
    return panel.problem(error);
  }
  const back = (): void => {
    panel.saving.overtake();
    panel.ticket();
    show(panel, shown);
    if (draft) {
      panel.change({ draft });
      shown.conversation.touchAll();
    }
  };
  if (isHere) {
    // Nothing was shown yet: what comes now is not asked for any more.
    panel.ticket();
    panel.change({ busy: false });
    return panel.problem(error);
  }
  const refused = messageOf(error, t('problem.unexpected'));
  if (!isWriting(panel)) {
    back();
    panel.problem(error);
  } else if (changeStrip(panel, left, { saving: undefined, refused, back })) {
    panel.host.failed(error);
    panel.announce(refused);
  } else {
    panel.problem(error, back);
  }
}

/** Somebody has the caret in a field, or has left one open: the screen must not change under the hands. */
function isWriting({ state }: TracePanel): boolean {
  const { draft, search, adding, help } = state;
  const at = document.activeElement;
  const isField = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement;
  return isField || help || draft !== undefined || search !== undefined || adding !== undefined;
}
