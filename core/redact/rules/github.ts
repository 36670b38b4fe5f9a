import { tokenRule } from '../rule';
import type { Rule } from '../rule';

/** Personal, OAuth, user, server and refresh tokens (36 characters), and fine-grained ones (22 + 59). */
export const github: readonly Rule[] = [
  tokenRule({
    name: 'github_token',
    prefixes: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
    body: '[A-Za-z0-9]{30,}(?![A-Za-z0-9])',
  }),
  tokenRule({
    name: 'github_fine_grained',
    prefixes: ['github_pat_'],
    body: '[A-Za-z0-9]{20,}(?:_[A-Za-z0-9]{20,})?',
    check: (body) => new Set(body).size >= 8,
  }),
];
