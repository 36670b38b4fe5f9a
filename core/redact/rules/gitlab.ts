import { longestRun, tokenRule, varied } from '../rule';
import type { Rule } from '../rule';

/** Personal, deploy, runner, trigger, job, feed, agent and application tokens. */
export const gitlab: Rule = tokenRule({
  name: 'gitlab',
  prefixes: ['glpat-', 'gldt-', 'glrt-', 'glptt-', 'glcbt-', 'glft-', 'glagent-', 'gloas-', 'glsoat-'],
  body: '[A-Za-z0-9_.-]{20,}',
  check: (body) => varied(body, 8) && longestRun(body) >= (/\d/.test(body) ? 8 : 16),
});
