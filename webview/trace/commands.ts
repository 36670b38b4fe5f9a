import type { TraceCommand } from '../../core/protocol/panel';
import { isComparing, pickBest, pickTie, toggleCompare } from './compare';
import { close, edit, note, save } from './draft';
import type { TracePanel } from './panel';
import { neighbour } from './queue';
import { judgeTurn } from './review-turn';
import { showEditor, step } from './scroll';
import { closeSearch, openSearch } from './search';
import { copyId, openOrigin, toggleSide } from './small-acts';
import { readTags } from './tags';
import { choose, redo, undo, verdict } from './verdicts';

type Run = (panel: TracePanel) => void;

function adding(kind: 'label' | 'attribute'): Run {
  return (panel) => {
    panel.change({ adding: kind });
    void readTags(panel);
  };
}

/** Opens an editor and puts the caret into it. */
function writing(open: (panel: TracePanel) => Promise<void> | void): Run {
  return (panel) => {
    void Promise.resolve(open(panel)).then(() => {
      const { draft } = panel.state;
      if (draft && draft.kind !== 'note') showEditor();
      focusLater('draft-text');
    });
  };
}

function focusLater(id: string): void {
  // After the drawing that was just asked for.
  queueMicrotask(() => document.getElementById(id)?.focus({ preventScroll: true }));
}

/** Escape outside a field: closes what lies uppermost. */
function leave(panel: TracePanel): void {
  const { help, search, draft, strip, adding: isAdding, compare } = panel.state;
  if (help) panel.change({ help: false });
  else if (isAdding) panel.change({ adding: undefined });
  else if (search) closeSearch(panel);
  else if (draft) close(panel, true);
  else if (compare && isComparing(panel)) toggleCompare(panel);
  else if (strip) panel.hideStrip();
}

const chosen = (n: number): Run => {
  return (panel) => void (isComparing(panel) ? pickBest(panel, n) : choose(panel, n));
};

/** What each command does; the only list, so a command without a deed does not compile. */
const deeds: Readonly<Record<TraceCommand, Run>> = {
  up: (panel) => void verdict(panel, 'up'),
  down: (panel) => void verdict(panel, 'down'),
  skip: (panel) => void verdict(panel, 'skip'),
  fix: writing((panel) => edit(panel, 'fix')),
  gold: writing((panel) => edit(panel, 'gold')),
  candidate: writing((panel) => edit(panel, 'candidate')),
  note: writing(note),
  reason: () => document.getElementById('reason')?.focus({ preventScroll: true }),
  label: adding('label'),
  attribute: adding('attribute'),
  next_message: (panel) => step(panel, 1),
  previous_message: (panel) => step(panel, -1),
  next_trace: (panel) => void neighbour(panel, 'next'),
  previous_trace: (panel) => void neighbour(panel, 'previous'),
  choice_1: chosen(1),
  choice_2: chosen(2),
  choice_3: chosen(3),
  choice_4: chosen(4),
  choice_5: chosen(5),
  choice_6: chosen(6),
  choice_7: chosen(7),
  choice_8: chosen(8),
  choice_9: chosen(9),
  compare: toggleCompare,
  tie: (panel) => void pickTie(panel),
  judge_turn: (panel) => panel.state.shown && judgeTurn(panel, panel.state.shown.current),
  open_origin: openOrigin,
  copy_id: copyId,
  side: toggleSide,
  search: openSearch,
  save: (panel) => void save(panel),
  leave,
  undo: (panel) => void undo(panel),
  redo: (panel) => void redo(panel),
  help: (panel) => panel.change({ help: !panel.state.help }),
};

/** Commands that would act on a trace wait while an editor is open: its text must not be lost to a key. */
const notWhileWriting = new Set<TraceCommand>(['up', 'down', 'skip', 'undo', 'redo', 'tie']);

/** They judge the trace on the screen. */
const judging = new Set<TraceCommand>(['up', 'down', 'skip', 'tie']);

function isJudging(panel: TracePanel, name: TraceCommand): boolean {
  return judging.has(name) || (name.startsWith('choice_') && isComparing(panel));
}

export function runCommand(panel: TracePanel, name: TraceCommand): void {
  const { draft, shown } = panel.state;
  if (draft && notWhileWriting.has(name)) return;
  if (shown && isJudging(panel, name) && !panel.seen.mayJudge(shown)) return;
  deeds[name](panel);
}
