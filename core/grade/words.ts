/** Letters, digits and what is written on top of them, in any script. */
const wordCharacter = /^[\p{L}\p{N}\p{M}_]$/u;

/** Whether a word goes on across this place in the text. */
export function isInsideWord(text: string, at: number): boolean {
  return isWord(pointBefore(text, at)) && isWord(pointAt(text, at));
}

export function isWordBefore(text: string, at: number): boolean {
  return isWord(pointBefore(text, at));
}

export function isWordAt(text: string, at: number): boolean {
  return isWord(pointAt(text, at));
}

function isWord(point: string): boolean {
  return point !== '' && wordCharacter.test(point);
}

function pointAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function pointBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  return at >= 2 && low >= 0xdc00 && low < 0xe000 ? pointAt(text, at - 2) : text.charAt(at - 1);
}
