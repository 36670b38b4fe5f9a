import type { Lines } from './lines';
import { type Span, span } from './span';

/** How a fence differs from a line that is exactly `---`. */
export interface OddFence {
  readonly how: 'leading' | 'blanks' | 'dashes' | 'indented';
  readonly span: Span;
}

/**
 * A Markdown file's front matter. `none`: the file does not start with a fence. `unclosed`: it does, and no line ends it;
 * then `yaml` is the rest of the file.
 */
export type FrontMatter =
  | { readonly state: 'none'; readonly odd: readonly OddFence[] }
  | { readonly state: 'unclosed'; readonly open: Span; readonly yaml: Span; readonly odd: readonly OddFence[] }
  | {
      readonly state: 'found';
      readonly open: Span;
      readonly yaml: Span;
      readonly close: Span;
      readonly body: Span;
      readonly odd: readonly OddFence[];
    };

/** The closing fence is the first line that is `---` at column 0: a rule further down in the body is none. */
export function readFrontMatter(text: string, lines: Lines): FrontMatter {
  const first = openingLine(text, lines);
  if (first === undefined) {
    const dashes = /^-{4,}[ \t]*$/.test(contentOf(text, lines.line(0)));
    return { state: 'none', odd: dashes ? [{ how: 'dashes', span: lines.line(0) }] : [] };
  }
  const open = lines.line(first);
  const odd = oddness(text, lines, first);
  const yamlStart = lines.line(first + 1).start;
  const last = closingLine(text, lines, first + 1);
  if (last === undefined) return { state: 'unclosed', open, yaml: span(yamlStart, text.length), odd };
  const close = lines.line(last);
  const bodyStart = last + 1 < lines.count ? lines.line(last + 1).start : text.length;
  return {
    state: 'found',
    open,
    yaml: span(yamlStart, Math.max(yamlStart, close.start)),
    close,
    body: span(bodyStart, text.length),
    odd: [...odd, ...closingOddness(text, close)],
  };
}

/** A line without a byte-order mark before it. `trim` would take that away too, and more. */
function contentOf(text: string, line: Span): string {
  return text.slice(line.start, line.end).replace(/^\uFEFF/, '');
}

/** The opening fence, also after blank or comment lines when a key and a closing fence show that it is meant as one. */
function openingLine(text: string, lines: Lines): number | undefined {
  for (let n = 0; n < lines.count; n++) {
    const content = contentOf(text, lines.line(n));
    if (/^[ \t]*---[ \t]*$/.test(content)) return n === 0 || looksMeant(text, lines, n) ? n : undefined;
    if (!/^[ \t]*(?:#.*|<!--.*-->[ \t]*)?$/.test(content)) return undefined;
  }
  return undefined;
}

function looksMeant(text: string, lines: Lines, fence: number): boolean {
  const next = contentOf(text, lines.line(fence + 1));
  return /^[\w-]+:(?:\s|$)/.test(next) && closingLine(text, lines, fence + 1) !== undefined;
}

function oddness(text: string, lines: Lines, fence: number): OddFence[] {
  const line = lines.line(fence);
  const content = text.slice(line.start, line.end);
  if (fence > 0) return [{ how: 'leading', span: span(0, line.start) }];
  if (/^\uFEFF?[ \t]/.test(content)) return [{ how: 'indented', span: line }];
  return /[ \t]$/.test(content) ? [{ how: 'blanks', span: line }] : [];
}

/** A line that is `---` at column 0; only when there is none, one that looks like it. */
function closingLine(text: string, lines: Lines, from: number): number | undefined {
  let almost: number | undefined;
  for (let n = from; n < lines.count; n++) {
    const line = lines.line(n);
    if (text.charCodeAt(line.start) !== 45 && text.charCodeAt(line.start) > 32) continue;
    const content = text.slice(line.start, line.end);
    if (/^---[ \t]*$/.test(content)) return n;
    if (almost === undefined && /^[ \t]*-{3,}[ \t]*$/.test(content)) almost = n;
  }
  return almost;
}

function closingOddness(text: string, close: Span): OddFence[] {
  const content = text.slice(close.start, close.end);
  if (content === '---') return [];
  if (/^[ \t]/.test(content)) return [{ how: 'indented', span: close }];
  return [{ how: content.startsWith('----') ? 'dashes' : 'blanks', span: close }];
}
