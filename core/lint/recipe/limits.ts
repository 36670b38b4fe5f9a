import type { Method } from '../../dataset/recipe';
import type { Context, Rule } from '../context';
import type { Findings, Fix } from '../finding';
import { entryOf, isEmpty, numberOf, textOf, valueOf } from '../yaml/tree';

/** Which method looks at a threshold. */
const thresholds: Readonly<Record<string, Method>> = { min_score: 'sft', min_margin: 'dpo', label_threshold: 'kto' };
const largestHoldout = 90;

/** DST004–DST006: numbers. */
export const limitRules: Rule = function* (context) {
  yield* thresholdRules(context);
  yield* holdout(context);
  yield* sample(context);
};

function* thresholdRules({ map }: Context): Findings {
  const method = textOf(valueOf(map, 'method'));
  for (const [key, reader] of Object.entries(thresholds)) {
    const entry = entryOf(map, key);
    const n = numberOf(entry?.value);
    if (!entry) continue;
    if (n !== undefined && !(n >= 0 && n <= 1)) {
      const text = String(n / 100);
      const fixes = (): Fix[] =>
        n > 1 && n <= 100 ? [{ title: 'replace', args: { text }, edits: [{ ...entry.value.span, text }], auto: true }] : [];
      yield { code: 'DST004', args: { key }, span: entry.value.span, fixes };
    } else if (method !== undefined && method !== reader) {
      yield { code: 'DST004', variant: 'ignored', args: { key, method }, span: entry.key.span, unnecessary: true };
    }
  }
}

function* holdout({ map }: Context): Findings {
  const entry = entryOf(map, 'holdout_percent');
  const n = numberOf(entry?.value);
  if (!entry || n === undefined) return;
  const fixes = (): Fix[] => [{ title: 'replace', args: { text: '20' }, edits: [{ ...entry.value.span, text: '20' }] }];
  if (n === 0) yield { code: 'DST005', variant: 'none', span: entry.value.span, fixes };
  else if (!(n > 0 && n <= largestHoldout)) yield { code: 'DST005', span: entry.value.span, fixes };
}

function* sample({ map }: Context): Findings {
  const entry = entryOf(map, 'sample');
  const n = numberOf(entry?.value);
  if (!entry || (n !== undefined && Number.isInteger(n) && n >= 1)) return;
  const fixes = (): Fix[] => [
    { title: 'replace', args: { text: '500' }, edits: [{ ...entry.value.span, text: isEmpty(entry.value) ? ' 500' : '500' }] },
  ];
  yield { code: 'DST006', span: isEmpty(entry.value) ? entry.key.span : entry.value.span, fixes };
}
