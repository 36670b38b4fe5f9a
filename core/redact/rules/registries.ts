import { tokenRule } from '../rule';
import type { Rule } from '../rule';

const random = (body: string) => new Set(body).size >= 8;

/** npm access tokens. Variables such as `npm_config_registry` have no run of 36. */
export const npm: Rule = tokenRule({ name: 'npm', prefixes: ['npm_'], body: '[A-Za-z0-9]{36,}(?![A-Za-z0-9_])', check: random });

/** PyPI upload tokens: a macaroon in base64url, long. */
export const pypi: Rule = tokenRule({
  name: 'pypi',
  prefixes: ['pypi-'],
  body: '[A-Za-z0-9_-]{50,}',
  check: (body) => random(body) && /\d/.test(body) && /[A-Z]/.test(body),
});

/** Hugging Face user and organisation tokens. */
export const huggingFace: Rule = tokenRule({
  name: 'hugging_face',
  prefixes: ['hf_', 'api_org_'],
  body: '[A-Za-z0-9]{30,}(?![A-Za-z0-9_])',
  check: random,
});
