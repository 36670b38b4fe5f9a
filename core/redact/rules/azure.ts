import { tail, varied } from '../rule';
import type { Rule } from '../rule';

/** Account and shared access keys of connection strings: 64 or 32 random bytes in base64. */
export const azureKey: Rule = {
  name: 'azure_key',
  kinds: ['api_key'],
  anchors: ['AccountKey=', 'AccessKey='],
  find: /(?:AccountKey|AccessKey)=([A-Za-z0-9+/]{40,512}={0,2})/,
  check: (match) => (varied(match[1] ?? '', 12) ? tail(match, match[1]) : undefined),
};

/** The signature of a shared access signature URL, percent-encoded or not. */
export const azureSas: Rule = {
  name: 'azure_sas',
  kinds: ['api_key'],
  anchors: ['sig='],
  find: /(?<=[?&;\s"'])sig=((?:[A-Za-z0-9+/_-]|%2[BbFf]){40,}(?:%3[Dd]|=)?)/,
  check: (match) => (varied(match[1] ?? '', 12) ? tail(match, match[1]) : undefined),
};

/** Client secrets of Entra applications carry `Q~` after four characters. */
export const azureClientSecret: Rule = {
  name: 'azure_client_secret',
  kinds: ['api_key'],
  anchors: ['Q~'],
  start: (_text, at) => at - 4,
  find: /(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{30,34}(?![A-Za-z0-9_~-])/,
};
