import { tokenRule } from '../rule';
import type { Rule } from '../rule';

/** Google API keys, OAuth client secrets, access tokens and refresh tokens. Service-account keys are PEM blocks. */
export const gcp: readonly Rule[] = [
  tokenRule({ name: 'gcp_api_key', prefixes: ['AIza'], body: '[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])' }),
  tokenRule({ name: 'gcp_client_secret', prefixes: ['GOCSPX-'], body: '[A-Za-z0-9_-]{28}(?![A-Za-z0-9_-])' }),
  tokenRule({
    name: 'gcp_access_token',
    prefixes: ['ya29.'],
    body: '[A-Za-z0-9_-]{20,}',
    check: (body) => new Set(body).size >= 8,
  }),
  tokenRule({
    name: 'gcp_refresh_token',
    prefixes: ['1//0'],
    body: '[A-Za-z0-9_-]{40,}',
    check: (body) => new Set(body).size >= 12,
  }),
];
