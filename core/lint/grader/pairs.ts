import type { Context, Rule } from '../context';
import type { Findings } from '../finding';
import { Remembered } from '../remembered';
import { deleteItem } from '../repairs';
import { plainValue } from '../yaml/plain';
import { oneOrMore, textOf, valueOf, type YamlNode } from '../yaml/tree';
import { expectedOf, holds, type Phrase, phrasesOf, wholeWord } from './phrases';
import { covers, ofType, rulesOf, type RuleView, sameScope } from './view';

/** GRD022, GRD026, GRD031, GRD053, GRD073: rules that contradict or repeat one another. */
export const pairRules: Rule = function* (context) {
  yield* contradictingPhrases(context);
  yield* repeatedChecks(context);
  yield* exactAgainstPhrases(context);
  yield* jsonAgainstPhrases(context);
  yield* contradictingTools(context);
};

function* contradictingPhrases(context: Context): Findings {
  const rules = ofType(context, 'contains').filter((rule) => rule.enabled);
  const forbidding = rules
    .map((rule) => ({ rule, phrases: phrasesOf(rule, 'none') }))
    .filter(({ phrases }) => phrases.length > 0);
  if (forbidding.length === 0) return;
  for (const rule of rules) {
    for (const phrase of phrasesOf(rule, 'all')) {
      for (const { rule: other, phrases } of forbidding) {
        if (other !== rule) yield* contradiction(rule, phrase, other, phrases);
      }
    }
  }
}

function* contradiction(rule: RuleView, phrase: Phrase, other: RuleView, forbidden: readonly Phrase[]): Findings {
  const clash = forbidden.find((candidate) => holds(phrase.form, candidate.form, wholeWord(other)));
  const same = sameScope(rule.scope, other.scope);
  if (!clash || (!same && !covers(rule.scope, other.scope) && !covers(other.scope, rule.scope))) return;
  yield {
    code: 'GRD022',
    ...(same ? {} : { variant: 'covered' }),
    args: { id: other.id, phrase: clash.text },
    span: phrase.node.span,
    related: [{ span: clash.node.span, message: 'Forbidden here' }],
  };
}

const names: ReadonlySet<string> = new Set(['id', 'title', 'weight', 'note']);

function* repeatedChecks(context: Context): Findings {
  const seen = new Map<string, RuleView>();
  for (const rule of rulesOf(context)) {
    if (rule.type === undefined) continue;
    const text = context.text.slice(rule.map.span.start, rule.map.span.end);
    const make = () => checkForm(rule);
    // What an alias stands for is written elsewhere.
    const { form, checks } = text.includes('*') ? make() : forms.of(text, make);
    const first = seen.get(form);
    // Two rules of one name are a copy whose name was not changed: that is said already.
    const fixes = () => (context.map ? deleteItem(context, context.map, 'rules', rule.map) : []);
    if (first && first.id !== rule.id && checks > 1) yield { code: 'GRD026', args: { id: first.id }, span: rule.place, fixes };
    if (!first) seen.set(form, rule);
  }
}

const forms = new Remembered<{ readonly form: string; readonly checks: number }>(500_000);

/** What a rule checks, in a form that is equal for equal checks. */
function checkForm({ map }: RuleView): { form: string; checks: number } {
  const checks = Object.entries(plainValue(map) ?? {}).filter(([key]) => !names.has(key));
  return { form: JSON.stringify(checks.sort(([a], [b]) => (a < b ? -1 : 1))), checks: checks.length };
}

function* exactAgainstPhrases(context: Context): Findings {
  const required = ofType(context, 'contains').flatMap((rule) => phrasesOf(rule, 'all').map((phrase) => ({ rule, phrase })));
  for (const rule of ofType(context, 'exact')) {
    const answers = expectedOf(rule);
    const at = textOf(valueOf(rule.map, 'at')) ?? 'whole';
    const [first] = answers;
    if (!first || at !== 'whole') continue;
    for (const { rule: other, phrase } of required) {
      if (!sameScope(rule.scope, other.scope)) continue;
      if (answers.some((answer) => holds(answer.text.toLowerCase(), phrase.text.toLowerCase(), wholeWord(other)))) continue;
      yield { code: 'GRD031', args: { phrase: phrase.text, id: other.id }, span: first.node.span };
      break;
    }
  }
}

function* jsonAgainstPhrases(context: Context): Findings {
  for (const rule of ofType(context, 'json')) {
    const schema = valueOf(rule.map, 'schema');
    const object = valueOf(rule.map, 'required') !== undefined || textOf(valueOf(schema, 'type')) === 'object';
    if (!object) continue;
    for (const other of ofType(context, 'contains')) {
      if (!covers(other.scope, rule.scope)) continue;
      const clash = phrasesOf(other, 'none').find((phrase) => /^[{}]$/.test(phrase.text.trim()));
      if (clash) yield { code: 'GRD053', args: { phrase: clash.text.trim(), id: other.id }, span: rule.place };
    }
  }
}

function toolsOf({ map }: RuleView): { name: string; node: YamlNode }[] {
  return [...oneOrMore(valueOf(map, 'tool')), ...oneOrMore(valueOf(map, 'any_of'))].flatMap((node) => {
    const name = textOf(node);
    return name === undefined ? [] : [{ name, node }];
  });
}

function wantsNone({ map }: RuleView): boolean {
  return textOf(valueOf(map, 'expect')) === 'not_called';
}

function* contradictingTools(context: Context): Findings {
  const rules = ofType(context, 'tool_call').filter((rule) => rule.enabled);
  const forbidding = rules.filter(wantsNone);
  for (const rule of rules.filter((candidate) => !wantsNone(candidate))) {
    const tools = toolsOf(rule);
    for (const other of forbidding) {
      if (!sameScope(rule.scope, other.scope)) continue;
      const banned = new Set(toolsOf(other).map((tool) => tool.name));
      const [first] = tools;
      // With alternatives left the two can both pass.
      if (first && tools.every((tool) => banned.has(tool.name)))
        yield { code: 'GRD073', args: { id: other.id }, span: first.node.span };
    }
  }
}
