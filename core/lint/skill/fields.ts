import type { Context, Rule } from '../context';
import type { Finding, Findings, Fix } from '../finding';
import { lengthOf } from '../parts';
import { folderOf, joined } from '../paths';
import { deleteKey } from '../repairs';
import { plainValue } from '../yaml/plain';
import { entriesOf, entryOf, isEmpty, itemsOf, resolved, textOf, typeOf, type YamlEntry, type YamlNode } from '../yaml/tree';
import { quoted, scalarText } from '../yaml/write';

const longestCompatibility = 500;

/** SKL140–SKL145: `license`, `compatibility` and `metadata`. */
export const fieldRules: Rule = function* (context) {
  yield* license(context);
  yield* compatibility(context);
  yield* metadata(context);
};

function* license({ map, path, files, text: source }: Context): Findings {
  const value = resolved(entryOf(map, 'license')?.value);
  if (value === undefined) return;
  const text = textOf(value);
  if (text === undefined) return yield { code: 'SKL140', args: { type: typeOf(value) }, span: spanOf(map, 'license', value) };
  const file = /\b[\w.-]+\.(?:txt|md)\b/i.exec(text)?.[0];
  if (file === undefined || path === undefined || !files) return;
  const there = joined(folderOf(path), file);
  if (files.kindOf(there) === undefined) {
    yield {
      code: 'SKL141',
      args: { file },
      span: value.span,
      fixes: () => [
        { title: 'create_file', args: { file }, edits: [], create: there },
        ...(map ? deleteKey(source, map, entryOf(map, 'license')) : []),
      ],
    };
  }
}

function* compatibility({ map }: Context): Findings {
  const value = resolved(entryOf(map, 'compatibility')?.value);
  if (value === undefined) return;
  const text = textOf(value);
  const place = spanOf(map, 'compatibility', value);
  if (isEmpty(value) || text?.trim() === '') return yield { code: 'SKL142', variant: 'empty', span: place };
  if (text === undefined) return yield { code: 'SKL142', args: { type: typeOf(value) }, span: place };
  const n = lengthOf(text);
  if (n > longestCompatibility) yield { code: 'SKL142', variant: 'long', args: { n }, span: place };
}

function* metadata(context: Context): Findings {
  const value = resolved(entryOf(context.map, 'metadata')?.value);
  if (value === undefined) return;
  if (value.kind !== 'map') {
    const place = spanOf(context.map, 'metadata', value);
    return yield { code: 'SKL143', args: { type: typeOf(value) }, span: place, fixes: () => asMap(context, value) };
  }
  for (const entry of entriesOf(value)) {
    const held = resolved(entry.value);
    if (held?.kind === 'list' || held?.kind === 'map') yield nested(context, entry, held);
    else if (held?.kind === 'scalar' && typeof held.value !== 'string') yield notText(context, entry, held);
  }
}

/** What stands there as texts by key, and otherwise the key goes. */
function asMap({ text, map, eol }: Context, value: YamlNode): Fix[] {
  const removed = map ? deleteKey(text, map, entryOf(map, 'metadata')) : [];
  if (isEmpty(value)) return removed;
  const inner = itemsOf(value).map(resolved);
  const named = inner.length > 0 && inner.every((item) => item?.kind === 'map');
  const entries = named ? inner.flatMap(entriesOf) : [];
  const lines = named
    ? entries.map(({ name, value: held }) => `${scalarText(name)}: ${quoted(asText(held))}`)
    : [`${value.kind === 'list' ? 'tags' : 'note'}: ${quoted(asText(value))}`];
  const block = lines.map((line) => `${eol}  ${line}`).join('');
  const start = value.kind === 'list' && !value.flow ? (entryOf(map, 'metadata')?.key.span.end ?? 0) + 1 : value.span.start;
  const edit = { start: text[start - 1] === ' ' ? start - 1 : start, end: value.span.end, text: block };
  return [{ title: 'insert', args: { text: lines[0] ?? '' }, edits: [edit] }, ...removed];
}

/** A value in one line of text: a list by its items, anything deeper as JSON. */
function asText(node: YamlNode): string {
  const value = plainValue(node);
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

function nested(context: Context, entry: YamlEntry, value: YamlNode): Finding {
  const { chosen, text } = context;
  const platform = entry.name === 'hermes' && chosen.has('surogates');
  return {
    code: 'SKL145',
    ...(platform ? { variant: 'platform' } : {}),
    args: { key: entry.name, type: typeOf(value) },
    span: entry.key.span,
    // The platform reads what is in it.
    fixes: () => (platform || entry.value !== value ? [] : [asOneText(text, entry, value)]),
  };
}

function asOneText(text: string, entry: YamlEntry, value: YamlNode): Fix {
  const start = text.indexOf(':', entry.key.span.end) + 1;
  return { title: 'quote', edits: [{ start, end: value.span.end, text: ` ${quoted(asText(value))}` }] };
}

function notText({ text }: Context, entry: YamlEntry, value: YamlNode): Finding {
  const source = text.slice(value.span.start, value.span.end);
  const blank = source === '' ? ' ' : '';
  const fixes = (): Fix[] => [{ title: 'quote', edits: [{ ...value.span, text: blank + quoted(source) }], auto: true }];
  return {
    code: 'SKL144',
    args: { key: entry.name, source, type: typeOf(value) },
    span: source === '' ? entry.key.span : value.span,
    fixes,
  };
}

/** The value, or its key where there is nothing to underline. */
function spanOf(map: Context['map'], key: string, value: YamlNode) {
  return value.span.end > value.span.start ? value.span : (entryOf(map, key)?.key.span ?? value.span);
}
