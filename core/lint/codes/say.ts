import type { Args } from '../finding';
import { fill } from './fill';

/** Puts an English text into the reader's language and fills its `{places}`. */
export type Say = (text: string, args?: Args) => string;

/** The words of everyone who brings none. */
export const inEnglish: Say = (text, args) => fill(text, args);

/** Words from a bundle: English text → text. What it lacks stays English. */
export function sayFrom(bundle: Readonly<Record<string, string>>): Say {
  return (text, args) => fill(Object.hasOwn(bundle, text) ? (bundle[text] ?? text) : text, args);
}
