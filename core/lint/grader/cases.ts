import { exampleKeys, verdicts } from '../../grade/schema';
import type { Context, Rule } from '../context';
import type { Findings, Fix } from '../finding';
import { nearest } from '../near';
import { deleteKey, insertItem, replaceBy } from '../repairs';
import { unknownKeys } from '../unknown-keys';
import { entriesOf, itemsOf, numberOf, textOf, valueOf, type YamlNode } from '../yaml/tree';
import { numberAsText } from './weight';
import { rulesOf } from './view';

/** GRD091–GRD093: the cases a grader brings to show what it means. */
export const caseRules: Rule = function* (context) {
  const cases = itemsOf(valueOf(context.map, 'examples'));
  for (const item of cases) {
    yield* unknownKeys(context.text, item, exampleKeys, 'GRD006', 'a case');
    yield* numberAsText(entriesOf(item).find((entry) => entry.name === 'score'));
    yield* unknownRules(context, item);
  }
  if (cases.length === 0) return;
  yield* neverShown(context, cases);
  yield* sameScores(cases);
};

function* unknownRules(context: Context, item: YamlNode): Findings {
  const ids = rulesOf(context).map((rule) => rule.id);
  const expect = valueOf(item, 'expect');
  for (const entry of entriesOf(expect)) {
    const { name: id, key } = entry;
    if (ids.includes(id)) continue;
    const near = nearest(id, ids);
    yield {
      code: 'GRD091',
      ...(near === undefined ? {} : { variant: 'near' }),
      args: { id, near: near ?? '' },
      span: key.span,
      fixes: () => [
        ...(near === undefined ? [] : [replaceBy(key.span, near)]),
        ...(expect?.kind === 'map' ? deleteKey(context.text, expect, entry) : []),
      ],
    };
  }
}

function* neverShown(context: Context, cases: readonly YamlNode[]): Findings {
  const shown = new Set<string>();
  for (const item of cases) {
    for (const { name: id, value } of entriesOf(valueOf(item, 'expect'))) shown.add(`${id} ${textOf(value) ?? ''}`);
  }
  for (const rule of rulesOf(context)) {
    if (!rule.enabled) continue;
    const missing = verdicts.filter(
      (verdict) => (verdict === 'pass' || verdict === 'fail') && !shown.has(`${rule.id} ${verdict}`),
    );
    if (missing.length === 0) continue;
    const verdict = missing.map((word) => `${word}ing`).join(' or ');
    const fixes = () => missing.flatMap((word) => newCase(context, rule.id, word));
    yield { code: 'GRD092', args: { id: rule.id, verdict }, span: rule.place, fixes };
  }
}

function newCase(context: Context, id: string, verdict: string): Fix[] {
  const list = valueOf(context.map, 'examples');
  const lines = [`name: ${verdict === 'pass' ? 'passes' : 'fails'} ${id}`, 'answer: ""', `expect: { ${id}: ${verdict} }`];
  return list?.kind === 'list' ? insertItem(context, list, lines) : [];
}

function* sameScores(cases: readonly YamlNode[]): Findings {
  const scores = cases.map((item) => numberOf(valueOf(item, 'score')));
  const [first] = scores;
  const [item] = cases;
  if (!item || first === undefined || cases.length < 2 || scores.some((score) => score !== first)) return;
  yield { code: 'GRD093', span: entriesOf(item).find((entry) => entry.name === 'score')?.span ?? item.span };
}
