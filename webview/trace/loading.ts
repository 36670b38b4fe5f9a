import type { TracePanel } from './panel';
import { textOfMessage } from './conversation';
import type { Shown } from './state';

/** Windows on their way, by their first message, so that scrolling does not ask twice. */
const asked = new WeakMap<Shown, Map<number, Promise<number>>>();

function read(panel: TracePanel, shown: Shown, range: { from: number; to: number }): Promise<number> {
  const ranges = asked.get(shown) ?? new Map<number, Promise<number>>();
  asked.set(shown, ranges);
  const known = ranges.get(range.from);
  if (known) return known;
  const fresh = panel.host
    .call('trace.window', { trace: shown.trace.id, ...range })
    .then((items) => shown.conversation.take(items))
    .finally(() => ranges.delete(range.from));
  ranges.set(range.from, fresh);
  return fresh;
}

/**
 * Reads the messages of [from, to) that are not here yet. A window may bring fewer than asked: then it goes on.
 * Throws the engine's refusal; ends early when another trace is on the screen or a window brings nothing.
 */
export async function load(panel: TracePanel, shown: Shown, from: number, to: number): Promise<void> {
  for (;;) {
    const range = shown.conversation.missing(from, to);
    if (!range || panel.state.shown !== shown) return;
    const fresh = await read(panel, shown, range);
    panel.redraw();
    if (fresh === 0) return;
  }
}

/** The whole text of one message, the parts that did not come with the window included. */
export async function wholeText(panel: TracePanel, shown: Shown, turn: number): Promise<string> {
  await load(panel, shown, turn, turn + 1);
  const loaded = shown.conversation.message(turn);
  if (!loaded) return '';
  let text = textOfMessage(loaded.message);
  if (loaded.cut === undefined) return text;
  for (;;) {
    const part = await panel.host.call('trace.part', { trace: shown.trace.id, turn, offset: text.length });
    text += part.text;
    if (part.end || part.text === '') return text;
  }
}
