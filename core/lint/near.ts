import { distance } from 'fastest-levenshtein';

/** Beyond this many edits two words are different words. */
const mostEdits = 2;

/** The known word a misspelt one was probably meant to be. Two edits in a short word make another word: `any`, `all`. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const list = [...known];
  if (list.length === 0) return undefined;
  let best: string | undefined;
  let least = mostEdits + 1;
  for (const candidate of list) {
    const edits = distance(word.toLowerCase(), candidate.toLowerCase());
    if (edits < least && edits <= allowedEdits(word, candidate)) [best, least] = [candidate, edits];
  }
  return best ?? glued(word, list);
}

function allowedEdits(word: string, candidate: string): number {
  const length = Math.max(word.length, candidate.length);
  if (length >= 6 || (length >= 4 && letters(word) === letters(candidate))) return mostEdits;
  return length >= 3 ? 1 : 0;
}

/** The same letters in another order are a slip of the fingers. */
function letters(word: string): string {
  return Array.from(word.toLowerCase()).sort().join('');
}

/** `anyof` for `any_of` or `any`, `passThreshold` for `pass_threshold`: the same letters, or a known word with a tail. */
function glued(word: string, list: readonly string[]): string | undefined {
  const bare = (text: string) => text.toLowerCase().replace(/[-_ ]/g, '');
  return (
    list.find((candidate) => bare(candidate) === bare(word)) ?? list.find((candidate) => bare(word) === `${bare(candidate)}of`)
  );
}
