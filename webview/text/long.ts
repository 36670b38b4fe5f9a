import { bring } from '../bring';
import { size, t, tn } from '../words';
import { el, icon, shown } from './dom';
import { cleaned } from './visible';

/** Lines after which an output is folded, and the most characters shown folded: one line may hold a megabyte. */
export const foldLines = 40;
const foldCharacters = 4000;
/** Text is laid out in pieces of at most this many lines and characters; pieces out of sight cost nothing. */
const chunkLines = 100;
const chunkCharacters = 8000;

export interface Long {
  readonly text: string;
  /** The full length when `text` is only the beginning. */
  readonly cut?: number | undefined;
  /** Reads the whole text when the user asks for it. */
  readonly whole?: (() => Promise<string>) | undefined;
  readonly lines?: number;
  readonly characters?: number;
}

/** The first lines of a text: whole lines, at most `lines` of them and at most `characters` long. */
export function beginning(text: string, lines: number, characters: number): string {
  let end = 0;
  for (let line = 0; line < lines; line++) {
    const next = text.indexOf('\n', end);
    if (next < 0) {
      end = text.length;
      break;
    }
    end = next + 1;
  }
  return text.slice(0, Math.min(end, characters)).replace(/\n$/, '');
}

/** Pieces small enough to be laid out alone. Cut at line ends; a line longer than a piece is cut inside. */
export function chunks(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  while (from < text.length) {
    const piece = beginning(text.slice(from, from + chunkCharacters), chunkLines, chunkCharacters);
    found.push(piece);
    from += piece.length;
    if (text[from] === '\n') from += 1;
    if (piece === '' && from >= text.length) break;
  }
  return found;
}

function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function body(text: string): HTMLElement {
  const parts = chunks(text);
  if (parts.length <= 1) return el('div', 'plain', shown(text));
  const all = parts.map((part) => el('div', 'chunk', shown(part)));
  return el('div', 'plain', ...all);
}

function totalOf(long: Long, text: string): string {
  if (long.cut !== undefined) return size(long.cut);
  const lines = lineCount(text);
  return lines > 1 ? tn('text.lines', lines) : tn('text.characters', text.length);
}

/** Plain text that opens folded when it is long, with a button that shows the rest. */
export function longText(long: Long): HTMLElement {
  const text = cleaned(long.text);
  const head = beginning(text, long.lines ?? foldLines, long.characters ?? foldCharacters);
  if (long.cut === undefined && head.length >= text.replace(/\n$/, '').length) return body(text);
  const holder = el('div', 'long');
  const fold = (): void => {
    const more = el('button', 'more', icon('unfold'), t('text.show_all', { total: totalOf(long, text) }));
    more.addEventListener('click', () => void unfold(more));
    holder.replaceChildren(body(head), more);
  };
  const unfold = async (more: HTMLButtonElement): Promise<void> => {
    more.disabled = true;
    const all = await wholeOf(long);
    if (all === undefined) {
      more.disabled = false;
      more.replaceChildren(icon('warning'), t('text.not_loaded'));
      return;
    }
    const less = el('button', 'more', icon('fold'), t('text.show_less'));
    less.addEventListener('click', () => {
      fold();
      bring(holder, 'nearest');
      holder.querySelector('button')?.focus({ preventScroll: true });
    });
    holder.replaceChildren(body(cleaned(all)), less);
    less.focus({ preventScroll: true });
  };
  fold();
  return holder;
}

async function wholeOf(long: Long): Promise<string | undefined> {
  if (long.cut === undefined || !long.whole) return long.text;
  try {
    return await long.whole();
  } catch {
    // The button says so and can be pressed again; the host has the problem in its log.
    return undefined;
  }
}

/** `4,096 characters` or `2,310 lines`, for a message's caption; nothing for an empty text. */
export function lengthOf(text: string, cut?: number): string {
  if (text === '') return '';
  if (cut !== undefined) return size(cut);
  const lines = lineCount(text);
  return lines > foldLines ? tn('text.lines', lines) : tn('text.characters', text.length);
}
