import { tail, tokenRule, varied } from '../rule';
import type { Rule } from '../rule';

/** Access key ids of users (AKIA), temporary sessions (ASIA), bearer tokens (ABIA) and context credentials (ACCA). */
export const awsKeyId: Rule = {
  ...tokenRule({ name: 'aws_key_id', prefixes: ['AKIA', 'ASIA', 'ABIA', 'ACCA'], body: '[A-Z0-9]{16}(?![A-Za-z0-9])' }),
};

/**
 * The secret that follows its key id, as in the console's CSV download or a pasted pair. Secrets assigned to a named
 * field are found by the assignment rule.
 */
export const awsSecretKey: Rule = {
  name: 'aws_secret_key',
  kinds: ['api_key'],
  anchors: ['AKIA', 'ASIA'],
  find: /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9/+=])[^\n]{0,80}?(?:\n[^\n]{0,40}?)?(?<![A-Za-z0-9/+=])([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/,
  check: (match) => {
    const secret = match[1] ?? '';
    const mixed = /[a-z]/.test(secret) && /[A-Z]/.test(secret) && /\d/.test(secret);
    return mixed && varied(secret, 12) ? tail(match, secret) : undefined;
  },
};
