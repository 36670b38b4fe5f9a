/**
 * Telling a secret from what else stands after `password:` in logs and code: a type, a variable, a call, a label, a
 * placeholder. Only values decide here; the words before them are the rules' business.
 */

const placeholders = [
  /^[<[{]/, // <your key>, [token], {{ secret }}
  /^\$(?:[{(]|\w+$|\w+->)/, // ${VAR}, $(cmd), $VAR, $request->x
  /^%\w+%$/,
  /^#\{/,
  /^@\w+@?$/,
  /x{5,}|\*{3,}|•{2,}|\.{3}|…|_{4,}/i,
  /(?:^|[-_ ])(?:your|my|the|some|an?)[-_ ]/i,
  /placeholder|change[-_ ]?me|redacted|insert[-_ ]|replace[-_ ]?(?:me|with)|removed|hidden|masked/i,
];

const references = [
  /^[\w$.]+(?:\?\.[\w$]+)*[([][^)\]]*(?:$|[)\]](?:$|[.;,)[(]))/, // call(…), list[…]
  /^(?:process\.env|import\.meta|os\.environ|env|secrets?|vars?|config|settings|self|this|ctx|req|request|params?|props|state|args|options|opts|vault|ssm|arn|op)(?:\.|::?|\/\/|->)/i,
  /^[A-Za-z_$][\w$]*(?:\?\.|->|::)/,
  /^[a-z][a-z0-9+.-]*:\/\//i, // a URL; its credentials have their own rule
  /^(?:\.{0,2}|~|[A-Za-z]:)[\\/](?:[^\\/]+[\\/])*[^\\/]*\.[A-Za-z]\w{0,5}$/, // a file
  /^sha\d+[:-]/i,
  /^0x[0-9a-f]{40}$/i, // a public chain address
  /^\d{4}-\d\d-\d\d/,
  /^v?\d+(?:\.\d+)+(?:[-+.]\w+)*$/i,
  /^[#.][A-Za-z][\w-]*$/, // a CSS selector
  /\[name=|^\/.*\/[a-z]*$/,
  /[{}]|=>|&&|\|\||[!=]=|\(\)|\)[;,.]|;$/, // more code
  /^(?:null|true|false|undefined|void 0|this|new)\b/,
  /^(?:[a-z_]\w*\.)+[A-Z][a-z]\w{2,30}$/, // module.TypeName
  /^&(?:#|lt;|gt;|quot;|amp;)/,
  /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/, // running text
];

/** Stands for a value instead of being one. */
export function isPlaceholder(value: string): boolean {
  return placeholders.some((pattern) => pattern.test(value));
}

const word = /^(?:[A-Za-z][a-z]*(?:[A-Z][a-z]+)*|[A-Z]+s?)$/;
const numbered = /^(?:\d{1,4}|[A-Za-z]{2,}\d{1,2}|v\d{1,3})$/;
/** Words of code with the digits they carry there (`password2`, `sha256`); with more it is a weak password (`secret123`). */
const codeWord = new RegExp(
  `^(?:(?:${[
    'pass(?:word|wd|phrase|code)?|pwd?|secret|token|key|api_?key|creds?|user(?:name)?|login|auth|oauth|new|old|confirm(?:ed|ation)?|reset|forgot',
    'value|val|arg|param|str|string|text|field|input|label|hint|error|invalid|form|body|req|request|config|conf|db|env|min|max|len|length|required|rules?',
    'http|char|byte|test|tmp|temp|var|data|item|id|step|part|row|col|line|node|opt|[hpvxy]',
  ].join('|')})\\d{0,2}|(?:hash|sha|md|base|utf|ipv|u?int|float)\\d{0,3})$`,
  'i',
);

/**
 * Made of words, short numbers and separators only, as names and labels are. Loosely, a word may end in digits
 * (`build42-linux`); strictly, it takes a word of code among them, because passwords are made of words and numbers too.
 */
export function isWordy(value: string, loosely = true): boolean {
  const parts = value.split(/[-_.:/|,\s]+/).filter((part) => part !== '');
  if (parts.length < 2) return codeWord.test(value) || word.test(value) || (loosely ? numbered : /^\d{0,4}$/).test(value);
  if (loosely) return parts.every((part) => word.test(part) || numbered.test(part) || codeWord.test(part));
  const plain = parts.every((part) => word.test(part) || codeWord.test(part) || /^\d{1,4}$/.test(part));
  return plain && (!/\d/.test(value) || parts.some((part) => codeWord.test(part)));
}

/** Shannon entropy of the characters times their number. A seven-letter password with a digit has about 19 bits, `s3cr3t` 13. */
export function bitsOf(value: string): number {
  const counts = new Map<string, number>();
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= count * Math.log2(count / value.length);
  return bits;
}

export interface Demands {
  /** Characters. */
  readonly length: number;
  readonly bits: number;
  /** A person may have chosen it: words with numbers count as secrets, and so does punctuation. */
  readonly chosen?: boolean;
}

/** Whether a value assigned to a secret's name is plausibly the secret itself. */
export function looksSecret(value: string, demands: Demands): boolean {
  if (value.length < demands.length || value.length > 4096 || /\s/.test(value)) return false;
  if (isPlaceholder(value) || references.some((pattern) => pattern.test(value)) || isWordy(value, !demands.chosen)) return false;
  if (!demands.chosen && !/^[\w\-.~+/=:%$!@#*]+$/.test(value)) return false;
  return mixesKinds(value) && bitsOf(value) >= demands.bits;
}

/** Letters with digits, letters with the symbols of passwords, or letters in a random mix of cases. */
function mixesKinds(value: string): boolean {
  if (!/[A-Za-z\u00c0-\u024f]/.test(value)) return false;
  if (/\d/.test(value)) return true;
  if (value.length >= 8 && /[!@#$%^*~?&+]/.test(value)) return !/^[A-Za-z]+[!?*:.]$|^[A-Za-z_.[\]|?&*]+$/.test(value);
  return value.length >= 16 && (value.match(/[a-z][A-Z]|[A-Z]{2}[a-z]/g) ?? []).length >= 4;
}
