/** JSON inside JSON strings inside JSON … deeper than this it is searched as plain text. */
export const deepest = 4;

/** Whether a text may be JSON; `scalars`: a lone string or number counts. */
export function looksLikeJson(text: string, scalars: boolean): boolean {
  let at = 0;
  while (text.charCodeAt(at) <= 32) at++;
  const first = text.charCodeAt(at);
  return first === 123 || first === 91 || (scalars && at < text.length);
}

export function parsedJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    // Not JSON after all: the caller reads it as plain text.
    return undefined;
  }
}

/** From an opening quote to its closing one: the next that an even number of backslashes precedes. */
export function closingQuote(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let back = at - 1;
    while (text.charCodeAt(back) === 92) back--;
    if ((at - back) % 2 === 1) return at;
  }
  return text.length - 1;
}
