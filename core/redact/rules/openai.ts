import { longestRun, tokenRule, varied } from '../rule';
import type { Rule } from '../rule';

/**
 * `sk-` keys of OpenAI and the many providers that copied the form. Hyphenated names (`sk-cube-grid`) have no long
 * random run; placeholders (`sk-your-api-key-here`) no digits.
 */
export const openai: Rule = tokenRule({
  name: 'openai',
  prefixes: ['sk-'],
  body: '[A-Za-z0-9_-]{16,}',
  check: (body) => {
    if (!varied(body, 6)) return false;
    if (/^(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{16}/.test(body)) return longestRun(body) >= 8;
    return body.length >= 20 && longestRun(body) >= (/\d/.test(body) ? 16 : 32);
  },
});
