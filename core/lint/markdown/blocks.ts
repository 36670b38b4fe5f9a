import { type Span, span } from '../span';

/** What may hold blank lines: only its own end ends it. */
const openers: readonly { readonly open: RegExp; readonly close: (opening: RegExpExecArray) => RegExp }[] = [
  { open: /^ {0,3}(`{3,})[^`]*$/, close: ([, fence = '```']) => new RegExp(`^ {0,3}\`{${fence.length},}[ \\t]*$`) },
  { open: /^ {0,3}(~{3,})/, close: ([, fence = '~~~']) => new RegExp(`^ {0,3}~{${fence.length},}[ \\t]*$`) },
  { open: /^ {0,3}<!--(?!.*-->)/, close: () => /-->/ },
  { open: /^ {0,3}<\?(?!.*\?>)/, close: () => /\?>/ },
  { open: /^ {0,3}<!\[CDATA\[(?!.*\]\]>)/, close: () => /\]\]>/ },
  { open: /^ {0,3}<![A-Za-z](?!.*>)/, close: () => />/ },
  {
    open: /^ {0,3}<(?:script|pre|style|textarea)(?=[\s>]|$)(?!.*<\/(?:script|pre|style|textarea)>)/i,
    close: () => /<\/(?:script|pre|style|textarea)>/i,
  },
];

/** Where the reading of a body stands. */
interface Reading {
  /** What ends the code or HTML that is open. */
  close: RegExp | undefined;
  /** The open one is indented: it may be part of a list, and then end with it. */
  indented: boolean;
  /** HTML has begun since the last blank line. */
  html: boolean;
  blank: boolean;
}

/**
 * A body cut where a line at the margin follows a blank one: there every list, quote and paragraph has ended, so each
 * piece reads alone as it reads in the whole (but for definitions, which are found wherever they are). Where that cannot
 * be told line by line, the rest stays in one piece.
 */
export function blocksOf(text: string): Span[] {
  const blocks: Span[] = [];
  const reading: Reading = { close: undefined, indented: false, html: false, blank: true };
  let start = 0;
  for (let at = 0; at < text.length;) {
    const end = lineEnd(text, at);
    const line = text.slice(at, end).replace(/[\r\n]+$/, '');
    const margin = /^[^ \t]/.test(line);
    if (!reading.close && reading.blank && margin && at > start) {
      blocks.push(span(start, at));
      start = at;
    }
    if (!follow(reading, line, margin)) break;
    at = end;
  }
  if (start < text.length) blocks.push(span(start, text.length));
  return blocks;
}

/** Reads one more line; false when it could mean two things. */
function follow(reading: Reading, line: string, margin: boolean): boolean {
  if (reading.close) {
    // A list would have ended here, and the code in it; code at the margin would not.
    if (reading.indented && margin) return false;
    if (reading.close.test(line.trimEnd())) reading.close = undefined;
    reading.blank = false;
    return true;
  }
  // A no-break space is a letter like others here.
  reading.blank = /^[ \t]*$/.test(line);
  if (reading.blank) reading.html = false;
  const close = closerOf(line);
  // Inside other HTML a fence is no fence.
  if (close && reading.html) return false;
  if (!close && /^ {0,3}<[A-Za-z/!?]/.test(line)) reading.html = true;
  reading.close = close;
  reading.indented = !margin;
  return true;
}

function closerOf(line: string): RegExp | undefined {
  if (!/^ {0,3}[`~<]/.test(line)) return undefined;
  for (const { open, close } of openers) {
    const opening = open.exec(line);
    if (opening) return close(opening);
  }
  return undefined;
}

/** The offset after this line and its end. */
function lineEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 10) return at + 1;
    if (unit === 13) return text.charCodeAt(at + 1) === 10 ? at + 2 : at + 1;
  }
  return text.length;
}
