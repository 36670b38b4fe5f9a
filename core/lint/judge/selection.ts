import type { Context, Rule } from '../context';
import type { Findings, Fix } from '../finding';
import { insertAfter, isMissing, missingPlace } from '../parts';
import { selectionKeys, sliceFindings, type SliceCodes } from '../slices';
import { booleanOf, entryOf, isEmpty, numberOf, valueOf, type YamlEntry } from '../yaml/tree';
import { dimensionsOf, type DimensionView, stepsOf } from './view';

export const selectionCodes: SliceCodes = {
  keys: 'JDG006',
  never: 'JDG041',
  label: { code: 'JDG041', variant: 'label' },
  shape: 'JDG007',
  what: 'a selection',
};

/** JDG032, JDG033, JDG040–JDG043: what is judged, and what comes of it. */
export const selectionRules: Rule = function* (context) {
  for (const key of ['pass_threshold', 'label_threshold']) yield* threshold(entryOf(context.map, key));
  yield* fence(context);
  yield* selection(context);
  yield* writeGold(context);
};

function* threshold(entry: YamlEntry | undefined): Findings {
  const n = numberOf(entry?.value);
  if (!entry || n === undefined || (n >= 0 && n <= 1)) return;
  const text = String(n / 100);
  const fixes = (): Fix[] =>
    n > 1 && n <= 100 ? [{ title: 'replace', args: { text }, edits: [{ ...entry.value.span, text }], auto: true }] : [];
  yield { code: 'JDG032', args: { key: entry.name }, span: entry.value.span, fixes };
}

/** A label threshold on which scores can fall: such rows are neither good nor bad. */
function* fence(context: Context): Findings {
  const entry = entryOf(context.map, 'label_threshold');
  const t = numberOf(entry?.value);
  if (!entry || t === undefined || !reachable(dimensionsOf(context), t)) return;
  const text = String(Math.round((t + 0.01) * 100) / 100);
  yield {
    code: 'JDG033',
    args: { threshold: t },
    span: entry.value.span,
    fixes: () => [{ title: 'replace', args: { text }, edits: [{ ...entry.value.span, text }] }],
  };
}

const mostScores = 20_000;

/** Whether some combination of scores has exactly this mean. Judges who may give any number like halves best. */
function reachable(dimensions: readonly DimensionView[], wanted: number): boolean {
  let means = new Set<number>([0]);
  const weights = dimensions.map(({ map }) => Math.max(0, numberOf(valueOf(map, 'weight')) ?? 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total <= 0 || !Number.isFinite(total)) return false;
  for (const [i, { scale }] of dimensions.entries()) {
    const n = scale ? stepsOf(scale) : Infinity;
    const levels = Number.isFinite(n) ? Array.from({ length: n }, (_, k) => k / (n - 1)) : [0, 0.5, 1];
    if (means.size * levels.length > mostScores) return false;
    const next = new Set<number>();
    for (const mean of means) for (const level of levels) next.add(rounded(mean + (level * (weights[i] ?? 1)) / total));
    means = next;
  }
  return means.has(rounded(wanted));
}

function rounded(n: number): number {
  return Math.round(n * 1e9) / 1e9;
}

function* selection(context: Context): Findings {
  const entry = entryOf(context.map, 'selection');
  if (!entry) {
    const line = 'selection: { sample: 50, only_unscored: true }';
    const fixes = (): Fix[] => [{ title: 'insert', args: { text: line }, edits: [insertAfter(context, undefined, line)] }];
    if (isMissing(context, 'selection')) yield { code: 'JDG042', span: missingPlace(context), fixes };
    return;
  }
  yield* sliceFindings(context, entry.value, selectionCodes, selectionKeys);
  const sample = entryOf(entry.value, 'sample');
  const n = numberOf(sample?.value);
  if (!sample || (n !== undefined && Number.isInteger(n) && n >= 1)) return;
  const fixes = (): Fix[] => [{ title: 'replace', args: { text: '50' }, edits: [{ ...sample.value.span, text: '50' }] }];
  yield { code: 'JDG040', span: isEmpty(sample.value) ? sample.key.span : sample.value.span, fixes };
}

/** Said once; a comment `# chosen` says that it is meant. */
function* writeGold({ map, text, lines }: Context): Findings {
  const entry = entryOf(map, 'write_gold');
  if (!entry || booleanOf(entry.value) !== true) return;
  const { end } = lines.lineAt(entry.span.end);
  if (/#\s*chosen\b/.test(text.slice(entry.span.end, end))) return;
  const at = entry.value.span.end;
  yield {
    code: 'JDG043',
    span: entry.value.span,
    fixes: () => [
      { title: 'replace', args: { text: 'false' }, edits: [{ ...entry.value.span, text: 'false' }] },
      { title: 'insert', args: { text: '# chosen' }, edits: [{ start: at, end: at, text: ' # chosen' }] },
    ],
  };
}
