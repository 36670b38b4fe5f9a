import { tail } from '../rule';
import type { Found, Rule } from '../rule';
import { looksSecret } from '../secret-value';

/** `my password is …`, `login alice password …`: said in words, so the value must have letters and digits. */
export const saidPassword: Rule = {
  name: 'said_password',
  kinds: ['password'],
  anchors: ['password ', 'Password ', 'PASSWORD ', 'password:', 'Password:', 'PASSWORD:'],
  find: /(?<![\w.$-])(?:[Pp]assword|PASSWORD)(?: (?:for|of|on|to) [^\n:;,]{1,40}? (?:is|was)|(?: (?:is|was|to|will be|has been (?:re)?set to|= ?))?):? {1,3}(?:["'`*“]{1,2})?([^\s"'`<>“”*,;]{6,128})/,
  check: (match) => {
    const said = (match[1] ?? '').replace(/[.?):]+$/, '');
    const linked = /\b(?:is|was|to|be)\b|=/.test(match[0].slice(0, -said.length)) || loginBefore(match);
    return linked ? spoken(match) : undefined;
  },
};

/** The word in other languages, what may stand between, and what says that it is one. */
const elsewhere = ['passwort', 'kennwort', 'contraseña', 'mot de passe', 'senha', 'wachtwoord'];
const ofWhom = 'für|von|de|del|da|do|du|pour|para|voor|van';
const says = 'ist|lautet|war|heißt|es|era|est|était|é|foi|is|was';
/** As they are written: small, at the beginning of a sentence, and in capitals. */
const spelled = elsewhere.flatMap((word) => [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()]);
const eitherCase = (words: string) => `${words}|${words.toUpperCase()}`;

/** The same in German, Spanish, French, Portuguese and Dutch: `das Passwort lautet …`, `la contraseña es …`. */
export const saidPasswordElsewhere: Rule = {
  name: 'said_password_elsewhere',
  kinds: ['password'],
  anchors: spelled.map((word) => `${word} `),
  find: new RegExp(
    `(?<![\\w.$-])(?:${spelled.join('|')}) (?:(?:${eitherCase(ofWhom)}) [^\\n:;,]{1,40}? )?(?:${eitherCase(says)}):? {1,3}(?:["'\`*“„«]{1,2} ?)?([^\\s"'\`<>“”„«»*,;]{6,128})`,
  ),
  check: (match) => spoken(match),
};

/** A password in running words has letters and digits, and does not end in the sentence's full stop. */
function spoken(match: RegExpExecArray): Found | undefined {
  const said = (match[1] ?? '').replace(/[.?):]+$/, '');
  if (!/\d/.test(said) || !/[A-Za-z]/.test(said) || !looksSecret(said, { length: 6, bits: 12, chosen: true })) return undefined;
  const found = tail(match, match[1]);
  return { start: found.start, end: found.start + said.length };
}

/** `machine host login name password …` of a netrc file. */
function loginBefore(match: RegExpExecArray): boolean {
  return /\blogin\s+\S+\s+$/.test(match.input.slice(Math.max(0, match.index - 80), match.index));
}

/** `--password …`, `--api-key …`: the value is the next word. */
export const flag: Rule = {
  name: 'flag',
  kinds: ['password', 'api_key'],
  anchors: ['--'],
  find: /(?<![-\w])--([a-z-]{0,24}?(?:password|passwd|passphrase|pass|token|secret|api-?key|access-key|secret-key)) {1,4}(?:\\?["'])?([^\s"'\\|;&-][^\s"'\\|;&]{5,512})/,
  check: (match) => {
    const password = /pass(?:word|wd|phrase)?$/.test(match[1] ?? '');
    const demands = password ? { length: 6, bits: 12, chosen: true } : { length: 8, bits: 22 };
    return looksSecret(match[2] ?? '', demands)
      ? { ...tail(match, match[2]), kind: password ? 'password' : 'api_key' }
      : undefined;
  },
};

/** `mysql -pSecret`, `sshpass -p Secret`: only after programs that mean a password by it. */
export const shortFlag: Rule = {
  name: 'short_flag',
  kinds: ['password'],
  anchors: ['-p'],
  find: /(?<![-\w])-p {0,2}(?:\\?["'])?([^\s"'\\|;&$<{/-][^\s"'\\|;&]{5,128})/,
  check: (match) => {
    const line = match.input.slice(Math.max(0, match.index - 120), match.index);
    const takesPassword = /\b(?:mysql|mysqldump|mysqladmin|mariadb|sshpass|smbclient|login)\b[^\n|;&]{0,100}$/.test(line);
    return takesPassword && looksSecret(match[1] ?? '', { length: 6, bits: 12, chosen: true })
      ? tail(match, match[1])
      : undefined;
  },
};
