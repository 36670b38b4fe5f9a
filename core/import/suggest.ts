import type { mappable } from './mapping';
import { answerNames, promptNames } from './refusals';

type Field = (typeof mappable)[number];

/** Words a column's name ends with, by what such a column usually holds. */
const words: readonly (readonly [Field, readonly string[]])[] = [
  ['prompt', [...promptNames, 'prompt']],
  ['completion', [...answerNames, 'completion']],
  ['label', ['good', 'ok', 'correct', 'helpful', 'accepted', 'thumb', 'thumbs', 'label', 'verdict']],
  ['score', ['score', 'rating', 'stars', 'reward']],
  ['reference', ['reference', 'expected', 'gold', 'truth']],
  ['system', ['system']],
  ['model', ['model']],
  ['captured_at', ['at', 'date', 'time', 'timestamp', 'created', 'day']],
  ['id', ['id']],
  ['labels', ['labels', 'tags', 'tag', 'topic']],
];

/** `customer_question` and `customerQuestion` → `question`. */
function lastWord(name: string): string {
  const spaced = name.replace(/([\p{Ll}])([\p{Lu}])/gu, '$1 $2').toLowerCase();
  return spaced.split(/[^\p{L}]+/u).findLast((word) => word !== '') ?? '';
}

/**
 * What columns seem to hold, by their names: a proposal for a person to confirm, never a reading. Empty unless a question
 * and something said about it are among them; each field at most once, the first column of the name has it.
 */
export function suggestReadings(columns: readonly string[]): Readonly<Record<string, Field>> {
  const found = new Map<Field, string>();
  for (const name of columns) {
    const field = words.find(([, endings]) => endings.includes(lastWord(name)))?.[0];
    if (field !== undefined && !found.has(field)) found.set(field, name);
  }
  if (!found.has('prompt') || !(found.has('completion') || found.has('reference'))) return {};
  return Object.fromEntries([...found].map(([field, name]) => [name, field]));
}
