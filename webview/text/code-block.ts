import { highlighted } from './code';
import { el, showSpecials } from './dom';
import { laidOut } from './json';
import { beginning, longText } from './long';
import { cleaned } from './visible';

/** Beyond this, laying JSON out and colouring it is not worth the wait. */
const longest = 20_000;

/** A text in a language, coloured when it is short enough; long ones are folded plain text. */
export function codeBlock(text: string, language: string): HTMLElement {
  const code = language === 'json' && text.length <= longest ? laidOut(text) : cleaned(text);
  const html = beginning(code, 40, longest).length < code.length ? undefined : highlighted(code, language);
  if (html === undefined) return longText({ text: code });
  const pre = el('pre', 'code');
  // Safe: the highlighter escapes the text and adds nothing but spans with its own classes.
  pre.innerHTML = html;
  showSpecials(pre);
  return pre;
}
