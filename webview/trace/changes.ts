import { t } from '../words';
import type { TracePanel } from './panel';
import { fetchAhead, isGone, open, openNext, refreshFacts, refreshQueue, settled } from './queue';
import type { Shown } from './state';

/** The store changed: only what is on the screen or was fetched ahead is read again. */
export async function changed(panel: TracePanel, traces: readonly string[] | undefined): Promise<void> {
  const { shown } = panel.state;
  if (!shown) return;
  if (traces === undefined || traces.includes(shown.trace.id)) {
    try {
      // After an import or a deletion its neighbours are others, too.
      await (traces === undefined ? refreshQueue(panel) : refreshFacts(panel));
    } catch (error) {
      if (panel.state.shown !== shown) return;
      if (isGone(error)) return passOver(panel, shown);
      panel.problem(error);
    }
  }
  const { ahead } = panel;
  if (!ahead || panel.state.shown !== shown) return;
  const next = await settled(ahead.trace);
  const touched = traces === undefined || (typeof next === 'string' && traces.includes(next));
  if (touched && panel.ahead === ahead && panel.state.shown === shown) fetchAhead(panel, shown.trace.id);
}

/** The trace on the screen was deleted: everything of it goes at once, and the next of the queue comes. */
async function passOver(panel: TracePanel, gone: Shown): Promise<void> {
  const ahead = panel.ahead?.trace;
  // What was fetched ahead may be gone, too.
  panel.ahead = undefined;
  panel.forgetDrafts(gone.trace.id);
  const nothingOpen = { draft: undefined, search: undefined, adding: undefined };
  const current = panel.ticket();
  panel.change({ shown: undefined, phase: { is: 'loading' }, busy: false, ...nothingOpen });
  panel.host.send({ type: 'showing', trace: null, title: '' });
  panel.showStrip({ kind: 'gone', title: whereFrom(gone) });
  panel.announce(t('say.gone'));
  const next = await stillThere(panel, ahead && (await settled(ahead)));
  if (!current()) return;
  await (next === undefined ? openNext(panel) : open(panel, next));
}

async function stillThere(panel: TracePanel, trace: string | null | undefined): Promise<string | undefined> {
  if (typeof trace !== 'string') return undefined;
  return (await settled(panel.host.call('trace.facts', { trace }))) && trace;
}

/** Names a trace by where it came from: its words are gone. */
function whereFrom({ trace }: Shown): string {
  const { file, line } = trace.origin;
  const name = file?.split(/[\\/]/).at(-1);
  const place = name === undefined || line === undefined ? name : `${name}:${String(line)}`;
  return [trace.source, place, trace.id.slice(0, 10)].filter((part) => part !== undefined).join(' · ');
}
