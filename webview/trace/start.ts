import { toTraceView, traceState, type ToTraceView } from '../../core/protocol/panel';
import { Host, listen, type Incoming, type VsCode } from '../host';
import { afterPaint } from '../painted';
import { useLanguage } from '../words';
import { changed } from './changes';
import { runCommand } from './commands';
import { TracePanel } from './panel';
import { open, showEmpty } from './queue';
import { mountTrace } from './view';
import { readReasons } from './verdicts';

/** The trace panel: draws into `root` and answers the host's messages. */
export function startTrace(root: HTMLElement, api: VsCode): TracePanel {
  const host = new Host('trace', api);
  const panel = new TracePanel(host);
  const kept = traceState.safeParse(api.getState());
  if (kept.success) panel.state.side = kept.data.side;
  else panel.state.side = window.innerWidth > 800;
  closeSideWhenNarrow(panel);
  mountTrace(root, panel);
  panel.redraw();
  listen(host, toTraceView, (message) => receive(panel, message));
  return panel;
}

/** In a narrow panel the side column lies over the conversation and the verdicts: there it opens only when asked for. */
function closeSideWhenNarrow(panel: TracePanel): void {
  let wide = panel.state.side;
  window.matchMedia('(max-width: 760px)').addEventListener('change', ({ matches }) => {
    if (matches) wide = panel.state.side;
    panel.change({ side: matches ? false : wide });
  });
}

function receive(panel: TracePanel, message: Incoming<ToTraceView>): void {
  switch (message.type) {
    case 'start':
      useLanguage(message.locale, message.strings);
      panel.change({ settings: message.settings });
      void readReasons(panel);
      return;
    case 'show':
      panel.change({ queue: message.queue });
      if (message.trace === null) showEmpty(panel);
      else void open(panel, message.trace, message.turn);
      return;
    case 'command':
      runCommand(panel, message.name);
      return;
    case 'changed': {
      const { traces, all_traces } = message.change;
      if (traces || all_traces) afterPaint(() => panel.whenFree(() => void changed(panel, traces)));
      return;
    }
  }
}
