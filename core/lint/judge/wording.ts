import type { Context, Rule } from '../context';
import type { Findings, Fix } from '../finding';
import { contentStems, firstMatch, lexicon, looksEnglish, sentencesOf } from '../lexicon/english';
import { Remembered } from '../remembered';
import { appendText, deleteItem } from '../repairs';
import { span } from '../span';
import { entriesOf, resolved, textOf, valueOf, type YamlNode } from '../yaml/tree';
import { placeInScalar } from '../yaml/scalar-place';
import { asGrader } from './as-grader';
import { at } from './instructions';
import { secondStatement, splitDimension } from './two-in-one';
import { dimensionsOf, type DimensionView } from './view';

/** JDG013–JDG019, JDG053, JDG055, JDG056, JDG058, JDG059, JDG061, JDG062: how English instructions are put. */
export const wordingRules: Rule = function* (context) {
  const body = context.markdown();
  const dimensions = dimensionsOf(context);
  const all = [body.prose, ...dimensions.map(({ description = '' }) => description)].join('\n');
  if (context.front?.state !== 'found' || body.empty || !looksEnglish(all)) return;
  yield* length(context, dimensions);
  yield* phrases(context);
  for (const dimension of dimensions) yield* description(context, dimension);
  yield* overlaps(context, dimensions);
  yield* vagueSentences(context);
  yield* directions(context);
  yield* nothingToJudge(context, dimensions);
};

function* length(context: Context, dimensions: readonly DimensionView[]): Findings {
  const { prose, span: where, headings } = context.markdown();
  const spoken = [prose, ...dimensions.flatMap(({ key = '', description: text = '' }) => [key, text])].join('\n');
  if (firstMatch(spoken, lexicon.length)) return;
  const first = headings[0]?.span ?? context.lines.lineAt(where.start + prose.search(/\S/));
  const end = context.text.length;
  const text = `${context.eol}${context.eol}Length is not quality.${context.eol}`;
  const trimmed = context.text.trimEnd().length;
  yield {
    code: 'JDG013',
    span: first,
    fixes: () => [{ title: 'insert', args: { text: 'Length is not quality.' }, edits: [{ start: trimmed, end, text }] }],
  };
}

/** Phrases of the body that stand for a fault wherever they are. */
const faults = [
  { code: 'JDG017', patterns: lexicon.steering },
  { code: 'JDG018', patterns: lexicon.unrepeatable },
  { code: 'JDG053', patterns: lexicon.rewards_length },
  { code: 'JDG058', patterns: [lexicon.out_of_sight] },
] as const;

function* phrases(context: Context): Findings {
  const { prose } = context.markdown();
  for (const { code, patterns } of faults) {
    const match = firstMatch(prose, patterns);
    if (match) yield { code, args: { text: match.text }, span: at(context, match) };
  }
  const model = firstMatch(prose, lexicon.models, '');
  if (model) yield { code: 'JDG062', args: { text: model.text }, span: at(context, model) };
}

/** The node, narrowed to a phrase of it where that can be told. */
function placeOf({ text }: Context, node: YamlNode, phrase: string) {
  const scalar = resolved(node);
  if (scalar?.kind !== 'scalar' || typeof scalar.value !== 'string') return node.span;
  const from = scalar.value.toLowerCase().indexOf(phrase.toLowerCase());
  return from < 0 ? scalar.span : placeInScalar(text, scalar, from, from + phrase.length);
}

function* description(context: Context, { map, key, description: text }: DimensionView): Findings {
  const node = valueOf(map, 'description');
  if (node && text !== undefined) {
    const twice = secondStatement(text);
    if (twice) yield { code: 'JDG014', span: node.span, fixes: () => splitDimension(context, map, twice) };
    yield* vague(context, node, text);
    const negative = firstMatch(text, lexicon.double_negative) ?? (/^(?:no|not|is-not)-/.test(key ?? '') ? { text } : undefined);
    if (negative) yield { code: 'JDG055', span: node.span };
    const rule = firstMatch(text, lexicon.deterministic);
    if (rule) {
      const fixes = () => asGrader(context, key ?? 'rule', rule.text);
      yield { code: 'JDG061', args: { text: rule.text }, span: placeOf(context, node, rule.text), fixes };
    }
  }
  for (const anchor of entriesOf(valueOf(map, 'anchors'))) yield* vague(context, anchor.value, textOf(anchor.value) ?? '');
}

const vagueWords = new RegExp(`\\b(?:${lexicon.vague.join('|')})\\b`, 'i');

function* vague(context: Context, node: YamlNode, text: string): Findings {
  const word = vagueWords.exec(text)?.[0];
  if (word !== undefined) yield { code: 'JDG016', args: { word }, span: placeOf(context, node, word) };
}

/** In the instructions a vague word may be explained in its own sentence. */
function* vagueSentences(context: Context): Findings {
  const { prose, span: where } = context.markdown();
  for (const sentence of sentencesOf(prose)) {
    const start = where.start + sentence.at;
    for (const { code, text, at: from } of weaknesses.of(sentence.text, weaknessesOf)) {
      yield { code, args: { word: text }, span: span(start + from, start + from + text.length) };
    }
  }
}

interface Weakness {
  readonly code: 'JDG016' | 'JDG019';
  readonly text: string;
  readonly at: number;
}

const weaknesses = new Remembered<readonly Weakness[]>(500_000);

function weaknessesOf(sentence: string): Weakness[] {
  const found: Weakness[] = [];
  const word = vagueWords.exec(sentence);
  if (word && !/\b(?:when|if|means)\b|:/i.test(sentence)) found.push({ code: 'JDG016', text: word[0], at: word.index });
  const modal = firstMatch(sentence, lexicon.weak_modals);
  if (modal && firstMatch(sentence, lexicon.scoring)) found.push({ code: 'JDG019', ...modal });
  return found;
}

const sameness = 0.6;

function* overlaps(context: Context, dimensions: readonly DimensionView[]): Findings {
  for (const [i, a] of dimensions.entries()) {
    for (const b of dimensions.slice(i + 1)) {
      if (a.key === undefined || b.key === undefined || a.key === b.key) continue;
      if (!synonyms(a.key, b.key) && !sameWords(a.description ?? '', b.description ?? '')) continue;
      const related = [{ span: a.place, message: 'The other dimension' }];
      yield {
        code: 'JDG015',
        args: { a: a.key, b: b.key },
        span: valueOf(b.map, 'key')?.span ?? b.place,
        related,
        fixes: () => without(context, b),
      };
    }
  }
}

function without(context: Context, { map, key = '' }: DimensionView): Fix[] {
  const edits = context.map ? deleteItem(context, context.map, 'dimensions', map).flatMap((fix) => fix.edits) : [];
  return edits.length === 0 ? [] : [{ title: 'delete_named', args: { text: key }, edits }];
}

function synonyms(a: string, b: string): boolean {
  return lexicon.synonyms.some((set) => set.includes(a) && set.includes(b));
}

function sameWords(a: string, b: string): boolean {
  // "Statement 1" and "Statement 2" differ in what matters.
  if ((a.match(/\d+/g) ?? []).join() !== (b.match(/\d+/g) ?? []).join()) return false;
  const [first, second] = [contentStems(a), contentStems(b)];
  const shared = [...first].filter((word) => second.has(word)).length;
  const total = new Set([...first, ...second]).size;
  return total > 1 && shared / total >= sameness;
}

/** "5 is best" here, "1 is best" there. */
function* directions(context: Context): Findings {
  const { prose } = context.markdown();
  const best = [...prose.matchAll(new RegExp(lexicon.best, 'gi'))];
  const [first] = best;
  const other = best.find((match) => match[1] !== first?.[1]);
  if (first && other) {
    yield {
      code: 'JDG056',
      args: { a: first[1] ?? '', b: other[1] ?? '' },
      span: at(context, { text: other[0], at: other.index }),
    };
  }
}

function* nothingToJudge(context: Context, dimensions: readonly DimensionView[]): Findings {
  const { prose } = context.markdown();
  const about = dimensions.find(({ key = '', description: text = '' }) => firstMatch(`${key} ${text}`, lexicon.tool_words));
  if (!about || firstMatch(prose, lexicon.not_applicable)) return;
  const sentence = 'Where a dimension is not applicable, give no score for it and say why.';
  yield { code: 'JDG059', span: about.place, fixes: () => [appendText(context, sentence)] };
}
