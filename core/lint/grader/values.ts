import type { Context } from '../context';
import type { Findings, Fix } from '../finding';
import { deleteKey, insertKey } from '../repairs';
import { entryOf, numberOf, resolved, valueOf, type YamlMap } from '../yaml/tree';
import type { RuleCheck } from './each-rule';
import type { RuleView } from './view';

/** GRD030, GRD040–GRD045: exact answers and numbers. */
export const valueChecks: RuleCheck = function* (context, rule) {
  if (rule.type === 'exact') yield* exactGiven(context, rule);
  if (rule.type !== 'number') return;
  yield* numberGiven(context, rule);
  yield* tolerance(rule);
  yield* range(rule);
  yield* tooLarge(rule);
};

function* exactGiven(context: Context, { map, place, typo }: RuleView): Findings {
  const expected = entryOf(map, 'expected');
  const reference = entryOf(map, 'reference');
  if (!expected && !reference) {
    if (!typo) yield { code: 'GRD030', span: place, fixes: () => given(context, map, 'expected: ""') };
    return;
  }
  if (expected && reference) {
    const fixes = () => [...deleteKey(context.text, map, reference), ...deleteKey(context.text, map, expected)];
    yield { code: 'GRD030', variant: 'both', span: reference.span, fixes };
  }
}

/** The answer to be written, or the one people gave. */
function given(context: Context, map: YamlMap, expected: string): Fix[] {
  const type = entryOf(map, 'type');
  return [...insertKey(context, map, type, 'reference: gold'), ...insertKey(context, map, type, expected)];
}

function* numberGiven(context: Context, { map, place, typo }: RuleView): Findings {
  const expected = entryOf(map, 'expected');
  const reference = entryOf(map, 'reference');
  const limit = entryOf(map, 'min') ?? entryOf(map, 'max');
  const present = [expected, reference, limit].filter((entry) => entry !== undefined);
  const [, second] = present;
  if (present.length === 0 && !typo) yield { code: 'GRD040', span: place, fixes: () => given(context, map, 'expected: 0') };
  const fixes = () => [...deleteKey(context.text, map, second), ...deleteKey(context.text, map, present[0])];
  if (second && present.length === 2 && (!entryOf(map, 'min') || !entryOf(map, 'max')))
    yield { code: 'GRD040', variant: 'both', span: second.span, fixes };
  else if (second) yield { code: 'GRD040', variant: 'both', span: second.span };
}

function* tolerance({ map }: RuleView): Findings {
  const expected = numberOf(valueOf(map, 'expected'));
  for (const key of ['tolerance', 'tolerance_percent']) {
    const entry = entryOf(map, key);
    const t = numberOf(entry?.value);
    if (!entry || t === undefined) continue;
    const text = String(Math.abs(t));
    if (t < 0) {
      yield {
        code: 'GRD041',
        span: entry.value.span,
        fixes: () => [{ title: 'replace', args: { text }, edits: [{ ...entry.value.span, text }] }],
      };
    } else if (key === 'tolerance_percent' && expected === 0) {
      const edits = [{ ...entry.key.span, text: 'tolerance' }];
      yield { code: 'GRD043', span: entry.span, fixes: () => [{ title: 'rename_key', args: { key: 'tolerance' }, edits }] };
    } else if (expected !== undefined && expected !== 0 && allowance(key, t, expected) >= Math.abs(expected)) {
      yield { code: 'GRD042', args: { t: key === 'tolerance' ? t : `${t} %`, e: expected }, span: entry.value.span };
    }
  }
}

function allowance(key: string, t: number, expected: number): number {
  return key === 'tolerance' ? t : (Math.abs(expected) * t) / 100;
}

function* range({ map }: RuleView): Findings {
  const min = entryOf(map, 'min');
  const max = entryOf(map, 'max');
  const [low, high] = [numberOf(min?.value), numberOf(max?.value)];
  if (!min || !max || low === undefined || high === undefined || low <= high) return;
  yield {
    code: 'GRD045',
    span: max.value.span,
    related: [{ span: min.value.span, message: '`min`' }],
    fixes: () => [
      {
        title: 'swap',
        edits: [
          { ...min.value.span, text: String(high) },
          { ...max.value.span, text: String(low) },
        ],
      },
    ],
  };
}

/** Whole numbers above 2^53 are rounded while being read. */
function* tooLarge({ map }: RuleView): Findings {
  for (const key of ['expected', 'min', 'max']) {
    const value = resolved(valueOf(map, key));
    if (value?.kind !== 'scalar' || typeof value.value !== 'number' || !/^[-+]?\d{16,}$/.test(value.source)) continue;
    const exact = BigInt(value.source.replace(/^\+/, ''));
    if (BigInt(value.value) !== exact)
      yield { code: 'GRD044', args: { n: value.source, m: BigInt(value.value).toString() }, span: value.span };
  }
}
