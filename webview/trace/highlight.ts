import { bring } from '../bring';
import type { TracePanel } from './panel';
import type { Match } from './state';

const allName = 'loop-search';
const currentName = 'loop-search-current';
/** Ranges marked at most; a text with more is marked from its beginning. */
const most = 2000;

/** Ranges of `words` in the text under an element, across the elements inside it. */
export function rangesOf(root: Element, words: string): Range[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Range[] = [];
  for (let node = walker.nextNode(); node && found.length < most; node = walker.nextNode()) {
    const text = (node.nodeValue ?? '').toLowerCase();
    for (let at = text.indexOf(words); at >= 0 && found.length < most; at = text.indexOf(words, at + words.length)) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + words.length);
      found.push(range);
    }
  }
  return found;
}

/** Marks the matches without touching the page: custom highlights change no element. */
export function highlight(panel: TracePanel, root: HTMLElement): void {
  if (typeof CSS === 'undefined' || !('highlights' in CSS)) return;
  const { search } = panel.state;
  const words = search?.text.toLowerCase() ?? '';
  CSS.highlights.delete(allName);
  CSS.highlights.delete(currentName);
  if (!search || words === '') return;
  CSS.highlights.set(allName, new Highlight(...rangesOf(root, words)));
  const match = search.matches[search.at];
  const current = match && rangeOf(match, words);
  if (!current) return;
  const mark = new Highlight(current);
  mark.priority = 1;
  CSS.highlights.set(currentName, mark);
}

function rangeOf(match: Match, words: string): Range | undefined {
  const element = document.getElementById(`turn-${String(match.turn)}`);
  if (!element) return undefined;
  const ranges = rangesOf(element, words);
  return ranges[match.n] ?? ranges.at(-1);
}

/** Brings the current match into view, opening the folds around it. */
export function revealMatch(panel: TracePanel): void {
  const { search } = panel.state;
  const match = search?.matches[search.at];
  if (!search || !match) return;
  const element = rangeOf(match, search.text.toLowerCase())?.startContainer.parentElement;
  for (let fold = element?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true;
  if (element) bring(element, 'center');
}
