import { tail } from '../rule';
import type { Rule } from '../rule';
import { digitStart, runOfDigits } from './digits';

const context = /(?:\bssn|social[ _-]?security)[^\n\d]{0,30}$/i;

/**
 * US social security numbers with hyphens. Areas 000, 666 and 900–999, group 00 and serial 0000 were never issued.
 * Nine digits or spaced groups count only after the words.
 */
export const ssn: Rule = {
  name: 'ssn',
  kinds: ['ssn'],
  anchors: digitStart,
  start: (text, at) => ([3, 9].includes(runOfDigits(text, at)) ? at : -1),
  find: /(?<![\w-])(?<![\d][./])(?!000|666|9)\d{3}([- ]?)(?!00)\d{2}\1(?!0000)\d{4}(?![\w-])(?!\.\d)/,
  check: (match) => {
    const named = match[1] === '-' || context.test(match.input.slice(Math.max(0, match.index - 60), match.index));
    return named ? tail(match, match[0]) : undefined;
  },
};
