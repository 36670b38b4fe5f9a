import words from './en.json';

export const lexicon = words;

const stopWords: ReadonlySet<string> = new Set(words.stop_words);
const functionWords: ReadonlySet<string> = new Set(words.function_words);
const leastStopWords = 3;

/** Rules about wording know English only; other languages are left alone. */
export function looksEnglish(text: string): boolean {
  const found = new Set<string>();
  for (const [word] of text.matchAll(/[\p{L}\p{N}']+/gu)) {
    if (stopWords.has(word.toLowerCase())) found.add(word.toLowerCase());
    if (found.size >= leastStopWords) return true;
  }
  return false;
}

export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
}

/** The words that carry meaning, without their endings. */
export function contentStems(text: string): ReadonlySet<string> {
  return new Set(
    wordsOf(text)
      .filter((word) => !functionWords.has(word))
      .map(stem),
  );
}

/** Enough to make `statements` and `statement`, `factually` and `factual` one word. */
export function stem(word: string): string {
  for (const ending of ['ically', 'ally', 'ing', 'ies', 'ly', 'ed', 'es', 's']) {
    if (word.length - ending.length >= 4 && word.endsWith(ending)) return word.slice(0, -ending.length);
  }
  return word;
}

/** A sentence of a text with its place. */
export interface Sentence {
  readonly text: string;
  readonly at: number;
}

const sentenceEnd = /[.!?]+(?=\s|$)|\n[ \t]*(?=\n|[-*#>]|\d+[.)])/g;

/** Sentences, and lines that end without a stop. Line breaks inside a paragraph do not end one. */
export function sentencesOf(text: string): Sentence[] {
  const found: Sentence[] = [];
  let start = 0;
  const take = (end: number) => {
    if (text.slice(start, end).trim() !== '') found.push({ text: text.slice(start, end), at: start });
    start = end;
  };
  for (const match of text.matchAll(sentenceEnd)) take(match.index + match[0].length);
  take(text.length);
  return found;
}

const compiled = new Map<string, RegExp>();

/** The first place where one of these patterns matches. */
export function firstMatch(
  text: string,
  patterns: string | readonly string[],
  flags = 'i',
): { text: string; at: number } | undefined {
  for (const pattern of typeof patterns === 'string' ? [patterns] : patterns) {
    const key = `${flags}/${pattern}`;
    let regex = compiled.get(key);
    if (!regex) compiled.set(key, (regex = new RegExp(pattern, flags)));
    const match = regex.exec(text);
    if (!match) continue;
    const leading = match[0].length - match[0].trimStart().length;
    return { text: match[0].trim(), at: match.index + leading };
  }
  return undefined;
}
