/** A stretch of the document in UTF-16 units from its beginning, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export function span(start: number, end: number): Span {
  return { start, end };
}

/** True when the two share a character, or when one of them is an empty place inside or at the edge of the other. */
export function overlaps(a: Span, b: Span): boolean {
  if (a.start === a.end || b.start === b.end) return a.start <= b.end && b.start <= a.end;
  return a.start < b.end && b.start < a.end;
}

export function within(inner: Span, outer: Span): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

/** The same place, one line at most and never outside the text: what an editor can underline. */
export function clamp({ start, end }: Span, length: number): Span {
  const from = Math.min(Math.max(0, start), length);
  return { start: from, end: Math.min(Math.max(from, end), length) };
}
