import type { TraceCommand } from '../../core/protocol/panel';
import type { Engine } from '../../core/protocol/engine';
import type { Method } from '../../core/protocol/operations';

/** Operations that judge one trace with nothing more to say. */
type Plain = Extract<Method, 'feedback.up' | 'feedback.down' | 'feedback.skip'>;

/** What one of the panel's commands does when it is called on rows of the tree. */
export type OnRows =
  /** The same verdict on every row. */
  | { readonly each: Plain }
  /** Opens the row and goes on there: it needs the conversation in sight. */
  | { readonly there: true }
  /** The host asks and does it for all rows. */
  | { readonly ask: 'note' | 'label' | 'attribute' | 'copy_id' | 'open_origin' }
  /** This window's last step, wherever it was. */
  | { readonly step: 'feedback.undo' | 'feedback.redo' }
  /** Means nothing without the panel. */
  | 'panel';

/** Every command of the trace panel. The compiler keeps this list equal to the panel's own. */
export const onRows: Readonly<Record<TraceCommand, OnRows>> = {
  up: { each: 'feedback.up' },
  down: { each: 'feedback.down' },
  skip: { each: 'feedback.skip' },
  fix: { there: true },
  gold: { there: true },
  note: { ask: 'note' },
  label: { ask: 'label' },
  attribute: { ask: 'attribute' },
  copy_id: { ask: 'copy_id' },
  open_origin: { ask: 'open_origin' },
  undo: { step: 'feedback.undo' },
  redo: { step: 'feedback.redo' },
  reason: 'panel',
  next_message: 'panel',
  previous_message: 'panel',
  next_trace: 'panel',
  previous_trace: 'panel',
  choice_1: 'panel',
  choice_2: 'panel',
  choice_3: 'panel',
  choice_4: 'panel',
  choice_5: 'panel',
  choice_6: 'panel',
  choice_7: 'panel',
  choice_8: 'panel',
  choice_9: 'panel',
  candidate: { there: true },
  compare: { there: true },
  tie: 'panel',
  judge_turn: 'panel',
  side: 'panel',
  search: 'panel',
  save: 'panel',
  leave: 'panel',
  help: 'panel',
};

/** The panel's commands as a list. */
export const traceCommandList = Object.keys(onRows) as TraceCommand[];

/** The same verdict on every trace, as one step of undo. */
export async function judgeEach(engine: Engine, method: Plain, traces: readonly string[]): Promise<void> {
  for (const trace of traces) await engine.call(method, { trace });
}
