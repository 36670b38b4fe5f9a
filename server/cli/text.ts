/** Control characters but line breaks and tabs, the C1 set among them: a terminal obeys them. */
const controls = /[^\P{Cc}\n\t]/gu;

/** Characters that turn the direction of what follows. Marks that only join letters or emoji stay. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** In JSON these may stand as they are, but terminals obey some of them and readers of lines split at others. */
const escaped = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Text as it may go to a terminal: a conversation, a label or a file name may hold anything. */
export function plain(text: string): string {
  return text.replace(controls, picture).replace(turning, '\ufffd');
}

/** A control character as its picture (␛ for escape). */
function picture(char: string): string {
  const code = char.charCodeAt(0);
  if (code < 32) return String.fromCharCode(0x2400 + code);
  return code === 127 ? '\u2421' : '\ufffd';
}

/** JSON on one line that neither moves a cursor nor breaks a line; the same value when read. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replace(escaped, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
