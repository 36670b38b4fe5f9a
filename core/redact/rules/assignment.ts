import type { Kind } from '../kinds';
import { longestLook, LongRun } from '../rule';
import type { Found, Rule } from '../rule';
import { looksSecret } from '../secret-value';
import { isCredential } from './auth-header';
import type { Demands } from '../secret-value';
import { chars, every, stands } from '../windows';
import { unitAt } from '../unit-at';

/** The word in English, German, Portuguese, Spanish, French, Dutch, Swedish, Norwegian, Danish, Polish and Romanian. */
const passwords =
  'pass(?:word|wd|phrase|code)?|pwd|passwort|kennwort|senha|contrase(?:\u00f1|n)a|mot ?de ?passe|mdp|wachtwoord|l(?:\u00f6|o)senord|passord|adgangskode|has(?:\u0142|l)o|parol(?:\u0103|a)';
const qualifiers =
  'api|access|secret|account|private|auth|signing|encryption|subscription|master|service|deploy|storage|shared|client|consumer|app|application|webhook|session|admin|hmac|jwt';
const keys = `(?:${qualifiers})[ _-]?key|secret[_-]?key[_-]?base|secret|token|credentials?|authorization|auth`;
const endsInPassword = new RegExp(`(?:${passwords})$`, 'i');
/** `pass` has to be a word of its own: not `bypass`, `onepass`. */
const otherPass = /(?<!(?:^|[^A-Za-z])(?:db|user|smtp|mail|ftp|sql|admin|root|my|key|store|ssh)?)pass$/;
const endsInKey = new RegExp(`(?:${keys})$`, 'i');
/** Tokens of pagination, parsers and tokenizers are not credentials. */
const harmless =
  /(?:page|next|prev|previous|continuation|continue|cursor|sync|eos|bos|unk|pad|mask|sep|cls|special|stop|start|end|first|last|max|min|num|per|resume|marker|word|sub|prefix|suffix|csrf|design|color|spacing)[ _-]?token$/i;

/** How the names looked for end: one look at the last letter, and one at the last three, dismiss almost every separator. */
const lastThree = [
  ...['ord', 'swd', 'pwd', 'ase', 'ode', 'ass', 'ort', 'nha', 'key', 'ret', 'ken', 'ial', 'als', 'ion', 'uth'],
  ...['e\u00f1a', 'ena', 'sse', 'mdp', 's\u0142o', 's\u0141o', 'slo', 'ol\u0103', 'ol\u0102', 'ola'],
];
const endings = new Set(lastThree.map((ending) => endingOf(ending, 3)));
const lastLetters = lastThree.map((ending) => ending.slice(-1)).join('');
const isLastLetter = chars(new RegExp(`[${lastLetters}]`, 'i'), true);

/** What may stand between a name and its separator beside blanks, as the inside of a class: quotes and the like. */
const between = '"\'`\\\\\\]*)';
const isBetween = chars(new RegExp(`[${between}]`), false);
/** What stands before a separator: the end of a name, also in other alphabets, or what may stand between. */
const nameEnd = chars(new RegExp(`[${lastLetters}${between} \\t]`, 'i'), true);

/** The last three letters before `end` as a number, in lower case. */
function endingOf(text: string, end: number): number {
  return lower(unitAt(text, end - 3)) * 0x10000 + lower(unitAt(text, end - 2)) * 0x100 + lower(unitAt(text, end - 1));
}

const demands: Readonly<Record<'password' | 'api_key' | 'auth_header', Demands>> = {
  password: { length: 6, bits: 12, chosen: true },
  api_key: { length: 8, bits: 22 },
  auth_header: { length: 16, bits: 40 },
};

type AssignedKind = keyof typeof demands;

/** What a field of this name would hold; undefined when the name promises no secret. */
export function secretKindOf(name: string): (AssignedKind & Kind) | undefined {
  if (!endings.has(endingOf(name, name.length))) return undefined;
  if (endsInPassword.test(name)) return otherPass.test(name) ? undefined : 'password';
  if (!endsInKey.test(name) || harmless.test(name)) return undefined;
  return /authorization$/i.test(name) ? 'auth_header' : 'api_key';
}

/** Whether the whole value of a field is a secret of the kind its name promises. */
export function isSecretOf(kind: AssignedKind, value: string): boolean {
  return looksSecret(value, demands[kind]);
}

/** The value without quotes ends at a blank, a quote, or a separator that begins the next pair. */
const bareChar = '(?:[^\\s"\'`<>,;&\\\\]|[,;&](?!(?:\\s|$|[\\w.-]{1,40} ?[=:]))|\\\\(?![nrt"\'/]))';
/** Where a bare value really ends that was too long to look at as a whole. */
const bareRest = new LongRun(new RegExp(`${bareChar}*`, 'y'));
/** Less usual schemes of an authorization header; Bearer and Basic have rules of their own. */
const scheme = String.raw`\\?["']?(?:token|api-?key|key|oauth|ssws|geniekey|splunk|bot) {1,2}([A-Za-z0-9._~+/-]{8,512}={0,2})`;
const value = [
  scheme,
  String.raw`\\"((?:[^"\\\r\n]|\\[^"\r\n]){4,2048})(?=\\")`,
  String.raw`"((?:[^"\\\r\n]|\\[^\r\n]){4,2048})(?=")`,
  String.raw`'((?:[^'\\\r\n]|\\[^\r\n]){4,2048})(?=')`,
  '`([^`\\r\\n]{4,2048})(?=`)',
  `(${bareChar}{1,${longestLook}})`,
].join('|');

/**
 * `password=…`, `"api_key": "…"`, `TOKEN := …`, `<secret>…</secret>`: a name that ends in a secret's word, a separator,
 * and a value that is random enough. Found from the separator by looking left, because separators are rarer than words.
 */
export const assignment: Rule = {
  name: 'assignment',
  kinds: ['password', 'api_key', 'auth_header'],
  anchors: { before: every, first: [nameEnd, chars(/[:=>]/, false)] },
  overlapping: true,
  start: (text, at) => nameStart(text, at + 1),
  find: new RegExp(
    `(?<![\\w.$\\u00c0-\\u024f-])([\\w.$\\u00c0-\\u024f-]{0,40}?(?:${passwords}|${keys}))[${between}]{0,4}[ \\t]{0,8}(?::[ \\t]{0,4}(?:str|string)[ \\t]{0,4})?(?::=|=>|={1,3}|:|>)[ \\t]{0,8}(?:\\*\\*|__)?[ \\t]{0,8}(?:[bru](?=["']))?(?:${value})`,
    'i',
  ),
  check,
  forget: () => bareRest.forget(),
};

function check(match: RegExpExecArray): Found | undefined {
  const kind = secretKindOf(match[1] ?? '');
  const found = match.slice(2).find((group: string | undefined) => group !== undefined);
  if (!kind || found === undefined || belongsElsewhere(match)) return undefined;
  const start = match.index + match[0].length - found.length;
  if (match[2] !== undefined) {
    return kind === 'auth_header' && isCredential(found) ? { start, end: start + found.length, kind } : undefined;
  }
  const secret = match[7] === undefined ? found : found.replace(/[)\]}.,:;|*]+$/, '');
  if (!isSecretOf(kind, secret)) return undefined;
  return {
    start,
    end: found.length < longestLook || !match[7] ? start + secret.length : bareRest.endFrom(match.input, start),
    kind,
  };
}

/** The user of a URL has a rule of its own; `>` assigns only between tags. */
function belongsElsewhere(match: RegExpExecArray): boolean {
  const end = match.index + match[0].length;
  const isTag = match.input.charAt(match.index + (match[1]?.length ?? 0)) === '>';
  return match.input.startsWith('://', match.index - 3) || (isTag && !match.input.startsWith('</', end));
}

/** More than the expression allows, so that the expression decides. */
const longestName = 72;

/** From a separator left over blanks and closing quotes to the name, and to where the name begins. */
function nameStart(text: string, at: number): number {
  let end = at;
  while (end > at - 8 && isBlank(unitAt(text, end - 1))) end--;
  for (let count = 0; count < 4 && stands(isBetween, text, end - 1); count++) end--;
  if (!stands(isLastLetter, text, end - 1) || !endings.has(endingOf(text, end))) return -1;
  let start = nameBegin(text, end, end);
  const words = /mot ?de ?passe$/i.exec(text.slice(Math.max(0, end - 'mot de passe'.length), end));
  if (words) start = Math.min(start, nameBegin(text, end - words[0].length, end));
  if (end - start > longestName) return -1;
  return /^key$/i.test(text.slice(start, end)) ? qualifierStart(text, start) : start;
}

/** Goes left from `from` over what names are made of, a little further than the longest name that ends at `end`. */
function nameBegin(text: string, from: number, end: number): number {
  let start = from;
  while (end - start <= longestName && isNameChar(unitAt(text, start - 1))) start--;
  return start;
}

/** `API key: …`, `Secret access key = …`: the word before belongs to the name. */
function qualifierStart(text: string, keyStart: number): number {
  if (unitAt(text, keyStart - 1) !== 32) return keyStart;
  return nameBegin(text, keyStart - 1, keyStart);
}

function lower(code: number): number {
  return code | 32;
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

/** Letters beyond, whose other case is within: the expression does not tell cases apart. */
const folded = /[\u00c0-\u024f]/i;

function isNameChar(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 45 ||
    code === 46 ||
    code === 36 ||
    (code >= 0xc0 && code <= 0x24f) ||
    (code > 0x24f && folded.test(String.fromCharCode(code)))
  );
}
