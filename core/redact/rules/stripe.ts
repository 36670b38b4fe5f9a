import { tokenRule } from '../rule';
import type { Rule } from '../rule';

/** Secret and restricted keys and webhook secrets. Publishable keys (`pk_`) are public by design. */
export const stripe: readonly Rule[] = [
  tokenRule({
    name: 'stripe_key',
    prefixes: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'],
    body: '[A-Za-z0-9]{16,}',
    check: (body) => new Set(body).size >= 8,
  }),
  tokenRule({
    name: 'stripe_webhook',
    prefixes: ['whsec_'],
    body: '[A-Za-z0-9+/]{24,}={0,2}',
    check: (body) => new Set(body).size >= 8,
  }),
];
