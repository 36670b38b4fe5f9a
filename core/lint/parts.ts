import type { Context } from './context';
import type { Edit } from './finding';
import { type Span, span } from './span';
import { entryOf, textOf, valueOf, type YamlEntry, type YamlNode } from './yaml/tree';

/** True when a key is nowhere, and not just somewhere behind a mistake or being typed on a line of its own. */
export function isMissing({ map, yaml }: Context, key: string): boolean {
  if (map === undefined || yaml?.lost === true || entryOf(map, key) !== undefined) return false;
  return !yaml?.mistakes.some((mistake) => mistake.variant === 'keyless');
}

/** True when a mistake is in this item of a list, or between it and the next: then nothing in it is surely missing. */
export function isDisturbed({ yaml }: Context, item: YamlNode, next: YamlNode | undefined): boolean {
  const until = next?.span.start ?? Infinity;
  return yaml?.mistakes.some(({ damaged }) => damaged.start >= item.span.start && damaged.start < until) ?? false;
}

/** Where a missing key is reported: the opening fence, or the first line of plain YAML. */
export function missingPlace({ front, lines }: Context): Span {
  return front && front.state !== 'none' ? front.open : lines.line(0);
}

export function isExpert({ map }: Context): boolean {
  return textOf(valueOf(map, 'type'))?.toLowerCase() === 'expert';
}

/** A new line before the first key. */
export function insertFirst({ yaml, eol }: Context, line: string): Edit {
  const at = yaml?.span.start ?? 0;
  return { ...span(at, at), text: line + eol };
}

/** A new line after the whole entry of a key, or at the end of the keys. */
export function insertAfter({ yaml, text, lines, eol }: Context, entry: YamlEntry | undefined, line: string): Edit {
  const end = yaml?.span.end ?? text.length;
  if (!entry) return insertAt(text, end, line, eol);
  const last = lines.lineAt(Math.max(entry.span.start, entry.span.end - 1));
  const next = lines.line(lines.position(last.start).line + 1).start;
  return insertAt(text, Math.min(Math.max(next, last.end), end), line, eol);
}

function insertAt(text: string, at: number, line: string, eol: string): Edit {
  const startsLine = at === 0 || /[\r\n]/.test(text[at - 1] ?? '');
  return { ...span(at, at), text: startsLine ? line + eol : eol + line };
}

/** Characters as people count them. */
export function lengthOf(text: string): number {
  let n = 0;
  for (const point of text) n += point === '' ? 0 : 1;
  return n;
}

/** Letters and digits of a name in the form every client takes. */
export function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64)
    .replace(/-+$/, '');
}
