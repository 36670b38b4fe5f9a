import { span } from '../span';
import type { Block, Code, Link } from './block';

/** A heading of plain words on a line of its own. */
const plainHeading = /^(#{1,6}) ([A-Za-z0-9](?:[A-Za-z0-9 ,.:()'"/?+-]*[A-Za-z0-9.:)?])?)(?:[\r\n]\s*)?$/;
/** At most one marker of a list or quote, and then words: nothing that begins another kind of block. */
const plainLine = /^ {0,3}(?:(?:[-*+]|\d{1,9}[.)]) (?=\S)|> ?(?=\S))?(?![#>=~<|\s]|[-+*_](?:\s|$)|\d{1,9}[.)](?:\s|$)|`{3})/;
/** A line that could underline a heading or divide a text. */
const rule = /^[\s>*_=+-]*$/;
const destination = /\(([^\s()<>\\&`"'[\]]*)\)/y;

/**
 * Reads a block of paragraphs or flat lists with nothing but plain links and code in a line: most blocks are, and a
 * parser takes a hundred times as long over them. `undefined` for whatever could mean something else.
 */
export function readPlain(text: string): Block | undefined {
  const heading = plainHeading.exec(text);
  if (heading) {
    const [, marks = '', words = ''] = heading;
    const headings = [{ depth: marks.length, text: words, span: span(0, marks.length + 1 + words.length) }];
    return { headings, links: [], code: [], hidden: [], empty: true };
  }
  if (/[\\<\t]|\]:|!\[|``/.test(text)) return undefined;
  const found: Found = { links: [], code: [] };
  let empty = true;
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at) + 1 || text.length + 1;
    const line = text.slice(at, end - 1).replace(/\r$/, '');
    if (/[^ ]/.test(line)) {
      if (!plainLine.test(line) || rule.test(line) || line.includes('\r') || !readLine(line, at, found)) return undefined;
      empty = false;
    }
    at = end;
  }
  const { links, code } = found;
  return { headings: [], links, code, hidden: code.map((each) => each.span), empty };
}

interface Found {
  readonly links: Link[];
  readonly code: Code[];
}

/** False when a bracket or a backtick has no other on this line, or a link is not of the plain kind. */
function readLine(line: string, base: number, { links, code }: Found): boolean {
  let open = -1;
  for (let at = line.search(/[`[\]]/); at >= 0 && at < line.length; at++) {
    const char = line[at];
    if (char === '`') {
      const close = line.indexOf('`', at + 1);
      const words = line.slice(at + 1, close);
      if (close < 0 || words.trim() !== words) return false;
      code.push({ text: words, language: undefined, inline: true, span: span(base + at, base + close + 1) });
      at = close;
    }
    if (char === '[') {
      if (open >= 0) return false;
      open = at;
    }
    if (char !== ']') continue;
    if (open < 0) return false;
    if (line[at + 1] === '(') {
      destination.lastIndex = at + 1;
      const [whole = '', target] = destination.exec(line) ?? [];
      if (target === undefined) return false;
      links.push({ kind: 'link', target, span: placed(target, line, base, open, at + 1 + whole.length) });
      at += whole.length;
    }
    open = -1;
  }
  return open < 0;
}

/** The last place in the link where its target stands: the whole link for none. */
function placed(target: string, line: string, base: number, start: number, end: number) {
  const at = target === '' ? -1 : line.slice(start, end).lastIndexOf(target);
  return at < 0 ? span(base + start, base + end) : span(base + start + at, base + start + at + target.length);
}
