import { diffChars } from 'diff';

/**
 * Where drawn words stand in the text they were drawn from. Markdown leaves its signs out and folds break a text off, so
 * the two are aligned character by character.
 */

/** Equal stretches of the drawn text and its source. */
interface Run {
  readonly drawn: number;
  readonly source: number;
  readonly length: number;
}

export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Longer texts would hold up whoever selects; a note on them is about the whole message. */
const longest = 60_000;
const longestTime = 150;

/** Elements in the words of a message that are no words of it. */
const noWords = 'button, .marker, .hidden-character, .quiet, summary';

/** The text nodes under an element that show words of the message, in order. */
export function drawnNodes(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text && !node.parentElement?.closest(noWords)) found.push(node);
  }
  return found;
}

const known = new WeakMap<Node, { readonly drawn: string; readonly source: string; readonly runs: readonly Run[] | undefined }>();

/** Undefined when the two are too long, or too different to tell what belongs together. */
function aligned(root: Node, nodes: readonly Text[], source: string): readonly Run[] | undefined {
  const drawn = nodes.map(({ data }) => data).join('');
  const before = known.get(root);
  if (before?.drawn === drawn && before.source === source) return before.runs;
  const runs = align(drawn, source);
  known.set(root, { drawn, source, runs });
  return runs;
}

export function align(drawn: string, source: string): readonly Run[] | undefined {
  if (drawn.length + source.length > longest) return undefined;
  const changes = diffChars(drawn, source, { timeout: longestTime });
  if (!changes) return undefined;
  const runs: Run[] = [];
  const at = { drawn: 0, source: 0 };
  for (const { value, added, removed } of changes) {
    if (!added && !removed) runs.push({ ...at, length: value.length });
    if (!added) at.drawn += value.length;
    if (!removed) at.source += value.length;
  }
  return runs;
}

/** The stretch on the other side: from the first to the last character that has a counterpart. */
function counterpart(runs: readonly Run[], from: 'drawn' | 'source', { start, end }: Stretch): Stretch | undefined {
  const to = from === 'drawn' ? 'source' : 'drawn';
  let found: { start: number; end: number } | undefined;
  for (const run of runs) {
    const first = Math.max(start, run[from]);
    const last = Math.min(end, run[from] + run.length);
    if (first >= last) continue;
    const shift = run[to] - run[from];
    found = { start: found?.start ?? first + shift, end: last + shift };
  }
  return found;
}

/** A selection inside the words of a message, as a stretch of its source; undefined when it selects none of its words. */
export function stretchOf(root: Node, selection: Range, source: string): Stretch | undefined {
  const nodes = drawnNodes(root);
  let at = 0;
  let start: number | undefined;
  let end = 0;
  for (const node of nodes) {
    const from = node === selection.startContainer ? selection.startOffset : 0;
    const to = node === selection.endContainer ? selection.endOffset : node.length;
    if (selection.intersectsNode(node) && from < to) {
      start ??= at + from;
      end = at + to;
    }
    at += node.length;
  }
  const runs = start === undefined ? undefined : aligned(root, nodes, source);
  return runs && start !== undefined ? counterpart(runs, 'drawn', { start, end }) : undefined;
}

/** The drawn words of a stretch of the source; undefined when they are not drawn. */
export function rangeOf(root: Node, stretch: Stretch, source: string): Range | undefined {
  const nodes = drawnNodes(root);
  const runs = aligned(root, nodes, source);
  const drawn = runs && counterpart(runs, 'source', stretch);
  if (!drawn) return undefined;
  const range = document.createRange();
  let at = 0;
  let isBegun = false;
  for (const node of nodes) {
    if (!isBegun && drawn.start < at + node.length) {
      range.setStart(node, drawn.start - at);
      isBegun = true;
    }
    if (isBegun && drawn.end <= at + node.length) {
      range.setEnd(node, drawn.end - at);
      return range;
    }
    at += node.length;
  }
  return undefined;
}
