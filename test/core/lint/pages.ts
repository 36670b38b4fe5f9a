import { type LintCode, textOfCode } from '../../../core/lint/codes';
import { fill } from '../../../core/lint/codes/fill';
import { why } from '../../../core/lint/codes/why';
import type { Diagnosis, Severity } from '../../../core/lint/finding';
import { applyEdits } from '../../../core/lint/fixes';
import { hasFrontMatter } from '../../../core/lint/kinds';
import { lint } from '../../../core/lint/lint';
import { affectedSuffix } from '../../../core/lint/targets';
import { cases } from './cases';
import type { Case } from './cases/case';

const families = [
  ['FM', 'Front matter and YAML, in all four kinds of files'],
  ['SKL1', 'Keys of SKILL.md'],
  ['SKL2', 'Expert skills'],
  ['SKL3', 'The body of SKILL.md'],
  ['GRD', 'Graders: `*.grader.yaml`'],
  ['JDG', 'Judges: `*.judge.md`'],
  ['DST', 'Recipes: `*.dataset.yaml`'],
] as const;

const longestExample = 24;

/** The page about a code, made of its words, its reason and the cases that test it. */
export function pageOf(code: LintCode): string {
  const { severity, variants = {} } = textOfCode(code);
  const own = cases.filter((one) => one.code === code);
  const [first] = own;
  const others = Object.values(variants).flatMap(({ message, severity: other }) =>
    message === undefined ? [] : [`- ${plain(message)}${other === undefined || other === severity ? '' : ` (${word(other)})`}`],
  );
  const affected = affectedSuffix(code);
  return [
    `# ${code}`,
    `**${plain(textOfCode(code).message)}**`,
    `${word(severity)}${affected === '' ? '' : `, for clients that mind:${affected.replace(/[()]/g, '')}`}.`,
    why[code],
    ...(others.length > 0 ? [['The same code also says:', ...others].join('\n')] : []),
    ...(first ? exampleParts(first) : []),
    `## Switch it off`,
    `In the settings: \`"loop.rules": { "${code}": "off" }\`. In one file: ${switchOff(code)}.`,
  ]
    .join('\n\n')
    .concat('\n');
}

function switchOff(code: LintCode): string {
  if (/^SKL3/.test(code) || code === 'JDG050') return `\`<!-- loop-disable ${code} -->\` in the body`;
  return `\`# loop-disable ${code}\` as a comment among the keys`;
}

function exampleParts(one: Case): string[] {
  const language = hasFrontMatter(one.kind) ? 'markdown' : 'yaml';
  const fixes = new Set(
    lint({ kind: one.kind, text: one.bad, ...one.around })
      .filter(({ code }) => code === one.code)
      .flatMap(fixesOf),
  );
  const shown = (text: string) => `${fence(text)}${language}\n${shortened(text)}\n${fence(text)}`;
  const same = one.bad === one.good || one.goodAround !== undefined;
  return [
    '## Wrong',
    shown(one.bad),
    ...(same ? ['What is around the file makes the difference.'] : ['## Right', shown(mended(one) ?? one.good)]),
    ...(fixes.size > 0 ? ['## Repairs', [...fixes].map((label) => `- ${label}`).join('\n')] : []),
  ];
}

function fixesOf(diagnosis: Diagnosis): string[] {
  return diagnosis.fixes().map(({ label, auto }) => `${label}${auto === true ? ' (also by “fix all” and `--fix`)' : ''}`);
}

/** The wrong text repaired, where a repair leaves nothing to say. */
function mended({ kind, bad, around, code }: Case): string | undefined {
  for (const diagnosis of lint({ kind, text: bad, ...around })) {
    if (diagnosis.code !== code) continue;
    for (const { edits } of diagnosis.fixes()) {
      const text = applyEdits(bad, edits);
      if (
        edits.length > 0 &&
        text.length > bad.length * 0.6 &&
        lint({ kind, text, ...around }).every((other) => other.code !== code)
      )
        return text;
    }
  }
  return undefined;
}

function shortened(text: string): string {
  const visible = text
    .replaceAll('\uFEFF', '<U+FEFF>')
    .replace(/[\u200B-\u200F\u202A-\u202E\u2066-\u2069]/g, (mark) => `<U+${mark.charCodeAt(0).toString(16).toUpperCase()}>`)
    .replace(/\r\n/g, '<CR>\n')
    .replaceAll('\r', '<CR>')
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g, (mark) => `<U+00${mark.charCodeAt(0).toString(16).padStart(2, '0')}>`)
    .replace(/[ \t]+$/gm, (blanks) => '·'.repeat(blanks.length))
    .replace(/\n$/, '');
  const lines = visible.split('\n').map(cut);
  return (lines.length > longestExample ? [...lines.slice(0, longestExample - 1), '…'] : lines).join('\n');
}

/** Longer than any fence inside. */
function fence(text: string): string {
  return /^ {0,3}```/m.test(text) ? '````' : '```';
}

function plain(message: string): string {
  return fill(message).replace(/\{\w+\}/g, '…');
}

function word(severity: Severity): string {
  return `${severity.charAt(0).toUpperCase()}${severity.slice(1)}`;
}

/** The list of all codes. */
export function listPage(codes: readonly LintCode[]): string {
  const parts = families.map(([prefix, title]) => {
    const rows = codes
      .filter((code) => code.startsWith(prefix))
      .map(
        (code) =>
          `| [${code}](${code}.md) | ${textOfCode(code).severity} | ${plain(textOfCode(code).message).replaceAll('|', '\\|')} |`,
      );
    return [`## ${title}`, ['| code | severity | says |', '| --- | --- | --- |', ...rows].join('\n')].join('\n\n');
  });
  const intro =
    'Every finding has a code, and every code a page that says why it matters and how to mend it. Severities are those for the default target clients; `loop.rules` changes them one by one.';
  return `# Rules for rubric files\n\n${intro}\n\n${parts.join('\n\n')}\n`;
}

/** Long lines by their beginning, characters kept whole. */
function cut(line: string): string {
  const points = Array.from(line);
  return points.length > 90 ? `${points.slice(0, 87).join('')}…` : line;
}
