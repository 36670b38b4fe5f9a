import type * as z from 'zod';
import { recipeFile } from '../dataset/recipe';
import { grader } from '../grade/schema';
import { judge } from '../judge/schema';
import { type LintCode, textOfCode } from './codes';
import { fixTitles } from './codes/fixes';
import { sayArgs, sayPhrase } from './codes/phrases';
import { inEnglish } from './codes/say';
import type { Context, LintInput, Rule } from './context';
import { disabledCodes } from './disables';
import { type Diagnosis, type Edit, type Finding, type Findings, type Fix, rankOf, severities, type Severity } from './finding';
import { readFrontMatter } from './front-matter';
import { frontRules } from './front';
import { graderRules } from './grader';
import { judgeRules } from './judge';
import { fileKind, type FileKind, hasFrontMatter } from './kinds';
import { linesOf } from './lines';
import { Markdown, noMarkdown } from './markdown/markdown';
import { recipeRules } from './recipe';
import { isTooLarge } from './shape/parsed';
import { shapeFindings } from './shape/shape';
import { skillRules } from './skill';
import { clamp, span } from './span';
import { affectedSuffix, defaultTargets, severityFor, type Target } from './targets';
import { readYaml } from './yaml/read';
import { textOf, valueOf } from './yaml/tree';

const rulesOf: Readonly<Record<FileKind, readonly Rule[]>> = {
  skill: skillRules,
  judge: judgeRules,
  grader: graderRules,
  recipe: recipeRules,
};

/** Under which code a value is reported that the kind's schema refuses. SKILL.md has no schema of its own. */
const shapes: Partial<Readonly<Record<FileKind, { readonly schema: z.ZodType; readonly code: LintCode }>>> = {
  grader: { schema: grader, code: 'GRD014' },
  judge: { schema: judge, code: 'JDG007' },
  recipe: { schema: recipeFile, code: 'DST013' },
};

/** Everything there is to say about one file, in the order of the text. Never throws, whatever the text. */
export function lint(input: LintInput): Diagnosis[] {
  return diagnose(contextOf(input));
}

/** The same for a file that has been read already. */
export function diagnose(context: Context): Diagnosis[] {
  const findings: Finding[] = [];
  for (const rule of frontRules) findings.push(...rule(context));
  if (context.map) findings.push(...keyFindings(context));
  const off = disabledCodes(context);
  const diagnoses: Diagnosis[] = [];
  for (const finding of findings) {
    const diagnosis = off.has(finding.code) ? undefined : inWords(context, finding);
    if (diagnosis) diagnoses.push(diagnosis);
  }
  return diagnoses.sort((a, b) => a.span.start - b.span.start || rankOf(a.severity) - rankOf(b.severity));
}

/** What the rules of the kind say, and then what its schema refuses beyond that. */
function keyFindings(context: Context): Finding[] {
  const shape = shapes[context.kind];
  if (shape && isTooLarge(context)) return [...shapeFindings(context, shape.schema, shape.code, [])];
  const said: Finding[] = [];
  for (const rule of rulesOf[context.kind]) said.push(...keptOf(context, rule(context)));
  return shape ? [...said, ...shapeFindings(context, shape.schema, shape.code, said.filter(isLoud))] : said;
}

/** What a file's schema refuses first, in words, whatever the rules say of it. */
export function refusalOf(context: Context): Diagnosis | undefined {
  const shape = shapes[context.kind];
  const [first] = shape ? shapeFindings(context, shape.schema, shape.code, []) : [];
  return first && inWords({ ...context, overrides: undefined }, first);
}

/** Advice is no word about what is wrong. */
function isLoud(finding: Finding): boolean {
  return rankOf(usualSeverity(finding)) <= rankOf('warning');
}

function usualSeverity({ code, variant, severity }: Finding): Severity {
  const table = textOfCode(code);
  return severity ?? (variant === undefined ? undefined : table.variants?.[variant]?.severity) ?? table.severity;
}

/** Reads a file once for all rules; also what editing features work with. */
export function contextOf(input: LintInput): Context {
  const { kind, text } = input;
  const lines = linesOf(text);
  const front = hasFrontMatter(kind) ? readFrontMatter(text, lines) : undefined;
  const yamlSpan = front === undefined ? span(0, text.length) : front.state === 'none' ? undefined : front.yaml;
  const yaml = yamlSpan && readYaml(text, yamlSpan);
  const trusted = front === undefined || front.state === 'found';
  const map = trusted && yaml?.root?.kind === 'map' ? yaml.root : undefined;
  let markdown: Markdown | undefined;
  const context: Context = {
    ...input,
    say: input.say ?? inEnglish,
    lines,
    eol: /\r\n/.test(text) ? '\r\n' : '\n',
    front,
    yaml,
    map,
    chosen: chosenTargets(input.targets ?? defaultTargets, kind === 'skill' && textOf(valueOf(map, 'type')) === 'expert'),
    hasErrors: (path) => hasErrors(input, path),
    markdown: () => (markdown ??= front?.state === 'found' ? new Markdown(text, front.body) : noMarkdown),
  };
  return context;
}

/** Whether another file of ours is in error itself; `undefined` when it cannot be read. Recipes lead to files that lead no further. */
function hasErrors({ files, workspace, overrides }: LintInput, path: string): boolean | undefined {
  const kind = fileKind(path);
  const text = files?.read(path);
  if (kind === undefined || kind === 'recipe' || text === undefined) return undefined;
  return lint({ kind, text, path, workspace, files, overrides }).some((diagnosis) => diagnosis.severity === 'error');
}

/** A file that says `type: expert` is written for the platform, whatever the settings say. */
function chosenTargets(targets: readonly Target[], expert: boolean): ReadonlySet<Target> {
  return new Set(expert ? [...targets, 'surogates'] : targets);
}

/** Nothing is said about a stretch whose YAML is broken: that is the mistake, and it has been named. */
function* keptOf({ yaml }: Context, findings: Findings): Findings {
  for (const finding of findings) if (!yaml?.spoiled(finding.span)) yield finding;
}

function inWords(context: Context, finding: Finding): Diagnosis | undefined {
  const { code, variant, args } = finding;
  const table = textOfCode(code);
  const wording = variant === undefined ? undefined : table.variants?.[variant];
  const usual = usualSeverity(finding);
  const severity = overridden(context, code, context.kind === 'skill' ? severityFor(code, usual, context.chosen) : usual);
  if (severity === undefined) return undefined;
  const suffix = context.kind === 'skill' ? affectedSuffix(code) : '';
  return {
    code,
    severity,
    message: context.say(wording?.message ?? table.message, sayArgs(context.say, args)) + suffix,
    span: clamp(finding.span, context.text.length),
    fixes: () =>
      (finding.fixes?.() ?? []).map((fix) => {
        return { ...fix, edits: withLineEnds(context, fix), label: context.say(fixTitles[fix.title], fix.args) };
      }),
    related: (finding.related ?? []).map((other) => ({ ...other, message: sayPhrase(context.say, other.message) })),
    unnecessary: finding.unnecessary ?? false,
  };
}

/** What a repair writes ends its lines as the file does, but for the one that changes just that. */
function withLineEnds({ eol }: Context, { edits, title }: Fix): readonly Edit[] {
  if (eol === '\n' || title === 'line_ends') return edits;
  return edits.map((edit) => ({ ...edit, text: edit.text.replace(/\r?\n/g, eol) }));
}

/** `loop.rules` has the last word; a word it does not know changes nothing. */
function overridden({ overrides }: Context, code: string, severity: Severity | undefined): Severity | undefined {
  const wish = overrides && Object.hasOwn(overrides, code) ? overrides[code] : undefined;
  if (wish === 'off') return undefined;
  return severities.find((known) => known === (wish === 'info' ? 'information' : wish)) ?? severity;
}
