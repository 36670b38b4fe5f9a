import type { Say } from '../codes/say';
import type { Context } from '../context';
import { skillKeys } from '../skill/keys';
import { clientNames } from '../targets';
import { entriesOf, itemsOf, textOf, valueOf } from '../yaml/tree';
import { scalarText } from '../yaml/write';
import { ruleIds, sliceNames } from './names';
import { type Place, wordOf } from './place';
import { groupAt, saysOfKey } from './says';
import { type KnownKey, keysOf, type Shape, takesList, takesMap, takesScalar, wordsOf } from './shape';
import { keySnippets } from './snippets';
import type { Suggestion } from './suggestion';

/** The keys that may still be written into the map at this place. */
export function keySuggestions(context: Context, place: Place, shapes: readonly Shape[]): Suggestion[] {
  const written = new Set(place.levels.at(-1)?.keys() ?? []);
  const own = place.named ? wordOf(context.text, place) : undefined;
  if (own !== undefined) written.delete(own);
  const type = place.levels.at(-1)?.get('type');
  const known = keysOf(shapes)
    .filter(({ name }) => !written.has(name) && name !== '$schema')
    .map((key, i) => ofKey(context, place, key, i, type));
  const free = freeNames(context, place).filter(({ name }) => !written.has(name));
  return [...known, ...free.map(({ name, detail }) => freeKey(place, name, detail))];
}

function ofKey(context: Context, place: Place, key: KnownKey, order: number, type: string | undefined): Suggestion {
  const { kind, chosen, say } = context;
  const { name } = key;
  const says = saysOfKey(kind, place.path, name, type);
  const clients = kind === 'skill' && place.path.length === 0 ? skillKeys[name]?.clients : undefined;
  const foreign = clients !== undefined && !clients.some((client) => chosen.has(client));
  const rank = (key.required ? 0 : foreign ? 2000 : 1000) + order;
  const detail = clients ? clients.map((client) => clientNames[client]).join(', ') : undefined;
  return {
    label: name,
    kind: 'key',
    replace: place.word,
    ...written(context, place, key),
    rank,
    ...(detail === undefined ? {} : { detail }),
    ...(says === undefined ? {} : { says: say(says) }),
  };
}

/** Keys written with an empty place in brackets, for which names can be offered at once: from here, or from the store. */
const fromFile: ReadonlySet<string> = new Set(['slice', 'not', 'expect', 'graders']);
const fromStore: ReadonlySet<string> = new Set(['any_of', 'labels', 'attributes']);

/** The key with as much of its value as can be foreseen. */
function written(
  { kind, facts }: Context,
  place: Place,
  { name, shapes }: KnownKey,
): Pick<Suggestion, 'insert' | 'snippet' | 'again'> {
  if (place.named || place.quote !== '') return { insert: name, snippet: false };
  const group = groupAt(kind, place.path) ?? '';
  const known = keySnippets[`${group}.${name}`];
  const oneLine = known === undefined || !known.includes('\n');
  if (known !== undefined && (oneLine || !place.flow)) {
    const again = fromFile.has(name) || (fromStore.has(name) && facts !== undefined);
    return {
      insert: known.replaceAll('\n', `\n${' '.repeat(place.column)}`),
      snippet: true,
      ...(again ? { again } : {}),
    };
  }
  if (wordsOf(shapes).length > 0 || takesScalar(shapes)) return { insert: `${name}: `, snippet: false, again: true };
  if (place.flow) return { insert: `${name}: ${takesList(shapes) ? '[$1]' : '{ $1 }'}`, snippet: true };
  const indent = ' '.repeat(place.column + 2);
  if (takesMap(shapes)) return { insert: `${name}:\n${indent}$0`, snippet: true };
  return { insert: `${name}:\n${indent}- $0`, snippet: true };
}

interface FreeName {
  readonly name: string;
  readonly detail?: string;
}

/** Names that no schema lists: attributes, arguments, labels, rules, scores. */
function freeNames(context: Context, { path, levels }: Place): FreeName[] {
  const last = path.at(-1);
  const { facts, map, say } = context;
  if (last === 'attributes') {
    return Object.entries(facts?.attributes ?? {}).map(([name, values]) => ({
      name,
      detail: Object.keys(values).slice(0, 5).join(', '),
    }));
  }
  if (last === 'expect')
    return ruleIds(context).map(({ name, detail }) => ({ name, ...(detail === undefined ? {} : { detail }) }));
  if (last === 'parents') return (facts?.labels ?? []).map(({ label, count }) => ({ name: label, detail: traces(say, count) }));
  if (last === 'args' || last === 'arguments') {
    const tool = levels.at(-2)?.get(last === 'args' ? 'tool' : 'name');
    const args = facts?.tools.find(({ name }) => name === tool)?.args ?? {};
    return Object.entries(args).map(([name, count]) => ({ name, detail: say('{n} calls', { n: count }) }));
  }
  if (last === 'anchors') return scoresAt(map, path, levels);
  if (last === 'slices') {
    const wanted = itemsOf(valueOf(map, 'rules')).flatMap((rule) => textOf(valueOf(rule, 'slice')) ?? []);
    const defined = new Set(sliceNames(context).map(({ name }) => name));
    return [...new Set(wanted)].filter((name) => !defined.has(name)).map((name) => ({ name, detail: say('used by a rule') }));
  }
  return [];
}

/** The scores of the scale beside the anchors. */
function scoresAt(map: Context['map'], path: Place['path'], levels: Place['levels']): FreeName[] {
  const key = levels.at(-2)?.get('key');
  const dimension = path.includes('dimensions')
    ? itemsOf(valueOf(map, 'dimensions')).find((item) => textOf(valueOf(item, 'key')) === key)
    : undefined;
  const scale = Object.fromEntries(entriesOf(valueOf(dimension, 'scale')).map((entry) => [entry.name, entry.value]));
  const bound = (name: string) => {
    const node = scale[name];
    return node?.kind === 'scalar' && typeof node.value === 'number' ? node.value : undefined;
  };
  const [min, max] = [bound('min') ?? 0, bound('max') ?? 1];
  if (!Number.isInteger(min) || !Number.isInteger(max) || max - min > 20) return [];
  return Array.from({ length: Math.max(0, max - min + 1) }, (_, i) => ({ name: String(min + i) }));
}

function freeKey({ word, named, quote }: Place, name: string, detail: string | undefined): Suggestion {
  const shown = quote === '' && !/^\d+$/.test(name) ? scalarText(name) : name;
  return {
    label: name,
    kind: 'name',
    replace: word,
    insert: named || quote !== '' ? shown : `${shown}: `,
    snippet: false,
    rank: 500,
    ...(detail === undefined ? {} : { detail }),
    ...(named ? {} : { again: true }),
  };
}

/** `1 trace`, `214 traces`. */
export function traces(say: Say, count: number): string {
  return count === 1 ? say('1 trace') : say('{n} traces', { n: count });
}
