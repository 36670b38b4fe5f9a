import { sinceTime, untilTime } from '../slice/dates';
import { selection, slice } from '../slice/schema';
import type { LintCode } from './codes';
import type { Context } from './context';
import type { Findings } from './finding';
import { unknownKeys } from './unknown-keys';
import { booleanOf, entryOf, oneOrMore, resolved, textOf, valueOf, type YamlNode } from './yaml/tree';
import { scalarText } from './yaml/write';

/** Under which codes a kind of file reports what is wrong with a slice. */
export interface SliceCodes {
  readonly keys: Extract<LintCode, 'GRD006' | 'JDG006' | 'DST002'>;
  /** Selects nothing; variant `dates` for a span that ends before it begins. */
  readonly never: LintCode;
  readonly label: { readonly code: LintCode; readonly variant?: string };
  readonly shape: LintCode;
  readonly what: string;
}

export const sliceKeys: readonly string[] = Object.keys(slice.shape);
export const selectionKeys: readonly string[] = Object.keys(selection.shape);
const plainKeys = sliceKeys.filter((key) => key !== 'not');

/** What can be told of a filter without a store: keys, dates, labels, and whether it can select anything. */
export function* sliceFindings(
  { text }: Context,
  node: YamlNode | undefined,
  codes: SliceCodes,
  known: readonly string[] = sliceKeys,
): Findings {
  const map = resolved(node);
  if (map?.kind !== 'map') return;
  yield* unknownKeys(text, map, known, codes.keys, codes.what);
  yield* unknownKeys(text, valueOf(map, 'not'), plainKeys, codes.keys, codes.what);
  for (const part of [map, valueOf(map, 'not')]) {
    yield* labelFindings(part, codes);
    yield* dateFindings(part, codes);
  }
  yield* neverFindings(map, codes);
}

function* labelFindings(node: YamlNode | undefined, { label: { code, variant } }: SliceCodes): Findings {
  for (const label of oneOrMore(entryOf(node, 'label')?.value)) {
    const written = textOf(label);
    if (written === undefined) continue;
    const stored = written.normalize('NFC').toLowerCase().trim();
    if (stored === written || stored === '') continue;
    const fixes = () => [
      { title: 'replace' as const, args: { text: stored }, edits: [{ ...label.span, text: scalarText(stored) }], auto: true },
    ];
    yield { code, ...(variant === undefined ? {} : { variant }), args: { label: written }, span: label.span, fixes };
  }
}

function* dateFindings(node: YamlNode | undefined, codes: SliceCodes): Findings {
  const since = entryOf(node, 'since');
  const until = entryOf(node, 'until');
  const from = momentOf(since?.value, sinceTime);
  const to = momentOf(until?.value, untilTime);
  for (const [entry, moment] of [
    [since, from],
    [until, to],
  ] as const) {
    if (!entry || moment !== undefined || textOf(entry.value) === undefined) continue;
    const args = { what: `\`${entry.name}\``, reason: 'write a date as 2026-09-01 or a time as 2026-09-01T12:00:00Z' };
    yield { code: codes.shape, args, span: entry.value.span };
  }
  if (until && from !== undefined && to !== undefined && from > to)
    yield { code: codes.never, variant: 'dates', span: until.value.span };
}

function momentOf(node: YamlNode | undefined, read: (text: string) => string): string | undefined {
  const text = textOf(node);
  if (text === undefined) return undefined;
  try {
    return read(text);
  } catch {
    return undefined;
  }
}

function* neverFindings(map: YamlNode, { never }: SliceCodes): Findings {
  const unlabelled = entryOf(map, 'unlabelled');
  const label = entryOf(map, 'label');
  if (unlabelled && label && booleanOf(unlabelled.value) === true) yield { code: never, span: unlabelled.span };
}
