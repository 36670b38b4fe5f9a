import { tokenStart } from '../rule';
import type { Rule } from '../rule';

const longestHeader = 4096;

/**
 * JSON web tokens: header and payload are base64url JSON objects, so both begin with `eyJ`; signature optional, because
 * the payload alone tells who it was. Encrypted ones have five parts and an encrypted payload; they are told by their header.
 */
export const jwt: Rule = {
  name: 'jwt',
  kinds: ['jwt'],
  // Of a header's `eyJ` the capital is what can be searched for quickly.
  anchors: ['.eyJ', 'JhbGciOi', 'J0eXAiOi', 'JraWQiOi', 'JlbmMiOi'],
  start: (text, at) => (text.charCodeAt(at) === 46 ? headerStart(text, at) : alone(text, at - 2)),
  find: new RegExp(
    `${tokenStart}(?:eyJ[A-Za-z0-9_-]{8,4096}\\.eyJ[A-Za-z0-9_-]{8,4096}|(?:(?<![\\w-])|(?<=\\\\[nrt]))eyJ(?:hbGciOi|0eXAiOi|raWQiOi|lbmMiOi)[A-Za-z0-9_-]{8,4096}\\.[A-Za-z0-9_-]{0,4096}\\.[A-Za-z0-9_-]{8,4096})(?:\\.[A-Za-z0-9_-]+){0,3}`,
  ),
};

/** A header that is told by its own first field has to begin a word, or each of many would be read to its end. */
function alone(text: string, start: number): number {
  return start > 0 && isBase64Url(text.charCodeAt(start - 1)) && text.charCodeAt(start - 2) !== 92 ? -1 : start;
}

/** Walks left from the first dot over the header. */
function headerStart(text: string, dot: number): number {
  const least = Math.max(0, dot - longestHeader);
  let start = dot;
  while (start > least && isBase64Url(text.charCodeAt(start - 1))) start--;
  for (let from = text.indexOf('eyJ', start); from >= 0 && from < dot; from = text.indexOf('eyJ', from + 1)) {
    const inWord = from > 0 && isBase64Url(text.charCodeAt(from - 1));
    if (!inWord || /[-_]|\\[nrt]$|%..$/.test(text.slice(Math.max(0, from - 3), from).slice(-3))) return from;
  }
  return -1;
}

function isBase64Url(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 45 || code === 95;
}
