import { graderKeys, ruleKeys, ruleTypes } from '../../grade/schema';
import type { Context, Rule } from '../context';
import type { Findings, Fix } from '../finding';
import { nearest } from '../near';
import { insertAfter, insertFirst, isMissing, missingPlace, slugOf } from '../parts';
import { hasTypo, unknownKeys } from '../unknown-keys';
import { entryOf, isEmpty, itemsOf, numberOf, resolved, textOf, valueOf, type YamlEntry } from '../yaml/tree';
import type { RuleCheck } from './each-rule';
import { rulesOf, type RuleView } from './view';

/** GRD001, GRD002, GRD004, GRD006, GRD012: the file and its rules together. */
export const fileRules: Rule = function* (context) {
  yield* version(context);
  yield* name(context);
  yield* unknownKeys(context.text, context.map, graderKeys, 'GRD006', 'a grader');
  yield* ruleList(context);
  yield* equalIds(context);
};

/** GRD003, GRD005, GRD006, GRD011: what a rule is and what it is called. */
export const nameChecks: RuleCheck = function* (context, rule) {
  yield* typeOfRule(context, rule);
  yield* idOfRule(context, rule);
};

function* version(context: Context): Findings {
  const entry = entryOf(context.map, 'version');
  const line = 'version: 1';
  if (!entry) {
    if (!isMissing(context, 'version') || hasTypo(context.map, graderKeys)) return;
    const fixes = (): Fix[] => [{ title: 'insert', args: { text: line }, edits: [insertFirst(context, line)], auto: true }];
    return yield { code: 'GRD001', span: missingPlace(context), fixes };
  }
  const v = numberOf(entry.value);
  if (v === 1) return;
  const newer = v !== undefined && v > 1;
  const place = isEmpty(entry.value) ? entry.key.span : entry.value.span;
  const fixes = (): Fix[] =>
    newer ? [] : [{ title: 'replace', args: { text: '1' }, edits: [{ ...entry.value.span, text: '1' }] }];
  yield { code: 'GRD001', variant: newer ? 'newer' : 'wrong', args: { v: v ?? 0 }, span: place, fixes };
}

function* name(context: Context): Findings {
  if (!isMissing(context, 'name') || hasTypo(context.map, graderKeys)) return;
  const line = 'name: ""';
  yield {
    code: 'GRD014',
    args: { what: '`name`', reason: 'is missing' },
    span: missingPlace(context),
    fixes: () => [
      { title: 'insert', args: { text: line }, edits: [insertAfter(context, entryOf(context.map, 'version'), line)] },
    ],
  };
}

function* ruleList(context: Context): Findings {
  const entry = entryOf(context.map, 'rules');
  const value = resolved(entry?.value);
  if (!entry) {
    if (isMissing(context, 'rules') && !hasTypo(context.map, graderKeys))
      yield { code: 'GRD002', span: missingPlace(context), fixes: () => [firstRule(context)] };
    return;
  }
  if (isEmpty(value) || (value?.kind === 'list' && value.items.length === 0))
    yield { code: 'GRD002', span: entry.key.span, fixes: () => [firstRule(context, entry)] };
  const rules = rulesOf(context);
  const all = rules.length > 0 && rules.length === itemsOf(value).length;
  if (all && rules.every((rule) => !rule.enabled)) yield { code: 'GRD012', span: entry.key.span, fixes: () => [enabled(rules)] };
}

function firstRule(context: Context, entry?: YamlEntry): Fix {
  const lines = ['rules:', '  - id: says-thanks', '    type: contains', '    any: [thank you, thanks]'].join(context.eol);
  const edit = entry ? { ...entry.span, text: lines } : insertAfter(context, undefined, lines);
  return { title: 'insert', args: { text: 'rules' }, edits: [edit] };
}

function enabled(rules: readonly RuleView[]): Fix {
  const edits = rules.flatMap(({ map }) => {
    const value = valueOf(map, 'enabled');
    return value ? [{ ...value.span, text: 'true' }] : [];
  });
  return { title: 'replace', args: { text: 'enabled: true' }, edits };
}

function* typeOfRule({ text }: Context, { map, type, place, typo }: RuleView): Findings {
  const entry = entryOf(map, 'type');
  if (type !== undefined) return yield* unknownKeys(text, map, ruleKeys[type], 'GRD006', `a ${type} rule`);
  const written = textOf(entry?.value);
  if (!entry || written === undefined) {
    if (!typo || entry) yield { code: 'GRD005', variant: 'missing', span: entry?.key.span ?? place };
    else yield* unknownKeys(text, map, ['type', ...new Set(Object.values(ruleKeys).flat())], 'GRD006', 'a rule');
    return;
  }
  const near = nearest(written, ruleTypes);
  const fixes = (): Fix[] =>
    near === undefined
      ? []
      : [{ title: 'replace', args: { text: near }, edits: [{ ...entry.value.span, text: near }], auto: true }];
  yield {
    code: 'GRD005',
    ...(near === undefined ? {} : { variant: 'near' }),
    args: { written, near: near ?? '' },
    span: entry.value.span,
    fixes,
  };
}

function* idOfRule({ text }: Context, { map, id, place, typo }: RuleView): Findings {
  const entry = entryOf(map, 'id');
  if (!entry) {
    const first = map.entries[0];
    if (typo || !first || map.flow) return;
    const column = first.key.span.start - (text.lastIndexOf('\n', first.key.span.start - 1) + 1);
    const edit = { start: first.key.span.start, end: first.key.span.start, text: `id: ${id}\n${' '.repeat(column)}` };
    return yield { code: 'GRD011', span: place, fixes: () => [{ title: 'insert', args: { text: `id: ${id}` }, edits: [edit] }] };
  }
  const written = textOf(entry.value);
  if (written !== undefined && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(written) && written.length <= 64) return;
  const made = slugOf(written ?? text.slice(entry.value.span.start, entry.value.span.end));
  const fixes = (): Fix[] =>
    made === '' ? [] : [{ title: 'replace', args: { text: made }, edits: [{ ...entry.value.span, text: made }] }];
  yield { code: 'GRD003', span: isEmpty(entry.value) ? entry.key.span : entry.value.span, fixes };
}

function* equalIds(context: Context): Findings {
  const rules = rulesOf(context);
  const ids = new Set(rules.map((rule) => rule.id));
  const seen = new Map<string, RuleView>();
  for (const rule of rules) {
    const written = valueOf(rule.map, 'id');
    if (textOf(written) === undefined || !written) continue;
    const first = seen.get(rule.id);
    if (!first) {
      seen.set(rule.id, rule);
      continue;
    }
    let n = 2;
    while (ids.has(`${rule.id}-${n}`)) n++;
    const text = `${rule.id}-${n}`;
    yield {
      code: 'GRD004',
      args: { id: rule.id },
      span: written.span,
      related: [{ span: valueOf(first.map, 'id')?.span ?? first.place, message: 'The first one' }],
      fixes: () => [{ title: 'replace', args: { text }, edits: [{ ...written.span, text }] }],
    };
  }
}
