import type { Fix } from './finding';
import type { Span } from './span';
import { entryOf, resolved, type YamlEntry, type YamlList, type YamlMap, type YamlNode } from './yaml/tree';
import { addEntry, addItem, removeEntry, removeItem } from './yaml/write';

/** What repairs are written into. */
interface Source {
  readonly text: string;
  readonly eol: string;
}

export function replaceBy(place: Span, text: string): Fix {
  return { title: 'replace', args: { text }, edits: [{ start: place.start, end: place.end, text }] };
}

/** Nothing, when the key's line holds more than the key. */
export function deleteKey(text: string, map: YamlMap, entry: YamlEntry | undefined): Fix[] {
  const edit = entry && removeEntry(text, map, entry);
  return edit ? [{ title: 'delete_key', args: { key: entry.name }, edits: [edit] }] : [];
}

/** An item of a list; the key with it when it is the only one. */
export function deleteItem({ text }: Source, map: YamlMap, key: string, item: YamlNode): Fix[] {
  const entry = entryOf(map, key);
  const list = resolved(entry?.value);
  if (!entry || list?.kind !== 'list') return [];
  if (list.items.length === 1) return deleteKey(text, map, entry);
  const edit = removeItem(text, list, item);
  if (!edit) return [];
  const written = text.slice(item.span.start, item.span.end);
  const short = /^[^\n]{1,40}$/.test(written);
  return [short ? { title: 'delete_named', args: { text: written }, edits: [edit] } : { title: 'delete_entry', edits: [edit] }];
}

/** `key: value` in a map, after an entry or at its end. */
export function insertKey({ text, eol }: Source, map: YamlMap, after: YamlEntry | undefined, entry: string): Fix[] {
  const edit = addEntry(text, map, after, entry, eol);
  return edit ? [{ title: 'insert', args: { text: entry.split('\n')[0] ?? entry }, edits: [edit] }] : [];
}

/** A new item at the end of a list that is written in lines. */
export function insertItem({ text, eol }: Source, list: YamlList, lines: readonly string[]): Fix[] {
  const edit = addItem(text, list, lines, eol);
  return edit ? [{ title: 'insert', args: { text: `- ${lines[0] ?? ''}` }, edits: [edit] }] : [];
}

/** Paragraphs behind everything there is. */
export function appendText({ text, eol }: Source, paragraph: string, name = paragraph): Fix {
  const end = text.trimEnd().length;
  const added = `${eol}${eol}${paragraph.replaceAll('\n', eol)}${eol}`;
  return { title: 'insert', args: { text: name }, edits: [{ start: end, end: text.length, text: added }] };
}
