import { varied } from '../rule';
import type { Found, Rule } from '../rule';
import { isWordy, isPlaceholder } from '../secret-value';

/**
 * User and password in a URL, up to the last `@` before the path; both go, the host stays readable. A lone user
 * (`ssh://git@host`) stays unless it looks like a token (`https://<token>@github.com`).
 */
export const urlCredentials: Rule = {
  name: 'url_credentials',
  kinds: ['url_credentials'],
  anchors: ['://'],
  find: /:\/\/([^\s/"'`<>\\:@?]{0,256})(:[^\s/"'`<>\\?]{1,256})?@(?=[\w[.-])/,
  check: (match) => {
    const [, user = '', password] = match;
    if (password === undefined) return looksLikeToken(user) ? credentials(match) : undefined;
    return isPlaceholder(password.slice(1)) ? undefined : credentials(match);
  },
};

/** `curl -u user:password`; `docker run -u 1000:1000` and `-u root:root` are no passwords. */
export const curlUser: Rule = {
  name: 'curl_user',
  kinds: ['url_credentials'],
  anchors: ['-u ', '--user '],
  find: /(?<![-\w])(?:-u|--user) {1,4}(?:\\?["'])?([^\s"':\\$<{/]{1,128}:[^\s"'\\]{3,256})/,
  check: (match) => {
    const pair = match[1] ?? '';
    const end = match.index + match[0].length;
    const password = pair.slice(pair.indexOf(':') + 1);
    const request = /\b(?:curl|wget|https?)\b[^\n]{0,300}$/.test(match.input.slice(Math.max(0, match.index - 310), match.index));
    const plausible = request || (/\d/.test(password) && /\D/.test(password));
    return plausible && !isPlaceholder(password) ? { start: end - pair.length, end } : undefined;
  },
};

function credentials(match: RegExpExecArray): Found {
  return { start: match.index + '://'.length, end: match.index + match[0].length - 1 };
}

function looksLikeToken(user: string): boolean {
  return (
    user.length >= 20 && /\d/.test(user) && /[A-Za-z]/.test(user) && varied(user, 8) && !isWordy(user) && !isPlaceholder(user)
  );
}
