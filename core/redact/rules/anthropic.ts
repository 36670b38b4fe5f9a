import { tokenRule } from '../rule';
import type { Rule } from '../rule';

/** `sk-ant-` followed by the key's type (`api03`, `admin01`, `oat01`) and the key. */
export const anthropic: Rule = tokenRule({
  name: 'anthropic',
  prefixes: ['sk-ant-'],
  body: '[A-Za-z0-9_-]{16,}',
  check: (body) => /\d/.test(body) && new Set(body).size >= 8,
});
