/** A reviewer's name as acts carry it; undefined when the text is none: 1 to 120 characters, without line breaks. */
export function reviewerName(text: string): string | undefined {
  const name = text.normalize('NFC').trim();
  return /^[^\p{Cc}\u2028\u2029]{1,120}$/u.test(name) ? name : undefined;
}
