import type { ActFacts } from '../feedback/facts';
import { isUnder, type LabelParents } from '../feedback/label-tree';
import { normaliseLabel } from '../feedback/label';
import { scoredTurns } from '../feedback/scores';
import { printJson, readJson } from '../lib/json-text';
import { plainText } from '../trace/plain';
import type { Trace } from '../trace/model';
import { listOf, sliceKeys, type SliceKey } from './canonical';
import { spanOf } from './dates';
import type { HasKind, PlainSlice, Selection, State } from './schema';

/** What a slice looks at. `text` is asked for only when the slice has a text. */
export interface SliceSubject {
  readonly source: string;
  readonly model: string | undefined;
  readonly captured_at: string;
  readonly state: State;
  /** Everyone with a live signal other than a skip or a note. */
  readonly reviewers: ReadonlySet<string>;
  readonly labels: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  readonly has: ReadonlySet<HasKind>;
  /** Folded by `foldText`. */
  text(): string;
}

/**
 * Whether a trace belongs to a slice (LOOP §5): keys narrow together, values of one key widen. Each key and each
 * attribute under `not` excludes on its own. The draw (`sample`, `seed`) is no part of it; `only_unscored` is.
 */
export function matches(selection: Selection, subject: SliceSubject, parents: LabelParents = new Map()): boolean {
  const { not } = selection;
  if (selection.only_unscored && subject.has.has('score')) return false;
  if (!sliceKeys.every((key) => selection[key] === undefined || holds(selection, key, subject, parents))) return false;
  return (
    !not || !excludingParts(not).some((part) => sliceKeys.some((key) => isGiven(part, key) && holds(part, key, subject, parents)))
  );
}

function isGiven(slice: PlainSlice, key: SliceKey): boolean {
  return slice[key] !== undefined;
}

/** Splits attributes, so that `-language=es -tier=gold` shuts out either. */
function excludingParts(not: PlainSlice): PlainSlice[] {
  const { attributes, ...rest } = not;
  return [rest, ...Object.entries(attributes ?? {}).map(([key, value]) => ({ attributes: { [key]: value } }))];
}

type Test = (slice: PlainSlice, subject: SliceSubject, parents: LabelParents) => boolean;

const tests: Readonly<Record<SliceKey, Test>> = {
  label: (s, t, parents) =>
    listOf(s.label).some((wanted) => t.labels.some((label) => isUnder(label, normaliseLabel(wanted), parents))),
  attributes: (s, t) => Object.entries(s.attributes ?? {}).every(([key, wanted]) => hasAttribute(t, key, listOf(wanted))),
  source: (s, t) => listOf(s.source).includes(t.source),
  model: (s, t) => t.model !== undefined && listOf(s.model).includes(t.model),
  since: (s, t) => t.captured_at >= (spanOf({ since: s.since }).from ?? ''),
  until: (s, t) => t.captured_at <= (spanOf({ until: s.until }).to ?? '\uffff'),
  state: (s, t) => listOf(s.state).includes(t.state),
  reviewer: (s, t) => listOf(s.reviewer).some((name) => t.reviewers.has(name)),
  has: (s, t) => listOf(s.has).some((kind) => t.has.has(kind)),
  unlabelled: (_, t) => t.labels.length === 0,
  text: (s, t) => listOf(s.text).some((wanted) => t.text().includes(foldText(wanted))),
};

function holds(slice: PlainSlice, key: SliceKey, subject: SliceSubject, parents: LabelParents): boolean {
  return tests[key](slice, subject, parents);
}

function hasAttribute(subject: SliceSubject, key: string, wanted: readonly string[]): boolean {
  const value = Object.hasOwn(subject.attributes, key) ? subject.attributes[key] : undefined;
  return value !== undefined && wanted.includes(value);
}

/** How text is compared: NFC, without regard to case. */
export function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** The trace as slices see it. `redacted`: whether anything was masked in it. */
export function subjectOf(trace: Trace, facts: ActFacts, redacted: boolean): SliceSubject {
  let folded: string | undefined;
  const live = facts.signals.filter((s) => !s.retracted && s.kind !== 'skip' && s.kind !== 'note');
  return {
    source: trace.source,
    model: trace.model,
    captured_at: trace.captured_at,
    state: facts.standing.state,
    reviewers: new Set(live.map((s) => s.reviewer)),
    labels: facts.labels,
    attributes: facts.attributes,
    has: hasOf(trace, facts, redacted),
    text: () => (folded ??= foldText(searchText(trace))),
  };
}

function hasOf(trace: Trace, facts: ActFacts, redacted: boolean): ReadonlySet<HasKind> {
  const { has } = facts.standing;
  const scored = has.score || scoredTurns(facts).length > 0 || facts.grades.some((g) => g.score !== null);
  const kinds: Record<HasKind, boolean> = {
    up: has.up,
    down: has.down,
    correction: has.correction,
    gold: has.gold,
    pick: has.pick,
    score: scored,
    candidates: facts.candidates.length > 0,
    note: has.note,
    tool_calls: trace.messages.some((m) => (m.tool_calls?.length ?? 0) > 0),
    redactions: redacted,
    pinned: facts.pinned,
    tainted: facts.tainted.length > 0,
  };
  return new Set((Object.keys(kinds) as HasKind[]).filter((kind) => kinds[kind]));
}

/** What a text search reads: message texts and tool arguments, with escapes in JSON decoded. */
export function searchText(trace: Pick<Trace, 'messages'>): string {
  return trace.messages
    .flatMap((m) => [plainText(m.content), ...(m.tool_calls ?? []).flatMap((call) => [call.name, decoded(call.arguments)])])
    .join('\n');
}

function decoded(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return printJson(readJson(text));
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
