import { longestRun, tail, tokenRule } from '../rule';
import type { Rule } from '../rule';

const random = (body: string) => longestRun(body) >= 12 && new Set(body).size >= 10 && /\d/.test(body);

/** Tokens of further services that a literal prefix tells apart and whose form the vendor publishes. */
const prefixed: readonly (readonly [name: string, prefixes: readonly string[], body: string])[] = [
  ['groq_xai_perplexity', ['gsk_', 'xai-', 'pplx-'], '[A-Za-z0-9]{40,}'],
  ['replicate', ['r8_'], '[A-Za-z0-9]{37,}'],
  ['sendgrid', ['SG.'], '[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{32,}'],
  ['shopify', ['shpat_', 'shpca_', 'shppa_', 'shpss_'], '[A-Za-z0-9]{32,}'],
  ['linear', ['lin_api_', 'lin_oauth_'], '[A-Za-z0-9]{32,}'],
  ['notion', ['ntn_', 'secret_'], '[A-Za-z0-9]{43,}'],
  ['digitalocean', ['dop_v1_', 'doo_v1_', 'dor_v1_'], '[a-f0-9]{64}'],
  ['docker', ['dckr_pat_', 'dckr_oat_'], '[A-Za-z0-9_-]{27,}'],
  ['grafana', ['glsa_', 'glc_'], '[A-Za-z0-9+/_]{32,}={0,2}'],
  ['vault', ['hvs.', 'hvb.'], '[A-Za-z0-9_-]{24,}'],
  ['figma', ['figd_'], '[A-Za-z0-9_-]{40,}'],
  ['vercel', ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'], '[A-Za-z0-9]{20,}'],
  ['one_password', ['ops_eyJ'], '[A-Za-z0-9+/=]{100,}'],
  ['supabase', ['sbp_', 'sb_secret_'], '[A-Za-z0-9_-]{28,}'],
  ['atlassian', ['ATATT3x', 'ATCTT3x'], '[A-Za-z0-9_=-]{60,}'],
  ['postman', ['PMAK-'], '[A-Za-z0-9]{24}-[A-Za-z0-9]{34}'],
  ['sentry', ['sntrys_', 'sntryu_'], '[A-Za-z0-9+/=_]{40,}'],
  ['twilio', ['SK'], '[a-f0-9]{32}(?![A-Za-z0-9])'],
  ['databricks', ['dapi'], '[a-f0-9]{32}(?:-\\d)?(?![A-Za-z0-9])'],
];

export const vendors: readonly Rule[] = prefixed.map(([name, prefixes, body]) =>
  tokenRule({ name, prefixes, body, check: random }),
);

/** Telegram bots: the bot's number, a colon, 35 characters that begin with AA. */
export const telegram: Rule = {
  name: 'telegram',
  kinds: ['api_key'],
  anchors: [':AA'],
  start: (text, at) => {
    let start = at;
    while (at - start < 11 && text.charCodeAt(start - 1) >= 48 && text.charCodeAt(start - 1) <= 57) start--;
    return start;
  },
  find: /(?<!\w)\d{8,10}:AA[A-Za-z0-9_-]{32,33}(?![A-Za-z0-9_-])/,
  check: (match) => (random(match[0]) ? tail(match, match[0]) : undefined),
};
