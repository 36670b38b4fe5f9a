import { t } from '../words';
import { textOfMessage, type Loaded } from './conversation';
import { load } from './loading';
import type { TracePanel } from './panel';
import { goTo } from './scroll';
import type { Match, Shown } from './state';

const lowered = new WeakMap<Loaded, string>();
/** More matches than anyone steps through; counting stops there. */
const most = 10_000;
/** Messages read at once while the rest of a long conversation is searched. */
const stride = 400;

/** Everything of a message that is on the screen as text, lower case. */
function searchable(loaded: Loaded): string {
  const known = lowered.get(loaded);
  if (known !== undefined) return known;
  const { message } = loaded;
  const calls = (message.tool_calls ?? []).flatMap((call) => [call.name, call.arguments]);
  const text = [message.reasoning ?? '', textOfMessage(message), ...calls, message.error ?? ''].join('\n').toLowerCase();
  lowered.set(loaded, text);
  return text;
}

export function matchesOf(shown: Shown, text: string): Match[] {
  const words = text.toLowerCase();
  const found: Match[] = [];
  if (words === '') return found;
  for (let turn = 0; turn < shown.conversation.length && found.length < most; turn++) {
    const loaded = shown.conversation.message(turn);
    if (!loaded) continue;
    const content = searchable(loaded);
    let n = 0;
    for (let at = content.indexOf(words); at >= 0 && found.length < most; at = content.indexOf(words, at + words.length)) {
      found.push({ turn, n: n++ });
    }
  }
  return found;
}

export function openSearch(panel: TracePanel): void {
  const { shown, search } = panel.state;
  if (!shown) return;
  if (!search) panel.change({ search: { text: '', matches: [], at: -1, unread: unreadOf(shown) } });
  queueMicrotask(() => {
    const field = document.getElementById('search');
    if (field instanceof HTMLInputElement) field.select();
  });
}

export function closeSearch(panel: TracePanel): void {
  const { shown } = panel.state;
  panel.change({ search: undefined });
  if (shown) document.getElementById(`turn-${String(shown.current)}`)?.focus({ preventScroll: true });
}

function unreadOf(shown: Shown): number {
  return shown.conversation.length - shown.conversation.loadedCount;
}

export async function searchFor(panel: TracePanel, text: string): Promise<void> {
  const { shown, search } = panel.state;
  if (!shown || !search) return;
  Object.assign(search, { text, at: -1 });
  count(panel, shown);
  if (text.length < 2) return;
  try {
    for (let from = 0; from < shown.conversation.length && unreadOf(shown) > 0; from += stride) {
      if (panel.state.search?.text !== text || panel.state.shown !== shown) return;
      await load(panel, shown, from, Math.min(shown.conversation.length, from + stride));
      count(panel, shown);
    }
  } catch (error) {
    panel.problem(error);
  }
}

function count(panel: TracePanel, shown: Shown): void {
  const { search } = panel.state;
  if (!search) return;
  Object.assign(search, { matches: matchesOf(shown, search.text), unread: unreadOf(shown) });
  panel.redraw();
}

/** Goes to the next match, or the one before; from the message in view the first time. */
export function stepMatch(panel: TracePanel, by: 1 | -1): void {
  const { search, shown } = panel.state;
  if (!search || !shown || search.matches.length === 0) return;
  const length = search.matches.length;
  const first = search.matches.findIndex((match) => match.turn >= shown.current);
  search.at = search.at < 0 ? Math.max(0, first) : (search.at + by + length) % length;
  const match = search.matches[search.at];
  if (!match) return;
  const field = document.activeElement;
  goTo(panel, shown.conversation.callerOf(match.turn) ?? match.turn);
  panel.announce(t('search.at', { at: search.at + 1, n: length }));
  // The keyboard stays in the search field.
  queueMicrotask(() => {
    if (field instanceof HTMLElement) field.focus({ preventScroll: true });
    panel.redraw();
  });
}
