import type { Span } from './span';

/** Zero-based line and UTF-16 character, as editors count. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** Where lines begin; `\n`, `\r\n` and a lone `\r` end one, as in the language server protocol. */
export interface Lines {
  readonly count: number;
  position(offset: number): Position;
  /** The line without its end; an empty place at the end of the text for lines that are not there. */
  line(number: number): Span;
  lineAt(offset: number): Span;
}

export function linesOf(text: string): Lines {
  const starts = lineStarts(text);
  const numberAt = (offset: number) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const line = (number: number): Span => {
    const start = starts[number] ?? text.length;
    let end = starts[number + 1] ?? text.length;
    while (end > start && isLineEnd(text.charCodeAt(end - 1))) end--;
    return { start, end };
  };
  return {
    count: starts.length,
    line,
    lineAt: (offset) => line(numberAt(offset)),
    position(offset) {
      const at = Math.min(Math.max(0, offset), text.length);
      const number = numberAt(at);
      const { start, end } = line(number);
      return { line: number, character: Math.min(at, end) - start };
    },
  };
}

function isLineEnd(unit: number): boolean {
  return unit === 10 || unit === 13;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  if (!text.includes('\r')) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    return starts;
  }
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 10 || (unit === 13 && text.charCodeAt(i + 1) !== 10)) starts.push(i + 1);
  }
  return starts;
}
