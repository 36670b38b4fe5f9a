import type { Context } from '../context';
import type { Findings, Fix } from '../finding';
import { insertAfter, isMissing, missingPlace } from '../parts';
import { deleteItem, deleteKey } from '../repairs';
import { entryOf, oneOrMore, textOf, valueOf, type YamlEntry, type YamlMap, type YamlNode } from '../yaml/tree';
import { scalarText } from '../yaml/write';

const stopWords: ReadonlySet<string> = new Set([
  'a',
  'an',
  'and',
  'for',
  'in',
  'it',
  'of',
  'on',
  'or',
  'the',
  'to',
  'with',
  'you',
]);

/** SKL205, SKL206: the phrases by which conversations find their way to an expert. */
export function* triggerRules(context: Context): Findings {
  const { map } = context;
  const entries = ['trigger', 'triggers'].map((key) => entryOf(map, key)).filter((entry) => entry !== undefined);
  const phrases = entries.flatMap((entry) =>
    oneOrMore(entry.value).flatMap((node) => phrasesOf(node).map((phrase) => ({ ...phrase, entry }))),
  );
  if (phrases.length === 0) {
    const entry = entries[0];
    const words = textOf(valueOf(map, 'name'))?.replaceAll('-', ' ') ?? '';
    const line = `triggers: [${scalarText(words)}]`;
    const fixes = (): Fix[] =>
      entry || words === '' ? [] : [{ title: 'insert', args: { text: line }, edits: [insertAfter(context, undefined, line)] }];
    if (entry ?? isMissing(context, 'trigger')) yield { code: 'SKL205', span: entry?.key.span ?? missingPlace(context), fixes };
    return;
  }
  const seen = new Set<string>();
  for (const { text, node, entry } of phrases) {
    const phrase = text.trim().toLowerCase();
    const fixes = () => (map ? withoutTrigger(context, map, entry, node, text) : []);
    const common = phrase.length < 3 || phrase.split(/\s+/).every((word) => stopWords.has(word));
    if (seen.has(phrase)) yield { code: 'SKL206', variant: 'twice', args: { trigger: text.trim() }, span: node.span, fixes };
    else if (common) yield { code: 'SKL206', args: { trigger: text.trim() }, span: node.span, fixes };
    else yield* elsewhere(context, text.trim(), node);
    seen.add(phrase);
  }
}

/** An item of a list, or a part of a text with commas. */
function withoutTrigger(context: Context, map: YamlMap, entry: YamlEntry, node: YamlNode, phrase: string): Fix[] {
  const whole = textOf(node);
  if (entry.value !== node) return deleteItem(context, map, entry.name, node);
  if (whole?.includes(',') !== true) return deleteKey(context.text, map, entry);
  const parts = whole.split(',');
  const left = parts.filter((_, i) => i !== parts.lastIndexOf(phrase)).map((part) => part.trim());
  return [{ title: 'delete_named', args: { text: phrase.trim() }, edits: [{ ...node.span, text: scalarText(left.join(', ')) }] }];
}

/** The same phrase in another expert: which of the two is called is left to chance. */
function* elsewhere({ skills = [], path }: Context, trigger: string, node: YamlNode): Findings {
  const same = (other: string) => other.trim().toLowerCase() === trigger.toLowerCase();
  const other = path === undefined ? undefined : skills.find((skill) => skill.path !== path && skill.triggers?.some(same));
  if (!other) return;
  const related = [{ span: { start: 0, end: 0 }, message: 'The other skill', path: other.path }];
  yield { code: 'SKL206', variant: 'elsewhere', args: { trigger, path: other.path }, span: node.span, related };
}

function phrasesOf(node: YamlNode): { text: string; node: YamlNode }[] {
  return (textOf(node) ?? '')
    .split(',')
    .filter((text) => text.trim() !== '')
    .map((text) => ({ text, node }));
}
