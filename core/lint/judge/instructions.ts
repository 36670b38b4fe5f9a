import type { Context, Rule } from '../context';
import type { Findings, Fix } from '../finding';
import { contentStems, firstMatch, lexicon, sentencesOf, stem, wordsOf } from '../lexicon/english';
import { nearest } from '../near';
import { Remembered } from '../remembered';
import { appendText, insertItem, replaceBy } from '../repairs';
import { secretsIn } from '../secrets';
import { span } from '../span';
import { valueOf } from '../yaml/tree';
import { scaled } from './scale';
import { dimensionsOf, nameOf, type ScaleView, stepsOf } from './view';

/** JDG010–JDG012, JDG024, JDG050–JDG052, JDG057: the instructions, in any language. */
export const instructionRules: Rule = function* (context) {
  const { front, text } = context;
  if (front?.state !== 'found') return;
  const body = context.markdown();
  if (body.empty) return yield { code: 'JDG010', span: front.close, fixes: () => [skeleton(context)] };
  yield* headings(context);
  yield* neverSpokenOf(context);
  yield* otherScale(context);
  yield* ownFormat(context);
  yield* placeholders(context);
  const pair = firstMatch(body.prose, lexicon.pairwise, '');
  if (pair) yield { code: 'JDG051', args: { text: pair.text }, span: at(context, pair) };
  for (const { span: place, what } of secretsIn(text.slice(front.body.start), front.body.start)) {
    yield {
      code: 'JDG057',
      args: { what },
      span: place,
      fixes: () => [{ title: 'delete_entry', edits: [{ ...place, text: '' }] }],
    };
  }
};

/** What instructions begin with: what is read, what is scored, and a section for each dimension. */
function skeleton(context: Context): Fix {
  const there = new Set(context.markdown().headings.map((heading) => heading.text));
  const sections = dimensionsOf(context).flatMap(({ key, description }) =>
    key === undefined || there.has(key) ? [] : [`## ${key}\n\n${description ?? 'Say what to look at.'}`],
  );
  const title = there.size === 0 ? ['# How to score'] : [];
  const general = 'Read the whole conversation first; score only the last reply.\nLength is not quality.';
  return appendText(context, [...title, general, ...sections].join('\n\n'), '# How to score');
}

/** The place of a match within the body. */
export function at(context: Context, match: { text: string; at: number }) {
  const start = context.markdown().span.start + match.at;
  return span(start, start + match.text.length);
}

/** `## x` announces a dimension when it looks like a key, or nearly is one. */
function* headings(context: Context): Findings {
  const keys = dimensionsOf(context).flatMap(({ key }) => (key === undefined ? [] : [key]));
  if (keys.length === 0) return;
  for (const heading of context.markdown().headings) {
    if (heading.depth !== 2 || keys.includes(heading.text)) continue;
    const slug = /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(heading.text);
    const near = slug || heading.text.includes(' ') ? nearest(heading.text, keys) : undefined;
    if (!slug && near === undefined) continue;
    const start = heading.span.end - heading.text.length;
    const place = context.text.startsWith(heading.text, start) ? span(start, heading.span.end) : heading.span;
    yield {
      code: 'JDG012',
      args: { heading: heading.text },
      span: place,
      fixes: () => [
        ...(near === undefined ? [] : [replaceBy(place, near)]),
        ...(slug ? newDimension(context, heading.text) : []),
      ],
    };
  }
}

function newDimension(context: Context, key: string): Fix[] {
  const list = valueOf(context.map, 'dimensions');
  return list?.kind === 'list' ? insertItem(context, list, [`key: ${key}`, 'description: ""']) : [];
}

/** Typing changes one line at a time: the words of the others are known. */
const stems = new Remembered<ReadonlySet<string>>(500_000);

function stemsOf(line: string): ReadonlySet<string> {
  return new Set(wordsOf(line).map(stem));
}

/** A dimension whose key and description have no word in the instructions. */
function* neverSpokenOf(context: Context): Findings {
  let silent = dimensionsOf(context).flatMap(({ key, description, map }) => {
    if (key === undefined) return [];
    return [
      { key, description, map, words: [...wordsOf(key.replaceAll('-', ' ')).map(stem), ...contentStems(description ?? '')] },
    ];
  });
  for (const line of context.markdown().text.split('\n')) {
    if (silent.length === 0) return;
    const spoken = stems.of(line, stemsOf);
    silent = silent.filter(({ words }) => !words.some((word) => spoken.has(word)));
  }
  for (const { key, description, map } of silent) {
    const entry = map.entries.find((candidate) => candidate.name === 'key');
    const section = `## ${key}\n\n${description ?? 'Say what to look at.'}`;
    const fixes = () => [appendText(context, section, `## ${key}`)];
    yield { code: 'JDG011', args: { key }, span: entry?.value.span ?? map.span, fixes };
  }
}

const rangePattern =
  /\b(?:scor\w*|rat(?:e|es|ed|ing)|grad\w*|scale|marks?)\b[^.!?\n]{0,60}?\b(\d+)\s*(?:to|through|[-–—])\s*(\d+)\b(?:\s+(\p{L}+))?/giu;
const outOfPattern = /\b(?:scor\w*|rat(?:e|es|ed|ing)|grad\w*|marks?|points?)\b[^.!?\n]{0,40}?\bout of (\d+)\b/giu;
const pointPattern = /\b(\d+|two|three|four|five|six|seven|ten)[- ]point (?:scale|likert)\b/giu;
/** Words that may follow a range of scores; any other makes it "4 to 6 sentences". */
const afterRange = /^(?:for|on|where|with|based|depending|scale|points?|according|and|or|by|in|as|of)$/i;

function* otherScale(context: Context): Findings {
  const dimensions = dimensionsOf(context);
  const scales = dimensions.flatMap(({ scale }) => (scale ? [scale] : []));
  const [first] = scales;
  if (!first) return;
  const { prose } = context.markdown();
  for (const said of saidScales(prose)) {
    if (scales.some((scale) => said.fits(scale))) continue;
    yield {
      code: 'JDG024',
      args: { said: said.text, scale: nameOf(first) },
      span: at(context, { text: said.text, at: said.at }),
      fixes: () => scaled(context, dimensions, said.scale),
    };
    return;
  }
}

interface SaidScale {
  readonly text: string;
  readonly at: number;
  fits(scale: ScaleView): boolean;
  /** The scale that is meant, as far as it can be told. */
  readonly scale: ScaleView | undefined;
}

function wholeSteps(min: number, max: number): ScaleView | undefined {
  return min < max ? { min, max, step: 1, name: 'steps', assumed: false } : undefined;
}

/** Quickly told: whether any of the patterns can match at all. */
const anyScale = /\d\s*(?:to|through|[-–—])\s*\d|out of \d|[- ]point (?:scale|likert)/iu;

function* saidScales(prose: string): Generator<SaidScale> {
  if (!anyScale.test(prose)) return;
  for (const match of prose.matchAll(rangePattern)) {
    const [whole, low = '', high = '', next] = match;
    if (next !== undefined && !afterRange.test(next)) continue;
    const range = /\d+\s*(?:to|through|[-–—])\s*\d+/.exec(whole)?.[0] ?? whole;
    const fits = ({ min, max }: ScaleView) => min === Number(low) && max === Number(high);
    yield { text: range, at: match.index + whole.indexOf(range), fits, scale: wholeSteps(Number(low), Number(high)) };
  }
  for (const match of prose.matchAll(outOfPattern)) {
    const said = `out of ${match[1] ?? ''}`;
    const most = Number(match[1]);
    const place = match.index + match[0].lastIndexOf('out of');
    yield { text: said, at: place, fits: ({ max }) => max === most, scale: wholeSteps(0, most) };
  }
  const numbers: Readonly<Record<string, number>> = lexicon.numbers;
  for (const match of prose.matchAll(pointPattern)) {
    const n = numbers[(match[1] ?? '').toLowerCase()] ?? Number(match[1]);
    yield { text: match[0], at: match.index, fits: (scale) => stepsOf(scale) === n, scale: wholeSteps(1, n) };
  }
}

/** The loop asks for the reply in its own form; a second form makes replies that cannot be read. */
function* ownFormat(context: Context): Findings {
  const { prose, span: where } = context.markdown();
  const match = firstMatch(prose, lexicon.own_format);
  if (match) {
    // What ends the sentence before is part of the match.
    const text = match.text.replace(/^[.!?:]\s+/, '');
    const said = { text, at: match.at + match.text.length - text.length };
    const sentence = sentencesOf(prose).find((one) => said.at >= one.at && said.at < one.at + one.text.length);
    const fixes = (): Fix[] => (sentence ? [{ title: 'delete_entry', edits: [{ ...at(context, sentence), text: '' }] }] : []);
    return yield { code: 'JDG050', span: at(context, said), fixes };
  }
  for (const block of context.markdown().code()) {
    if (block.inline || !/^\s*\{[^]*\}\s*$/.test(block.text)) continue;
    const before = prose.slice(0, block.span.start - where.start).slice(-200);
    if (/\b(?:reply|respond|return|output)\b[^.]*$/i.test(before.trimEnd()))
      yield {
        code: 'JDG050',
        span: block.span,
        fixes: () => [{ title: 'delete_entry', edits: [{ ...block.span, text: '' }] }],
      };
  }
}

function* placeholders(context: Context): Findings {
  const { prose, span: where } = context.markdown();
  const names = lexicon.placeholders.join('|');
  const pattern = new RegExp(`\\{\\{[^{}\\n]{1,60}\\}\\}|<<[^<>\\n]{1,60}>>|\\{(?:${names})\\}`, 'gi');
  for (const match of prose.matchAll(pattern)) {
    const place = span(where.start + match.index, where.start + match.index + match[0].length);
    yield {
      code: 'JDG052',
      args: { placeholder: match[0] },
      span: place,
      fixes: () => [{ title: 'delete_entry', edits: [{ ...place, text: '' }] }],
    };
  }
}
