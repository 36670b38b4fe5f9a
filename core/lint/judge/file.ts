import { dimensionKeys, dimensionLimit, judgeKeys, scaleKeys } from '../../judge/schema';
import type { Context, Rule } from '../context';
import type { Findings, Fix } from '../finding';
import { insertAfter, insertFirst, isMissing, missingPlace, slugOf } from '../parts';
import { replaceBy } from '../repairs';
import { hasTypo, unknownKeys } from '../unknown-keys';
import { entryOf, isEmpty, numberOf, resolved, textOf, valueOf } from '../yaml/tree';
import { dimensionsOf, type DimensionView } from './view';

const mostDimensions = 6;

/** JDG001–JDG006, JDG054: the file and what its dimensions are called. */
export const fileRules: Rule = function* (context) {
  yield* version(context);
  yield* name(context);
  yield* unknownKeys(context.text, context.map, judgeKeys, 'JDG006', 'a judge');
  yield* dimensionList(context);
  for (const dimension of dimensionsOf(context)) {
    yield* unknownKeys(context.text, dimension.map, dimensionKeys, 'JDG006', 'a dimension');
    yield* unknownKeys(context.text, valueOf(dimension.map, 'scale'), scaleKeys, 'JDG006', '`scale`');
    yield* named(context, dimension);
    yield* described(context, dimension);
  }
  yield* equalKeys(context);
};

function* version(context: Context): Findings {
  const entry = entryOf(context.map, 'version');
  const line = 'version: 1';
  if (!entry) {
    if (!isMissing(context, 'version') || hasTypo(context.map, judgeKeys)) return;
    const fixes = (): Fix[] => [{ title: 'insert', args: { text: line }, edits: [insertFirst(context, line)], auto: true }];
    return yield { code: 'JDG001', args: { key: 'version' }, span: missingPlace(context), fixes };
  }
  const v = numberOf(entry.value);
  if (v === 1) return;
  const newer = v !== undefined && v > 1;
  yield {
    code: 'JDG001',
    variant: newer ? 'newer' : 'version',
    args: { v: v ?? 0 },
    span: isEmpty(entry.value) ? entry.key.span : entry.value.span,
    fixes: () => (newer ? [] : [{ title: 'replace', args: { text: '1' }, edits: [{ ...entry.value.span, text: '1' }] }]),
  };
}

function* name(context: Context): Findings {
  const entry = entryOf(context.map, 'name');
  if (!entry) {
    if (!isMissing(context, 'name') || hasTypo(context.map, judgeKeys)) return;
    const edit = insertAfter(context, entryOf(context.map, 'version'), 'name: ""');
    const fixes = (): Fix[] => [{ title: 'insert', args: { text: 'name: ""' }, edits: [edit] }];
    return yield { code: 'JDG001', args: { key: 'name' }, span: missingPlace(context), fixes };
  }
  const text = textOf(entry.value);
  if (text !== undefined && text.trim() !== '' && text.length <= 120) return;
  yield { code: 'JDG001', variant: 'type', span: isEmpty(entry.value) ? entry.key.span : entry.value.span };
}

function* dimensionList(context: Context): Findings {
  const entry = entryOf(context.map, 'dimensions');
  const value = resolved(entry?.value);
  if (!entry) {
    if (isMissing(context, 'dimensions') && !hasTypo(context.map, judgeKeys)) {
      const line = ['dimensions:', '  - key: accuracy', '    description: Every statement is true.'].join(context.eol);
      const edits = [insertAfter(context, entryOf(context.map, 'name'), line)];
      yield {
        code: 'JDG002',
        span: missingPlace(context),
        fixes: () => [{ title: 'insert', args: { text: 'dimensions' }, edits }],
      };
    }
    return;
  }
  if (value?.kind !== 'list' || value.items.length === 0) return yield { code: 'JDG002', span: entry.key.span };
  const n = value.items.length;
  // More than a judge may have are refused, which says enough.
  if (n > mostDimensions && n <= dimensionLimit) yield { code: 'JDG054', args: { n }, span: entry.key.span };
}

function* named(context: Context, { map, key, place, typo }: DimensionView): Findings {
  const entry = entryOf(map, 'key');
  if (!entry) {
    if (!typo) yield { code: 'JDG004', variant: 'missing', span: place };
    return;
  }
  if (key !== undefined && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(key) && key.length <= 64) return;
  const made = slugOf(key ?? context.text.slice(entry.value.span.start, entry.value.span.end));
  const fixes = (): Fix[] =>
    made === '' ? [] : [{ title: 'replace', args: { text: made }, edits: [{ ...entry.value.span, text: made }] }];
  yield { code: 'JDG004', span: isEmpty(entry.value) ? entry.key.span : entry.value.span, fixes };
}

function* described({ text, eol }: Context, { map, key, place, typo }: DimensionView): Findings {
  const entry = entryOf(map, 'description');
  const value = resolved(entry?.value);
  if (entry && value?.kind === 'scalar' && typeof value.value === 'string' && value.value.trim() !== '') return;
  // A list or a number is refused by the schema with better words.
  if ((!entry && typo) || (entry && !isEmpty(value) && textOf(value) === undefined)) return;
  const keyEntry = entryOf(map, 'key');
  const column = keyEntry ? keyEntry.key.span.start - (text.lastIndexOf('\n', keyEntry.key.span.start - 1) + 1) : 0;
  const fixes = (): Fix[] =>
    entry || !keyEntry || map.flow
      ? []
      : [
          {
            title: 'insert',
            args: { text: 'description' },
            edits: [{ start: keyEntry.span.end, end: keyEntry.span.end, text: `${eol}${' '.repeat(column)}description: ""` }],
          },
        ];
  yield { code: 'JDG005', args: { key: key ?? 'this dimension' }, span: entry?.key.span ?? place, fixes };
}

function* equalKeys(context: Context): Findings {
  const seen = new Map<string, DimensionView>();
  const dimensions = dimensionsOf(context);
  const keys = new Set(dimensions.map(({ key }) => key));
  for (const dimension of dimensions) {
    const node = valueOf(dimension.map, 'key');
    if (dimension.key === undefined || !node) continue;
    const first = seen.get(dimension.key);
    if (!first) seen.set(dimension.key, dimension);
    else
      yield {
        code: 'JDG003',
        args: { key: dimension.key },
        span: node.span,
        related: [{ span: first.place, message: 'The first one' }],
        fixes: () => [replaceBy(node.span, numbered(dimension.key ?? '', keys))],
      };
  }
}

/** The first free name of `x-2`, `x-3`, … */
export function numbered(key: string, taken: ReadonlySet<string | undefined>): string {
  let n = 2;
  while (taken.has(`${key}-${n}`)) n++;
  return `${key}-${n}`;
}
