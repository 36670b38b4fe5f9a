import type { Rule } from '../context';
import type { Findings } from '../finding';
import { entryOf, isEmpty, numberOf, resolved, textOf, valueOf, type YamlEntry } from '../yaml/tree';
import type { RuleCheck } from './each-rule';
import { covers, rulesOf, type RuleView, type Scope } from './view';

const largest = 1000;
const mostShare = 0.8;

/** GRD009, GRD010: the threshold, and what share of the score a rule has. */
export const weightRules: Rule = function* (context) {
  const { map } = context;
  yield* numberAsText(entryOf(map, 'pass_threshold'));
  const rules = rulesOf(context);
  const loads = loadsOf(rules);
  for (const rule of rules) yield* share(rule, loads);
};

/** GRD007–GRD009: how much a rule counts, and numbers written as text. */
export const weightChecks: RuleCheck = function* (_, rule) {
  for (const key of numbersOf(rule)) yield* numberAsText(entryOf(rule.map, key));
  for (const key of ['min', 'max']) yield* numberAsText(entryOf(valueOf(rule.map, 'count'), key));
  yield* weight(rule, entryOf(rule.map, 'weight'));
};

function numbersOf({ type }: RuleView): readonly string[] {
  return type === 'number' ? ['weight', 'expected', 'min', 'max', 'tolerance', 'tolerance_percent'] : ['weight'];
}

/** `"2"`, `"1,200.00"`: a fix for what can be read as a number, in either way of writing thousands. */
export function* numberAsText(entry: YamlEntry | undefined): Findings {
  const text = textOf(entry?.value);
  if (!entry || text === undefined) return;
  const number = numberIn(text);
  yield {
    code: 'GRD009',
    args: { text },
    span: entry.value.span,
    fixes: () =>
      number === undefined
        ? []
        : [{ title: 'replace', args: { text: number }, edits: [{ ...entry.value.span, text: number }], auto: true }],
  };
}

function numberIn(text: string): string | undefined {
  const bare = text.trim().replace(/[_ \u00a0](?=\d{3}\b)/g, '');
  const english = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(bare);
  const continental = /^-?\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?$|^-?\d{1,3}(?:\.\d{3})+,\d+$/.test(bare);
  const plain = english ? bare.replaceAll(',', '') : continental ? bare.replaceAll('.', '').replace(',', '.') : bare;
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? String(Number(plain)) : undefined;
}

function* weight({ map }: RuleView, entry: YamlEntry | undefined): Findings {
  const n = numberOf(entry?.value);
  if (!entry || n === undefined) return;
  const one = { title: 'replace', args: { text: '1' }, edits: [{ ...entry.value.span, text: '1' }] } as const;
  if (!Number.isFinite(n) || n < 0 || n > largest) return yield { code: 'GRD008', span: entry.value.span, fixes: () => [one] };
  if (n > 0) return;
  const off = { title: 'replace', args: { text: 'enabled: false' }, edits: [{ ...entry.span, text: 'enabled: false' }] } as const;
  yield { code: 'GRD007', span: entry.value.span, fixes: () => (entryOf(map, 'enabled') ? [one] : [off, one]) };
}

/** What the rules of one filter weigh together. */
interface Load {
  readonly scope: Scope;
  rules: number;
  weight: number;
}

function loadsOf(rules: readonly RuleView[]): readonly Load[] {
  const loads = new Map<string, Load>();
  for (const rule of rules) {
    if (!rule.enabled) continue;
    const key = JSON.stringify(Object.entries(rule.scope).sort());
    const load = loads.get(key) ?? { scope: rule.scope, rules: 0, weight: 0 };
    load.rules++;
    load.weight += weightOf(rule);
    loads.set(key, load);
  }
  return [...loads.values()];
}

/** One rule that outweighs all others together makes them decoration. */
function* share(rule: RuleView, loads: readonly Load[]): Findings {
  const entry = entryOf(rule.map, 'weight');
  if (!entry || !rule.enabled) return;
  const beside = loads.filter((load) => covers(load.scope, rule.scope));
  const total = beside.reduce((sum, load) => sum + load.weight, 0);
  const p = total > 0 ? weightOf(rule) / total : 0;
  if (beside.reduce((sum, load) => sum + load.rules, 0) < 2 || p <= mostShare) return;
  const slice = resolved(valueOf(rule.map, 'slice'));
  const where = textOf(slice) === undefined ? (slice ? ' in its slice' : '') : ` in ${textOf(slice) ?? ''}`;
  yield {
    code: 'GRD010',
    args: { p: Math.round(p * 100), where },
    span: isEmpty(entry.value) ? entry.key.span : entry.value.span,
  };
}

function weightOf({ map }: RuleView): number {
  const n = numberOf(valueOf(map, 'weight')) ?? 1;
  return Number.isFinite(n) && n > 0 ? n : 0;
}
