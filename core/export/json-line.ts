/** Members of a JSON object, values as JSON text. Undefined values are left out: an absent key is never null. */
export function objectText(members: Readonly<Record<string, string | undefined>>): string {
  let text = '';
  for (const [key, value] of Object.entries(members)) {
    if (value !== undefined) text += `${text === '' ? '' : ','}"${key}":${value}`;
  }
  return `{${text}}`;
}

export function arrayText(items: readonly string[]): string {
  return `[${items.join(',')}]`;
}

/** A string as JSON text. */
export const stringText = (text: string): string => JSON.stringify(text);

/** Line ends to some readers (W3), which JSON.stringify leaves raw. */
const lineEnds = ['\u0085', '\u2028', '\u2029'];

/**
 * The last touches to a line of JSON: other line ends are escaped, and lone surrogates, which JSON.stringify writes as
 * escapes that no UTF-8 reader takes, become U+FFFD (W2).
 */
export function finishedLine(text: string): { text: string; replaced: number } {
  const isClean = !lineEnds.some((end) => text.includes(end));
  const oneLine = isClean ? text : text.replace(/[\u0085\u2028\u2029]/g, escaped);
  // JSON.stringify writes escapes in lower case, and escapes no other surrogates.
  if (!oneLine.includes('\\ud')) return { text: oneLine, replaced: 0 };
  let replaced = 0;
  // Every escape is matched whole, so that the text `\\ud800` (a backslash and letters) is not taken for one.
  const clean = oneLine.replace(/\\(?:u(d[89a-f][0-9a-f]{2})|.)/gi, (escape, surrogate?: string) => {
    if (surrogate === undefined) return escape;
    replaced++;
    return '\ufffd';
  });
  return { text: clean, replaced };
}

function escaped(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
