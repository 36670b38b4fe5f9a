import type { Rule } from '../rule';

/** ASCII and the letters of European alphabets; not CJK, where a sentence runs on without a space. */
const letter = 'A-Za-z0-9\\u00c0-\\u024f\\u0370-\\u03ff\\u0400-\\u04ff';
const localChar = new RegExp(`[${letter}._%+'-]`);
const firstChar = new RegExp(`[${letter}_%+]`);
/** RFC 5321. */
const longestLocal = 64;

/** Endings that name files and versions, not domains: `icon@2x.png`, `pkg@1.0.0.tgz`. */
const fileEnding =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|s?css|less|[cm]?jsx?|tsx?|json|ya?ml|html?|xml|txt|tgz|gz|zip|jar|war|whl|rb|java|class|php|lock|log|beta|alpha|rc)$/i;

/**
 * E-mail addresses, found from their `@` (also percent-encoded). Kept are version-control remotes (`git@github.com`),
 * copy targets (`deploy@host.example:/srv`), arguments of remote shells, the user of a URL and `@user@server` handles.
 */
export const email: Rule = {
  name: 'email',
  kinds: ['email'],
  anchors: ['@', '%40'],
  start: localStart,
  find: new RegExp(
    `(?<![${letter}_%+])[${letter}_%+][${letter}._%+'-]{0,${longestLocal - 1}}(?:@|%40)(?:[${letter}](?:[${letter}-]{0,61}[${letter}])?\\.){1,8}(?:xn--[a-z0-9]{2,20}|[A-Za-z\\u00c0-\\u024f\\u0400-\\u04ff]{2,24})(?![${letter}])`,
  ),
  check: (match) => (isKept(match) ? undefined : { start: match.index, end: match.index + match[0].length }),
};

const at = '(?:\\[at\\]|\\(at\\))';
const dot = '(?:\\.| ?\\[dot\\] ?| ?\\(dot\\) ?)';

/** Addresses spelled so that harvesters miss them: `alice [at] example [dot] com`, `bob(at)example.org`. */
export const spelledEmail: Rule = {
  name: 'spelled_email',
  kinds: ['email'],
  anchors: ['[at]', '(at)', '[AT]', '(AT)', '[At]', '(At)', '[aT]', '(aT)'],
  start: (text, anchor) => localStart(text, text.charCodeAt(anchor - 1) === 32 ? anchor - 1 : anchor),
  find: new RegExp(
    `(?<![${letter}_%+])[${letter}_%+][${letter}._%+'-]{0,${longestLocal - 1}} ?${at} ?(?:[${letter}](?:[${letter}-]{0,61}[${letter}])?${dot}){1,8}[A-Za-z\\u00c0-\\u024f\\u0400-\\u04ff]{2,24}(?![${letter}])`,
    'i',
  ),
  check(match) {
    const [address] = match;
    const local = /^[^ [(]*/.exec(address)?.[0] ?? '';
    const own = localStart(match.input, match.index + local.length) === match.index;
    return own && !fileEnding.test(address) ? { start: match.index, end: match.index + address.length } : undefined;
  },
};

/** The leftmost place within reach where a word of the local part begins. */
function localStart(text: string, at: number): number {
  const least = Math.max(0, at - longestLocal);
  let start = at;
  while (start > least && localChar.test(text.charAt(start - 1))) start--;
  while (start < at && !(firstChar.test(text.charAt(start)) && !firstChar.test(text.charAt(start - 1)))) start++;
  return start === at ? -1 : start;
}

function isKept(match: RegExpExecArray): boolean {
  const [address] = match;
  const end = match.index + address.length;
  const [local = '', domain = ''] = address.split(/@|%40/);
  const before = match.input.slice(Math.max(0, match.index - 80), match.index);
  const after = match.input.slice(end, end + 60);
  // A later word of the same local part is not another address.
  if (localStart(match.input, match.index + local.length) !== match.index) return true;
  return (
    /^(?:git|hg|svn)$/.test(local) ||
    fileEnding.test(domain) ||
    /^\d+\.(?:\d+|x)\b/.test(domain) ||
    /^:(?:~|\/|[\w.-]+\/)/.test(after) ||
    /:\/\/[^\s/?#]*$/.test(before) ||
    /@[\w.'+%-]*$/.test(before) ||
    /(?<![\w-])(?:ssh|scp|sftp|rsync|mosh|ssh-copy-id)(?: [^\n|;&,.]{0,60})? $/.test(before)
  );
}
