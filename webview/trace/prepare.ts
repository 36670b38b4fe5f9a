import { messageView } from './message';
import type { TracePanel } from './panel';
import { nearBlocks } from './scroll';
import type { Shown } from './state';

/** Draws what a message holds (Markdown, code, tables) before the trace is on the screen: the elements are kept for then. */
export function prepare(panel: TracePanel, shown: Shown): void {
  for (const { from, to } of nearBlocks(shown, shown.turn)) {
    for (let turn = from; turn < to; turn++) messageView(panel, shown, turn);
  }
}
