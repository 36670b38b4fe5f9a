import { type Span, span } from '../span';
import type { YamlScalar } from './tree';

/** Where characters `from` to `to` of a text value stand in the source; the whole value when that cannot be told. */
export function placeInScalar(text: string, scalar: YamlScalar, from: number, to: number): Span {
  const source = text.slice(scalar.span.start, scalar.span.end);
  if (/[\r\n]/.test(source)) return scalar.span;
  if (scalar.style === 'plain') return span(scalar.span.start + from, Math.min(scalar.span.start + to, scalar.span.end));
  if (scalar.style === 'single') return span(singleAt(source, scalar.span.start, from), singleAt(source, scalar.span.start, to));
  if (scalar.style === 'double' && !source.includes('\\')) {
    return span(scalar.span.start + 1 + from, Math.min(scalar.span.start + 1 + to, scalar.span.end - 1));
  }
  return scalar.span;
}

/** In single quotes every quote of the text is written twice. */
function singleAt(source: string, start: number, index: number): number {
  let at = 1;
  for (let i = 0; i < index && at < source.length - 1; i++) at += source.startsWith("''", at) ? 2 : 1;
  return start + at;
}
