import type { Found, Rule } from '../rule';

/** Characters between the start of BEGIN and PRIVATE KEY. */
const longestLabel = 60;
const longestBlock = 32_768;
const banner = /-----(?:BEGIN|END) /g;
/** What a key's lines look like when the end is missing: base64, with line breaks real or escaped. */
const loneBody = /(?:(?:\\[rn]|[\s>|"'+])*(?:(?:Proc-Type|DEK-Info|Version|Comment): ?[^\n\\]{0,100}|[A-Za-z0-9+/=]{16,}))*/y;

/**
 * A PEM or PGP private key block, from BEGIN to END, in whatever way its lines are joined (real or escaped line breaks,
 * string concatenation, indentation). A block that was cut off counts as far as its base64 goes; a banner that is only
 * mentioned has no body and stays.
 */
export const privateKey: Rule = {
  name: 'private_key',
  kinds: ['private_key'],
  anchors: ['PRIVATE KEY'],
  start: (text, at) => {
    const from = Math.max(0, at - longestLabel);
    const start = text.slice(from, at).lastIndexOf('-----BEGIN');
    return start < 0 ? -1 : from + start;
  },
  find: /-----BEGIN ?(?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----/,
  check: (match) => block(match.input, match.index, match.index + match[0].length),
};

function block(text: string, start: number, bodyStart: number): Found | undefined {
  const window = text.slice(bodyStart, bodyStart + longestBlock);
  banner.lastIndex = 0;
  const next = banner.exec(window);
  if (next?.[0].startsWith('-----END')) {
    const close = /[A-Z0-9 ]{0,60}-----/y;
    close.lastIndex = next.index + next[0].length;
    const end = close.exec(window);
    const body = window.slice(0, next.index);
    if (end && /[A-Za-z0-9+/=]{6}/.test(body)) return { start, end: bodyStart + end.index + end[0].length };
  }
  loneBody.lastIndex = bodyStart;
  const body = loneBody.exec(text);
  return body && body[0].length >= 32 ? { start, end: bodyStart + body[0].length } : undefined;
}
