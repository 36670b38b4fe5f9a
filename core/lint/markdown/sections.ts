import { type Span, span } from '../span';

/** What may hold a line that looks like a heading and is none. */
const openers: readonly { readonly open: RegExp; readonly close: (opening: RegExpExecArray) => RegExp }[] = [
  { open: /^ {0,3}(`{3,})[^`]*$/, close: ([, fence = '```']) => new RegExp(`^ {0,3}\`{${fence.length},}[ \\t]*$`) },
  { open: /^ {0,3}(~{3,})/, close: ([, fence = '~~~']) => new RegExp(`^ {0,3}~{${fence.length},}[ \\t]*$`) },
  { open: /^ {0,3}<!--(?!.*-->)/, close: () => /-->/ },
  { open: /^ {0,3}<(script|pre|style|textarea)\b(?!.*<\/\1>)/i, close: ([, tag = 'pre']) => new RegExp(`</${tag}>`, 'i') },
];

/**
 * A body cut before each heading at the beginning of a line. Nothing of Markdown but code and HTML reaches across such a
 * line (and definitions, which are found wherever they are), so the pieces can be read one by one.
 */
export function sectionsOf(text: string): Span[] {
  const sections: Span[] = [];
  let start = 0;
  let close: RegExp | undefined;
  for (let at = 0; at < text.length;) {
    const end = lineEnd(text, at);
    const line = text.slice(at, end).replace(/[\r\n]+$/, '');
    if (close) {
      if (close.test(line)) close = undefined;
    } else if (/^#{1,6}(?:[ \t]|$)/.test(line)) {
      if (at > start) sections.push(span(start, at));
      start = at;
    } else close = closerOf(line);
    at = end;
  }
  if (start < text.length) sections.push(span(start, text.length));
  return sections;
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
