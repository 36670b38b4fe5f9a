import { exportTargets } from '../../export';
import type { Say } from '../codes/say';
import type { Context } from '../context';
import { fileKind } from '../kinds';
import { slugOf } from '../parts';
import { baseName, folderName, folderOf, isInside, joined } from '../paths';
import { knownTools } from '../skill/tools';
import { scalarText } from '../yaml/write';
import { traces } from './complete-keys';
import { sliceNames } from './names';
import { type Place, wordOf } from './place';
import { saysOfWord } from './says';
import { type Shape, takesList, takesScalar, type Step, wordsOf } from './shape';
import type { Suggestion } from './suggestion';

interface Value {
  readonly text: string;
  readonly kind: Suggestion['kind'];
  readonly detail?: string | undefined;
  readonly says?: string | undefined;
  /** Written as it is, never in quotes. */
  readonly bare?: boolean;
}

/** What may be written as a value at this place, or as an item of its list. */
export function valueSuggestions(context: Context, place: Place, shapes: readonly Shape[]): Suggestion[] {
  const key = keyOf(place.path);
  if (key === undefined || (!takesScalar(shapes) && !takesList(shapes))) return [];
  const words = wordsOf(shapes).map((text): Value => ({
    text,
    kind: 'word',
    says: said(context.say, saysOfWord(key, text)),
    bare: true,
  }));
  const values = [...words, ...namesFor(context, place, key)];
  return values.map((value, i) => ofValue(place, value, i));
}

function ofValue({ word, quote, flow }: Place, { text, kind, detail, says, bare }: Value, i: number): Suggestion {
  const written = quote !== '' ? text.replaceAll(quote, quote === '"' ? '\\"' : "''") : bare === true ? text : scalarText(text);
  return {
    label: text,
    kind,
    replace: word,
    insert: flow && quote === '' && /[,[\]{}]/.test(written) && !/^["']/.test(written) ? JSON.stringify(text) : written,
    snippet: false,
    rank: i,
    ...(detail === undefined ? {} : { detail }),
    ...(says === undefined ? {} : { says }),
    ...(kind === 'folder' ? { again: true } : {}),
  };
}

/** The key a value belongs to, whether it is the value or one of a list. */
function keyOf(path: readonly Step[]): string | undefined {
  return path.findLast((step) => step !== null);
}

/** Names that the store, the file or the folder gives. */
function namesFor(context: Context, place: Place, key: string): Value[] {
  const { facts, kind, say } = context;
  const parent = place.path.filter((step) => step !== null).at(-2);
  if (parent === 'attributes') return counted(say, facts?.attributes[key]);
  if (kind === 'skill') return skillNames(context, place, key);
  switch (key) {
    case 'label':
    case 'labels':
      return (facts?.labels ?? []).map(({ label, count }) => ({ text: label, kind: 'value', detail: traces(say, count) }));
    case 'source':
      return counted(say, facts?.sources);
    case 'model':
      return counted(say, facts?.models);
    case 'tool':
    case 'any_of':
    case 'name':
      return key === 'name' && parent !== 'tool_calls' ? [] : toolNames(context);
    case 'slice':
      return sliceNames(context).map(({ name, detail }) => ({ text: name, kind: 'name', detail }));
    case 'flags':
      return ['i', 'm', 's'].map((text) => ({ text, kind: 'word', says: said(say, flagSays[text]) }));
    case 'graders':
      return filesNear(context, place, (file) => fileKind(file) === 'grader');
    case 'judge':
      return filesNear(context, place, (file) => fileKind(file) === 'judge');
    case 'schema':
      return filesNear(context, place, (file) => file.endsWith('.json'));
    case 'target':
      return exportTargets.map(({ id, title }) => ({ text: id, kind: 'word', says: say(title), bare: true }));
    case 'since':
    case 'until':
      return [];
    default:
      return parent === 'parents' ? (facts?.labels ?? []).map(({ label }) => ({ text: label, kind: 'value' })) : [];
  }
}

function said(say: Say, text: string | undefined): string | undefined {
  return text === undefined ? undefined : say(text);
}

export const flagSays: Readonly<Record<string, string>> = {
  i: 'Capital and small letters count alike.',
  m: '`^` and `$` match at line ends.',
  s: '`.` matches line ends too.',
};

function counted(say: Say, values: Readonly<Record<string, number>> = {}): Value[] {
  const sorted = Object.entries(values).sort((a, b) => b[1] - a[1]);
  return sorted.map(([text, count]) => ({ text, kind: 'value', detail: traces(say, count) }));
}

function toolNames({ facts, say }: Context): Value[] {
  return (facts?.tools ?? []).map(({ name, count }) => ({ text: name, kind: 'value', detail: traces(say, count) }));
}

function skillNames(context: Context, place: Place, key: string): Value[] {
  const folder = folderName(context.path);
  if (key === 'name' && place.path.length === 1 && folder !== undefined)
    return [{ text: slugOf(folder), kind: 'value', detail: context.say('the folder’s name') }];
  if (key === 'allowed-tools' || key === 'disallowed-tools')
    return knownTools.map((text) => ({ text, kind: 'value', bare: true }));
  if (key === 'tools' || key === 'requires_tools') return toolNames(context);
  if (key === 'model') return ['inherit', 'haiku', 'opus', 'sonnet'].map((text) => ({ text, kind: 'word', bare: true }));
  if (key === 'license') return filesNear(context, place, (file) => /\.(?:txt|md)$/i.test(file) && !/^skill\.md$/i.test(file));
  return key === 'examples' ? filesNear(context, place, (file) => file.endsWith('.jsonl')) : [];
}

/** Files and folders below what is typed of a path, seen from this file's folder. */
function filesNear(context: Context, place: Place, fits: (file: string) => boolean): Value[] {
  return pathsNear(context, wordOf(context.text, place), fits).map(({ path, folder }) => ({
    text: path,
    kind: folder ? 'folder' : 'file',
  }));
}

export function pathsNear(
  { path, files, workspace }: Context,
  typed: string,
  fits: (file: string) => boolean,
): { path: string; folder: boolean }[] {
  if (path === undefined || !files || /^[/\\~]/.test(typed)) return [];
  const upTo = typed.slice(0, typed.lastIndexOf('/') + 1);
  const folder = joined(folderOf(path), upTo === '' ? '.' : upTo);
  if (workspace !== undefined && !isInside(folder, workspace)) return [];
  const found = files.list(folder).flatMap((name): { path: string; folder: boolean }[] => {
    const there = joined(folder, name);
    const isFolder = files.kindOf(there) === 'folder';
    if (isFolder) return name.startsWith('.') || name === 'node_modules' ? [] : [{ path: `${upTo}${name}/`, folder: true }];
    return there !== path && fits(baseName(there) ?? '') ? [{ path: upTo + name, folder: false }] : [];
  });
  return found.sort((a, b) => Number(a.folder) - Number(b.folder));
}
