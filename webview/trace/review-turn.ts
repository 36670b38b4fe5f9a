import { t } from '../words';
import type { TracePanel } from './panel';
import { close } from './draft';

/** Makes an earlier answer the one under review. */
export function judgeTurn(panel: TracePanel, turn: number): void {
  const { shown } = panel.state;
  if (!shown?.conversation.isAnswer(turn) || shown.turn === turn) return;
  close(panel, true);
  shown.turn = turn;
  shown.current = turn;
  shown.conversation.touchAll();
  panel.keep();
  panel.redraw();
  panel.announce(t('say.under_review', { n: turn + 1 }));
}
