import type { CodeTable } from './table';

/** FM: front matter and the YAML layer of all four kinds of files (RUBRICS §2.2). */
export const frontCodes = {
  FM001: { severity: 'error', message: 'No front matter: the file must start with `---`.' },
  FM002: { severity: 'error', message: 'Front matter is not closed. (VS Code reads the rest of the file as front matter.)' },
  FM003: {
    severity: 'warning',
    message: 'The file starts with a byte-order mark: several loaders do not see the front matter behind it.',
    variants: { harmless: { severity: 'hint', message: 'The file starts with a byte-order mark.' } },
  },
  FM004: {
    severity: 'information',
    message: 'Windows line ends: several loaders accept only LF.',
    variants: {
      mixed: { severity: 'warning', message: 'Mixed line ends: {crlf} lines end with CRLF, {lf} with LF.' },
      lone: { severity: 'warning', message: 'Lines end with a lone CR, which editors and YAML readers count differently.' },
    },
  },
  FM005: {
    severity: 'warning',
    message: 'The fence must be exactly `---` on line 1, alone on its line.',
    variants: {
      leading: { message: 'The fence must be on line 1: what comes before it hides the front matter.' },
      blanks: { message: 'The fence must be exactly `---`: blanks after it hide the front matter from several loaders.' },
      dashes: { message: 'The fence must be exactly `---`: three dashes, no more.' },
      indented: { message: 'The fence must be exactly `---` at the beginning of its line.' },
    },
  },
  FM006: {
    severity: 'error',
    message: 'Not valid YAML: {reason}.',
    variants: {
      quote: { message: 'Not valid YAML: this quote is not closed on its line.' },
      text: { message: 'Not valid YAML: this quoted text goes on where it should have ended.' },
      bracket: { message: 'Not valid YAML: this `{bracket}` is not closed before the next key.' },
      stray: { message: 'Not valid YAML: there is no bracket open that this `{bracket}` could close.' },
      after: { message: 'Not valid YAML: {what} goes on after its closing quote.' },
      keyless: { message: 'Not valid YAML: this line is neither `key: value` nor part of a value.' },
      deep: { message: 'Nested too deeply to be read.' },
    },
  },
  FM007: { severity: 'error', message: '{what} contains `: `. Quote the value; most readers refuse the file.' },
  FM008: {
    severity: 'error',
    message: '{what} starts with `{char}`, which YAML reserves. Quote the value.',
    variants: { escape: { message: '`{escape}` is not an escape in double quotes. Use single quotes.' } },
  },
  FM009: { severity: 'error', message: 'Tabs cannot indent YAML.' },
  FM010: { severity: 'error', message: '`{key}` is set twice; parsers disagree on which wins.' },
  FM011: {
    severity: 'error',
    message: 'Front matter must be `key: value` pairs.',
    variants: { file: { message: 'The file must be `key: value` pairs.' } },
  },
  FM012: { severity: 'warning', message: 'Text after ` #` is a YAML comment and is lost: "{lost}".' },
  FM013: {
    severity: 'warning',
    message: '`---` inside the front matter ends it for skills-ref and others that split on it.',
  },
  FM014: {
    severity: 'information',
    message: 'Flow style is rejected by StrictYAML (skills-ref).',
    variants: {
      anchor: { message: 'Anchors and aliases are rejected by StrictYAML (skills-ref).' },
      merge: { message: 'Merge keys are plain keys in YAML 1.2 and are rejected by StrictYAML (skills-ref).' },
      tag: { message: 'Tags are rejected by StrictYAML (skills-ref).' },
      key: { message: 'A key must be plain text.' },
    },
  },
  FM015: {
    severity: 'warning',
    message: 'Only one YAML document is read: this marker and what follows has no effect.',
    variants: { directive: { message: 'Directives have no effect here.' } },
  },
  FM016: {
    severity: 'warning',
    message: 'The file is not clean UTF-8: {what} ({n}).',
    variants: {
      utf16: { message: 'The file is UTF-16, not UTF-8: most loaders cannot read it. Save it as UTF-8.' },
      bidi: {
        severity: 'error',
        message: 'Invisible characters change the direction of the text ({n}): what is read is not what is shown.',
      },
    },
  },
  FM017: { severity: 'warning', message: 'Agents look for `SKILL.md` exactly; this file is called `{name}`.' },
  FM018: {
    severity: 'hint',
    message: 'Blanks at the end of the line.',
    variants: { colon: { severity: 'error', message: 'Add a blank after the `:` of `{key}`.' } },
  },
} as const satisfies CodeTable;
