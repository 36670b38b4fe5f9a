import { t } from '../words';
import type { TracePanel } from './panel';

export function toggleSide(panel: TracePanel): void {
  panel.change({ side: !panel.state.side });
  panel.keep();
}

export function copyId(panel: TracePanel): void {
  const { shown } = panel.state;
  if (!shown) return;
  panel.host.send({ type: 'copy', text: shown.trace.id });
  panel.announce(t('say.id_copied'));
}

export function openOrigin(panel: TracePanel): void {
  const { shown } = panel.state;
  if (shown?.trace.origin.file !== undefined) panel.host.send({ type: 'open_origin', trace: shown.trace.id });
}
