import type { Context } from '../context';
import type { Fix } from '../finding';
import { lexicon, wordsOf } from '../lexicon/english';
import { resolved, entryOf, textOf, valueOf, type YamlMap } from '../yaml/tree';
import { addItem, scalarText } from '../yaml/write';
import { numbered } from './file';
import { dimensionsOf } from './view';

const verbs: ReadonlySet<string> = new Set(lexicon.second_verbs);
const qualities: ReadonlySet<string> = new Set(lexicon.second_qualities);

/** The two things a description asks, each as a sentence. */
export interface TwoStatements {
  readonly first: string;
  readonly second: string;
}

/** Two questions, or two statements joined by "and". A list of nouns is one thing. */
export function secondStatement(text: string): TwoStatements | undefined {
  const question = /\?\s*(?=[^?]*\?)/.exec(text);
  if (question) return { first: text.slice(0, question.index + 1), second: text.slice(question.index + question[0].length) };
  for (const match of text.matchAll(/\b(?:and|or|as well as|but also)\b/gi)) {
    const [before, after] = [text.slice(0, match.index), text.slice(match.index + match[0].length).trim()];
    const next = wordsOf(after).slice(0, 2);
    // "is true and complete" joins qualities; "the order and its price" joins nouns, of which a verb may follow.
    const quality = qualities.has(next[0] ?? '');
    const statement = next.some((word) => verbs.has(word)) && wordsOf(before).some((word) => verbs.has(word));
    if (quality || statement) return { first: ended(before), second: ended(begun(before, after, quality)) };
  }
  return undefined;
}

/** The second statement with the subject of the first; a bare quality takes its verb along. */
function begun(before: string, after: string, quality: boolean): string {
  const words = [...before.matchAll(/\S+/g)];
  const verb = words.find(([word]) => verbs.has(word.toLowerCase()));
  const own = verbs.has(wordsOf(after)[0] ?? '') || quality;
  if (!verb || !own) return after.charAt(0).toUpperCase() + after.slice(1);
  return `${before.slice(0, verb.index + (quality ? verb[0].length : 0)).trim()} ${after}`;
}

function ended(text: string): string {
  const bare = text.trim().replace(/[,;]$/, '');
  return /[.?!]$/.test(bare) ? bare : `${bare}.`;
}

/** A second dimension below the others, which asks what this one asked besides. */
export function splitDimension(context: Context, map: YamlMap, { first, second }: TwoStatements): Fix[] {
  const description = entryOf(map, 'description');
  const list = resolved(valueOf(context.map, 'dimensions'));
  const key = textOf(valueOf(map, 'key'));
  if (!description || key === undefined || list?.kind !== 'list') return [];
  const scale = entryOf(map, 'scale');
  const written = scale ? context.text.slice(scale.span.start, scale.span.end) : undefined;
  const taken = new Set(dimensionsOf(context).map((dimension) => dimension.key));
  const lines = [`key: ${numbered(key, taken)}`, `description: ${scalarText(second)}`];
  if (written !== undefined && !written.includes('\n')) lines.push(written);
  const added = addItem(context.text, list, lines, context.eol);
  const shortened = { ...description.value.span, text: scalarText(first) };
  return added ? [{ title: 'split', edits: [shortened, added] }] : [];
}
