import type { Context, Rule } from '../context';
import type { Findings, Fix } from '../finding';
import { firstMatch, lexicon } from '../lexicon/english';
import { insertKey } from '../repairs';
import { mergeKey } from '../unknown-keys';
import { entriesOf, entryOf, isEmpty, numberOf, resolved, textOf, valueOf, type YamlEntry } from '../yaml/tree';
import { dimensionsOf, type DimensionView, isOnStep, nameOf, type ScaleView, stepsOf } from './view';

const mostSteps = 11;

/** JDG020–JDG027, JDG030, JDG031: scales, anchors, weights. */
export const scaleRules: Rule = function* (context) {
  const dimensions = dimensionsOf(context);
  for (const dimension of dimensions) {
    const entry = entryOf(dimension.map, 'scale');
    if (entry) yield* scaleForm(entry);
    if (entry) yield* steps(dimension, entry);
    if (!entry && !dimension.typo) yield { code: 'JDG026', span: dimension.place, fixes: () => scales(context, dimension) };
    yield* anchors(dimension);
    yield* withoutAnchors(context, dimension);
    yield* weight(entryOf(dimension.map, 'weight'));
  }
  yield* mixed(context, dimensions);
};

/** The scale that is assumed, and the two that judges repeat best. */
function scales(context: Context, { map }: DimensionView): Fix[] {
  const after = entryOf(map, 'description') ?? entryOf(map, 'key');
  return ['unit', 'boolean', '{ min: 1, max: 5 }'].flatMap((scale) => insertKey(context, map, after, `scale: ${scale}`));
}

function* scaleForm({ value, key }: YamlEntry): Findings {
  const place = isEmpty(value) ? key.span : value.span;
  const name = textOf(value);
  if (name === 'boolean' || name === 'unit') return;
  const [min, max, step] = ['min', 'max', 'step'].map((part) => entryOf(value, part));
  const numbers = [min, max].map((part) => numberOf(part?.value));
  const [low, high] = numbers;
  if (entryOf(value, mergeKey)) return;
  if (!min || !max || low === undefined || high === undefined) return yield { code: 'JDG020', variant: 'form', span: place };
  if (!numbers.every(Number.isFinite)) return yield { code: 'JDG020', variant: 'finite', span: place };
  if (low >= high) {
    const edits = [
      { ...min.value.span, text: String(high) },
      { ...max.value.span, text: String(low) },
    ];
    return yield { code: 'JDG020', span: place, fixes: (): Fix[] => (low > high ? [{ title: 'swap', edits }] : []) };
  }
  const size = numberOf(step?.value);
  if (!step || size === undefined) return;
  const divides = size > 0 && isOnStep({ min: low, max: high, step: size, name: 'steps', assumed: false }, high);
  if (!divides) yield { code: 'JDG020', variant: 'step', args: { step: size, min: low, max: high }, span: step.value.span };
}

function* steps({ scale }: DimensionView, { value }: YamlEntry): Findings {
  if (!scale) return;
  const n = stepsOf(scale);
  if (!Number.isFinite(n) || n <= mostSteps) return;
  const text = '{ min: 1, max: 5 }';
  yield {
    code: 'JDG021',
    args: { n },
    span: value.span,
    fixes: () => [{ title: 'replace', args: { text }, edits: [{ ...value.span, text }] }],
  };
}

function* anchors({ map, scale }: DimensionView): Findings {
  const said = new Map<string, YamlEntry>();
  for (const entry of entriesOf(valueOf(map, 'anchors'))) {
    const text = textOf(entry.value)?.trim().toLowerCase();
    if (text !== undefined && said.has(text)) yield { code: 'JDG027', span: entry.value.span };
    if (text !== undefined && text !== '') said.set(text, entry);
    if (!scale) continue;
    const anchor = entry.name;
    const score = scale.name === 'boolean' && /^(?:true|false)$/.test(anchor) ? Number(anchor === 'true') : Number(anchor);
    const at = { args: { anchor, min: scale.min, max: scale.max }, span: entry.key.span };
    if (anchor.trim() === '' || !Number.isFinite(score)) yield { code: 'JDG023', variant: 'number', ...at };
    else if (score < scale.min || score > scale.max) yield { code: 'JDG023', ...at };
    else if (!isOnStep(scale, score)) yield { code: 'JDG023', variant: 'step', ...at };
    else yield* polarity(entry, score, scale, text ?? '');
  }
}

/** "The worst answer" on the highest score. */
function* polarity(entry: YamlEntry, score: number, scale: ScaleView, text: string): Findings {
  const wrong =
    (score === scale.max && firstMatch(text, lexicon.worst_words) && !firstMatch(text, lexicon.best_words)) ||
    (score === scale.min && firstMatch(text, lexicon.best_words) && !firstMatch(text, lexicon.worst_words));
  if (wrong) yield { code: 'JDG027', variant: 'order', args: { anchor: entry.name }, span: entry.value.span };
}

/** A number that nobody has described means something else each time. */
function* withoutAnchors(context: Context, dimension: DimensionView): Findings {
  const { markdown, front } = context;
  const { map, scale, key } = dimension;
  if (!scale || scale.name !== 'steps' || stepsOf(scale) <= 2 || entryOf(map, 'anchors')) return;
  const body = markdown();
  const at = body.headings.findIndex((heading) => heading.text === key);
  const section = body.prose.slice(
    Math.max(0, (body.headings[at]?.span.end ?? 0) - body.span.start),
    (body.headings[at + 1]?.span.start ?? body.span.end) - body.span.start,
  );
  const described = front?.state === 'found' && new RegExp(`\\b(?:${scale.min}|${scale.max})\\b`).test(section);
  if (described) return;
  const entry = entryOf(map, 'scale');
  const { min, max } = scale;
  const fixes = () => insertKey(context, map, entry, `anchors: { ${min}: "", ${max}: "" }`);
  yield { code: 'JDG022', args: { min, max }, span: entry?.key.span ?? dimension.place, fixes };
}

function* weight(entry: YamlEntry | undefined): Findings {
  const value = resolved(entry?.value);
  if (!entry || value?.kind !== 'scalar') return;
  const n = numberOf(value);
  const fixes = (): Fix[] => [{ title: 'replace', args: { text: '1' }, edits: [{ ...value.span, text: '1' }] }];
  const place = isEmpty(value) ? entry.key.span : value.span;
  if (n === 0) yield { code: 'JDG030', span: place, fixes };
  else if (n === undefined || !Number.isFinite(n) || n < 0) yield { code: 'JDG031', span: place, fixes };
}

function* mixed(context: Context, dimensions: readonly DimensionView[]): Findings {
  const [first, ...rest] = dimensions;
  if (!first?.scale) return;
  const usual = nameOf(first.scale);
  const other = rest.find((dimension) => dimension.scale && nameOf(dimension.scale) !== usual);
  if (!other) return;
  const fixes = () => scaled(context, rest, first.scale);
  yield { code: 'JDG025', span: entryOf(other.map, 'scale')?.span ?? other.place, fixes };
}

/** The same scale for all of these dimensions. */
export function scaled(context: Context, dimensions: readonly DimensionView[], scale: ScaleView | undefined): Fix[] {
  if (!scale) return [];
  const text = scaleText(scale);
  const edits = dimensions.flatMap(({ map, scale: own }) => {
    if (own && nameOf(own) === nameOf(scale)) return [];
    const entry = entryOf(map, 'scale');
    if (entry) return isEmpty(entry.value) ? [] : [{ ...entry.value.span, text }];
    const after = entryOf(map, 'description') ?? entryOf(map, 'key');
    return insertKey(context, map, after, `scale: ${text}`).flatMap((fix) => fix.edits);
  });
  return edits.length === 0 ? [] : [{ title: 'replace', args: { text: `scale: ${text}` }, edits }];
}

function scaleText({ name, min, max, step }: ScaleView): string {
  if (name !== 'steps') return name;
  const whole = step === undefined || step === 1 ? '' : `, step: ${step}`;
  return `{ min: ${min}, max: ${max}${whole} }`;
}
