import { tail, tokenRule, varied } from '../rule';
import type { Rule } from '../rule';

/** Bot, user, app, configuration and refresh tokens: groups of digits, then a random group. */
export const slackToken: Rule = tokenRule({
  name: 'slack_token',
  prefixes: ['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-', 'xoxo-', 'xoxe-', 'xapp-'],
  body: '[A-Za-z0-9-]{10,}',
  check: (body) => /\d/.test(body) && varied(body, 6),
});

/** The path of an incoming webhook is all it takes to post. */
export const slackWebhook: Rule = {
  name: 'slack_webhook',
  kinds: ['api_key'],
  anchors: ['.slack.com/'],
  start: (_text, at) => at - 'hooks'.length,
  find: /hooks\.slack\.com\/(?:services|workflows|triggers)\/([A-Z0-9][A-Za-z0-9]{5,}\/[A-Za-z0-9]{6,}\/[A-Za-z0-9/]{8,})/,
  check: (match) => (varied(match[1] ?? '', 8) ? tail(match, match[1]) : undefined),
};
