import type { Rule } from '../rule';
import { anthropic } from './anthropic';
import { assignment } from './assignment';
import { basic, bearer } from './auth-header';
import { awsKeyId, awsSecretKey } from './aws';
import { azureClientSecret, azureKey, azureSas } from './azure';
import { card } from './card';
import { email, spelledEmail } from './email';
import { gcp } from './gcp';
import { github } from './github';
import { gitlab } from './gitlab';
import { iban } from './iban';
import { ipv4, ipv6 } from './ip';
import { jwt } from './jwt';
import { openai } from './openai';
import { flag, saidPassword, saidPasswordElsewhere, shortFlag } from './password-words';
import { phone } from './phone';
import { privateKey } from './private-key';
import { huggingFace, npm, pypi } from './registries';
import { slackToken, slackWebhook } from './slack';
import { ssn } from './ssn';
import { stripe } from './stripe';
import { curlUser, urlCredentials } from './url-credentials';
import { telegram, vendors } from './vendors';

/** All rules; of two that find exactly the same text the earlier says what it is. */
export const rules: readonly Rule[] = [
  privateKey,
  anthropic,
  openai,
  awsKeyId,
  awsSecretKey,
  ...gcp,
  azureKey,
  azureSas,
  azureClientSecret,
  ...github,
  gitlab,
  slackToken,
  slackWebhook,
  ...stripe,
  npm,
  pypi,
  huggingFace,
  ...vendors,
  telegram,
  jwt,
  bearer,
  basic,
  urlCredentials,
  curlUser,
  assignment,
  saidPassword,
  saidPasswordElsewhere,
  flag,
  shortFlag,
  card,
  iban,
  ssn,
  phone,
  email,
  spelledEmail,
  ipv4,
  ipv6,
];
