/**
 * Text of a conversation made fit for one line of the editor's own screens: control characters and the invisible
 * ones that reorder text (bidi overrides, zero-width joiners out of place) are taken out, white space collapses.
 */
export function oneLine(text: string, limit = 200): string {
  const clean = text
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const points = Array.from(clean);
  return points.length <= limit ? clean : `${points.slice(0, limit - 1).join('')}…`;
}
