/**
 * To be called on a text: `charCodeAt.call(text, at)`. Where many texts pass through one place, the engine looks a method
 * of theirs up anew at each call, because strings have so many inner forms; this way it does not. For hot loops.
 */
// eslint-disable-next-line @typescript-eslint/unbound-method
export const { charCodeAt } = String.prototype;

/** The UTF-16 code unit at a place, NaN outside the text. */
export function unitAt(text: string, at: number): number {
  return charCodeAt.call(text, at);
}
