import type { Context, Rule } from '../context';
import type { Finding, Findings } from '../finding';
import { nearest } from '../near';
import { type Span, span } from '../span';
import { itemsOf, resolved, textOf, valueOf, type YamlScalar } from '../yaml/tree';
import { quoted, scalarText } from '../yaml/write';

/** The tools of Claude Code, whose names most files use. */
export const knownTools = [
  'Agent',
  'AskUserQuestion',
  'Bash',
  'BashOutput',
  'Edit',
  'ExitPlanMode',
  'Glob',
  'Grep',
  'KillShell',
  'LS',
  'LSP',
  'MultiEdit',
  'NotebookEdit',
  'NotebookRead',
  'PowerShell',
  'Read',
  'Skill',
  'SlashCommand',
  'Task',
  'TaskCreate',
  'TaskGet',
  'TaskList',
  'TaskOutput',
  'TaskStop',
  'TaskUpdate',
  'TodoRead',
  'TodoWrite',
  'ToolSearch',
  'WebFetch',
  'WebSearch',
  'Write',
];

/** SKL146–SKL150: `allowed-tools`. */
export const toolRules: Rule = function* (context) {
  const value = resolved(valueOf(context.map, 'allowed-tools'));
  if (value?.kind === 'list') {
    yield listed(value.span, value.items.map(textOf));
    for (const item of itemsOf(value)) yield* patternRules(context, item.span, textOf(item) ?? '');
    return;
  }
  if (value?.kind !== 'scalar' || typeof value.value !== 'string') return;
  const patterns = splitPatterns(value.value);
  if (/,/.test(value.value.replace(/\([^)]*\)/g, '')))
    yield comma(
      value,
      patterns.map((pattern) => pattern.text),
    );
  for (const pattern of patterns) yield* patternRules(context, placeOf(context, value, pattern), pattern.text);
};

function listed(place: Span, items: readonly (string | undefined)[]): Finding {
  const texts = items.filter((item) => item !== undefined);
  const joined = texts.join(' ');
  return {
    code: 'SKL146',
    span: place,
    fixes: () =>
      texts.length === items.length ? [{ title: 'join_blanks', edits: [{ ...place, text: scalarText(joined) }] }] : [],
  };
}

function comma(value: YamlScalar, patterns: readonly string[]): Finding {
  const joined = patterns.join(' ');
  const text = value.style === 'plain' && !/[:#]\s|^[[{*&!|>@`%]/.test(joined) ? joined : quoted(joined);
  return { code: 'SKL147', span: value.span, fixes: () => [{ title: 'join_blanks', edits: [{ ...value.span, text }] }] };
}

interface Pattern {
  readonly text: string;
  readonly at: number;
}

/** Split at blanks and commas that are not inside parentheses. */
function splitPatterns(text: string): Pattern[] {
  const patterns: Pattern[] = [];
  for (const match of text.matchAll(/(?:\([^)]*\)|[^\s,(])+\(?|\(/g)) patterns.push({ text: match[0], at: match.index });
  return patterns;
}

function placeOf({ text }: Context, value: YamlScalar, pattern: Pattern): Span {
  if (value.style === 'literal' || value.style === 'folded') return value.span;
  const quote = value.style === 'plain' ? 0 : 1;
  const start = value.span.start + quote + pattern.at;
  return text.startsWith(pattern.text, start) ? span(start, start + pattern.text.length) : value.span;
}

function* patternRules(_: Context, place: Span, pattern: string): Findings {
  const match = /^([^()]*)(?:\((.*)\))?$/.exec(pattern);
  if (!match || match[1] === '' || match[2]?.trim() === '') return yield { code: 'SKL148', args: { pattern }, span: place };
  const [, tool = '', inside] = match;
  if (pattern === '*' || (tool === 'Bash' && (inside === undefined || inside === '*'))) {
    return yield { code: 'SKL150', args: { pattern }, span: place };
  }
  if (knownTools.includes(tool) || /^mcp__/.test(tool) || !/^[A-Za-z]+$/.test(tool)) return;
  const near = nearest(tool, knownTools);
  // A name that resembles none is a tool of another client.
  if (near === undefined) return;
  yield {
    code: 'SKL149',
    variant: 'near',
    args: { tool, near },
    span: place,
    fixes: () => [
      { title: 'replace', args: { text: near }, edits: [{ ...span(place.start, place.start + tool.length), text: near }] },
    ],
  };
}
