import type { Say } from '../codes/say';
import type { Context } from '../context';
import { lengthOf } from '../parts';
import { skillKeys } from '../skill/keys';
import { checkedByEditor, editorCheckSince, knownAsOf, readingNotes } from '../skill/reading';
import type { Span } from '../span';
import { clientNames, type Target, targets } from '../targets';
import { entryOf, itemsOf, textOf, type YamlNode } from '../yaml/tree';
import { traces } from './complete-keys';
import { nameAt } from './names';
import { type Place, placeAt, wordOf } from './place';
import { saysOfKey, saysOfWord } from './says';
import { lengthLimit, type Shape, shapesAt, type Step, wordsOf } from './shape';

export interface Hover {
  readonly span: Span;
  /** Markdown. What comes from files and the store stands in code, so that it shows as it is. */
  readonly markdown: string;
}

/** What there is to say about the place: what a key means and who reads it, what a word means, what the store knows. */
export function hoverAt(context: Context, offset: number): Hover | undefined {
  const { yaml, text } = context;
  const named = nameHover(context, offset);
  if (named) return named;
  const place = yaml && offset <= yaml.span.end ? placeAt(text, yaml.span, offset) : undefined;
  if (!place || place.word.start === place.word.end) return undefined;
  const parts =
    place.at === 'key' || (place.at === 'either' && place.named) ? keyParts(context, place) : valueParts(context, place);
  return parts.length === 0 ? undefined : { span: place.word, markdown: parts.join('\n\n') };
}

function nameHover(context: Context, offset: number): Hover | undefined {
  const found = nameAt(context, offset);
  if (!found) return undefined;
  const { say } = context;
  const { kind, name, detail, uses } = found.name;
  const times = uses.length === 1 ? say('used once here') : say('used {n} times here', { n: uses.length });
  const used = kind === 'dimension' ? '' : ` · ${times}`;
  const what = { slice: say('slice'), rule: say('rule'), dimension: say('dimension') }[kind];
  return { span: found.at, markdown: `**${what}** ${code(name)}${detail === undefined ? '' : ` — ${code(detail)}`}${used}` };
}

function keyParts(context: Context, place: Place): string[] {
  const { kind, text, say } = context;
  const key = wordOf(text, place);
  const says = saysOfKey(kind, place.path, key, place.levels.at(-1)?.get('type'));
  if (says === undefined) return [];
  const path = [...place.path, key];
  const shapes = shapesAt(kind, path, place.levels);
  const words = wordsOf(shapes);
  return [
    `**${key}** — ${say(says)}`,
    ...(words.length > 0 && words.length < 13 ? [words.map(code).join(' · ')] : []),
    ...counter(context, path, shapes),
    ...(kind === 'skill' && place.path.length === 0 ? clientParts(context, key) : []),
  ];
}

/** `812 of 1024 characters`, as it stands. */
function counter({ map, say }: Context, path: readonly Step[], shapes: readonly Shape[]): string[] {
  const limit = lengthLimit(shapes);
  if (limit === undefined) return [];
  const value = textOf(path.includes(null) ? undefined : follow(map, path));
  return [
    value === undefined
      ? say('At most {limit} characters.', { limit })
      : say('{n} of {limit} characters.', { n: lengthOf(value), limit }),
  ];
}

export function follow(node: YamlNode | undefined, path: readonly Step[]): YamlNode | undefined {
  return path.reduce<YamlNode | undefined>((at, step) => (step === null ? itemsOf(at)[0] : entryOf(at, step)?.value), node);
}

/** Which client reads a key of SKILL.md, the chosen ones first. */
function clientParts({ chosen, say }: Context, key: string): string[] {
  const clients = skillKeys[key]?.clients;
  if (!clients) return [];
  const names = (some: readonly Target[]) => some.map((client) => clientNames[client]).join(', ');
  const noted = clients.map((client) => {
    const note = Object.hasOwn(readingNotes, key) ? readingNotes[key]?.[client] : undefined;
    return note === undefined ? clientNames[client] : `${clientNames[client]} (${say(note)})`;
  });
  const without = targets.filter((client) => !clients.includes(client));
  const lost = without.filter((client) => chosen.has(client));
  return [
    without.length === 0
      ? say('Read by {clients}.', { clients: noted.join(', ') })
      : say('Read by {clients}. Not by {others}.', { clients: noted.join(', '), others: names(without) }),
    ...(lost.length === 0 ? [] : [`_${say('Of your targets, not read by {clients}.', { clients: names(lost) })}_`]),
    [
      ...(checkedByEditor.has(key) ? [say('VS Code checks it itself since {version}.', { version: editorCheckSince })] : []),
      say('Looked up in {month}.', { month: knownAsOf }),
    ].join(' '),
  ];
}

function valueParts(context: Context, place: Place): string[] {
  const word = wordOf(context.text, place);
  const key = place.path.findLast((step) => step !== null);
  if (key === undefined || word === '') return [];
  const says = saysOfWord(key, word);
  if (says !== undefined) return [`${code(word)} — ${context.say(says)}`];
  return storeParts(context, place, key, word);
}

/** What the store knows of a label, a tool, a source or an attribute. */
function storeParts({ facts, say }: Context, place: Place, key: string, word: string): string[] {
  if (!facts) return [];
  const parent = place.path.filter((step) => step !== null).at(-2);
  if (parent === 'attributes') return countPart(say, `${code(key)} = ${code(word)}`, facts.attributes[key]?.[word]);
  if (key === 'label' || key === 'labels') {
    const known = facts.labels.find(({ label }) => label === word);
    const under = facts.labels.filter((other) => other.parent === word).map(({ label }) => code(label));
    return [
      ...countPart(say, say('Label {name}', { name: code(word) }), known?.count),
      ...(under.length > 0 ? [say('Covers {labels}.', { labels: under.join(', ') })] : []),
    ];
  }
  if (key === 'source') return countPart(say, say('Source {name}', { name: code(word) }), facts.sources[word]);
  if (key === 'model') return countPart(say, say('Model {name}', { name: code(word) }), facts.models[word]);
  if (key !== 'tool' && key !== 'any_of') return [];
  const tool = facts.tools.find(({ name }) => name === word);
  if (!tool)
    return facts.allTools && facts.tools.length > 0 ? [say('No recorded conversation calls {name}.', { name: code(word) })] : [];
  const args = Object.entries(tool.args).map(([name, count]) => `${code(name)} (${count})`);
  return [
    say('Tool {name}: called in {traces}.', { name: code(word), traces: traces(say, tool.count) }),
    ...(args.length > 0 ? [say('Arguments: {names}', { names: args.slice(0, 12).join(', ') })] : []),
  ];
}

function countPart(say: Say, what: string, count: number | undefined): string[] {
  return [`${what}: ${count === undefined ? say('no trace has it') : traces(say, count)}.`];
}

/** As code on one line, whatever is in it. */
export function code(text: string): string {
  const flat = text.replace(/\s+/g, ' ').slice(0, 300);
  const longest = Math.max(0, ...[...flat.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `\`${flat}\`` : `${fence} ${flat} ${fence}`;
}
