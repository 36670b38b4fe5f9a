import type { Context } from '../context';
import type { Finding, Findings, Fix } from '../finding';
import { lengthOf } from '../parts';
import { deleteItem, insertKey, replaceBy } from '../repairs';
import { booleanOf, entryOf, itemsOf, resolved, textOf, typeOf, valueOf, type YamlNode } from '../yaml/tree';
import { quoted } from '../yaml/write';
import type { RuleCheck } from './each-rule';
import type { RuleView } from './view';

const lists = ['all', 'any', 'none'] as const;
type List = (typeof lists)[number];
const longRequired = 80;

/** A phrase with the form in which two of the same rule are compared. */
export interface Phrase {
  readonly node: YamlNode;
  readonly text: string;
  readonly form: string;
}

export function phrasesOf({ map }: RuleView, list: string): Phrase[] {
  const ignoreCase = booleanOf(valueOf(map, 'ignore_case')) !== false;
  return itemsOf(valueOf(map, list)).flatMap((node) => {
    const text = textOf(node);
    if (text === undefined) return [];
    return [{ node, text, form: ignoreCase ? text.toLowerCase() : text }];
  });
}

export function wholeWord({ map }: RuleView): boolean {
  return booleanOf(valueOf(map, 'whole_word')) === true;
}

/** GRD013, GRD020, GRD021, GRD023–GRD025, GRD027: the phrases of one rule. */
export const phraseChecks: RuleCheck = function* (context, rule) {
  yield* notText(context.text, rule);
  if (rule.type === 'exact') yield* tooLong(expectedOf(rule));
  if (rule.type !== 'contains') return;
  const given = lists.filter((list) => valueOf(rule.map, list) !== undefined);
  if (given.length === 0 && !rule.typo) {
    const fixes = () => insertKey(context, rule.map, entryOf(rule.map, 'type'), 'any: [""]');
    yield { code: 'GRD020', span: rule.place, fixes };
  }
  yield* neverPasses(context, rule);
  for (const list of lists) {
    yield* repeated(context, rule, list);
    if (!wholeWord(rule)) yield* implied(context, rule, list);
    yield* tooShort(context, rule, list);
  }
  yield* tooLong(phrasesOf(rule, 'all'));
};

/** `30` and `true` are no text; `yes` is, in YAML 1.2. */
function* notText(text: string, { map, type }: RuleView): Findings {
  const keys = type === 'contains' ? lists : type === 'exact' ? ['expected'] : type === 'tool_call' ? ['any_of'] : [];
  for (const key of keys) {
    const value = resolved(valueOf(map, key));
    const nodes = value?.kind === 'list' ? value.items : type === 'exact' && value ? [value] : [];
    for (const node of nodes) {
      const held = resolved(node);
      if (held?.kind === 'scalar' && typeof held.value === 'string') continue;
      const source = text.slice(node.span.start, node.span.end);
      const fixes = (): Fix[] =>
        held?.kind === 'scalar' && source !== ''
          ? [{ title: 'quote', edits: [{ ...node.span, text: quoted(source) }], auto: true }]
          : [];
      yield { code: 'GRD013', args: { source, type: typeOf(node) }, span: node.span, fixes };
    }
  }
}

/** True when text that holds `outer` holds `inner`, too. */
export function holds(outer: string, inner: string, words: boolean): boolean {
  const needle = inner.trim() === '' ? inner : words ? inner.trim() : inner;
  for (let at = outer.indexOf(needle); at >= 0; at = outer.indexOf(needle, at + 1)) {
    if (!words) return true;
    if (!/[\p{L}\p{N}_]/u.test((outer[at - 1] ?? ' ') + (outer[at + needle.length] ?? ' '))) return true;
    if (needle === '') return false;
  }
  return false;
}

function* neverPasses(context: Context, rule: RuleView): Findings {
  const forbidden = phrasesOf(rule, 'none');
  const clash = (phrase: Phrase) => forbidden.find((other) => holds(phrase.form, other.form, wholeWord(rule)));
  for (const phrase of phrasesOf(rule, 'all')) {
    const other = clash(phrase);
    const fixes = () => [
      ...deleteItem(context, rule.map, 'all', phrase.node),
      ...(other ? deleteItem(context, rule.map, 'none', other.node) : []),
    ];
    if (other) yield { ...never(phrase, other), fixes };
  }
  const any = phrasesOf(rule, 'any');
  const clashes = any.map(clash);
  const [first] = any;
  const [against] = clashes;
  if (!first || !against || clashes.some((other) => other === undefined)) return;
  // Only one that forbids them all is in the way alone.
  const alone = clashes.every((other) => other === against);
  yield { ...never(first, against), fixes: () => (alone ? deleteItem(context, rule.map, 'none', against.node) : []) };
}

function never(required: Phrase, forbidden: Phrase): Finding {
  return {
    code: 'GRD021',
    args: { a: required.text, b: forbidden.text },
    span: required.node.span,
    related: [{ span: forbidden.node.span, message: 'Forbidden here' }],
  };
}

function spaced(phrase: Phrase): string {
  return phrase.form.trim().replace(/\s+/g, ' ');
}

function* repeated(context: Context, rule: RuleView, list: List): Findings {
  const seen = new Set<string>();
  for (const phrase of phrasesOf(rule, list)) {
    const form = spaced(phrase);
    const fixes = () => deleteItem(context, rule.map, list, phrase.node);
    if (seen.has(form)) yield { code: 'GRD023', args: { phrase: phrase.text }, span: phrase.node.span, fixes };
    seen.add(form);
  }
}

/** Of two required phrases the one inside the other says nothing; of two alternatives or two forbidden ones the longer. */
function* implied(context: Context, rule: RuleView, list: List): Findings {
  const phrases = phrasesOf(rule, list);
  for (const phrase of phrases) {
    const other = phrases.find((candidate) => {
      if (candidate === phrase || spaced(candidate) === spaced(phrase)) return false;
      return list === 'all' ? holds(candidate.form, phrase.form, false) : holds(phrase.form, candidate.form, false);
    });
    const fixes = () => deleteItem(context, rule.map, list, phrase.node);
    if (other)
      yield { code: 'GRD024', args: { a: phrase.text, b: other.text }, span: phrase.node.span, unnecessary: true, fixes };
  }
}

function* tooShort(context: Context, rule: RuleView, list: List): Findings {
  const said = new Set<string>();
  for (const phrase of phrasesOf(rule, list)) {
    const form = spaced(phrase);
    // A repeated phrase is spoken of once.
    if (said.has(form)) continue;
    said.add(form);
    const blanks = phrase.text !== phrase.text.trim();
    if (!blanks && (wholeWord(rule) || !/^[A-Za-z0-9]{1,2}$/.test(phrase.text))) continue;
    const trimmed = phrase.text.trim();
    const fixes = (): Fix[] => {
      if (!blanks) return wholeWords(context, rule, list);
      if (trimmed === '') return deleteItem(context, rule.map, list, phrase.node);
      return [{ title: 'replace', args: { text: trimmed }, edits: [{ ...phrase.node.span, text: quoted(trimmed) }] }];
    };
    yield { code: 'GRD025', ...(blanks && trimmed.length > 2 ? { variant: 'blanks' } : {}), span: phrase.node.span, fixes };
  }
}

function wholeWords(context: Context, { map }: RuleView, list: List): Fix[] {
  const value = valueOf(map, 'whole_word');
  return value ? [replaceBy(value.span, 'true')] : insertKey(context, map, entryOf(map, list), 'whole_word: true');
}

function* tooLong(phrases: readonly Phrase[]): Findings {
  for (const phrase of phrases) {
    const n = lengthOf(phrase.text);
    if (n > longRequired) yield { code: 'GRD027', args: { n }, span: phrase.node.span };
  }
}

/** The answers an exact rule takes. */
export function expectedOf(rule: RuleView): Phrase[] {
  const value = resolved(valueOf(rule.map, 'expected'));
  const text = textOf(value);
  if (value && text !== undefined) {
    return [{ node: value, text, form: booleanOf(valueOf(rule.map, 'ignore_case')) === false ? text : text.toLowerCase() }];
  }
  return phrasesOf(rule, 'expected');
}
