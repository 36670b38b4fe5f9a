import type { Context, Rule } from '../context';
import type { Findings } from '../finding';
import { type Span, span } from '../span';
import { walkEntries, type YamlMap, type YamlNode } from '../yaml/tree';
import { afterLine, columnOf } from '../yaml/write';

/** FM013: loaders that split the text on `---` end the front matter in the middle of a value. */
export const dashes: Rule = function* ({ kind, yaml, front, text }) {
  if (kind !== 'skill' || !yaml || front?.state !== 'found') return;
  for (const match of text.slice(yaml.span.start, yaml.span.end).matchAll(/-{3,}/g)) {
    const place = span(yaml.span.start + match.index, yaml.span.start + match.index + match[0].length);
    yield { code: 'FM013', span: place, fixes: () => [{ title: 'em_dash', edits: [{ ...place, text: '—' }] }] };
  }
};

/** FM015: `...` and `---` end a document; what follows is never read. */
export const markers: Rule = function* ({ yaml, front, text, lines }) {
  if (!yaml || (front && front.state !== 'found')) return;
  const source = text.slice(yaml.span.start, yaml.span.end);
  let begun = false;
  for (const match of source.matchAll(/^(?:(---|\.\.\.)(?=[ \t\r\n]|$)|%[A-Z]+ |[^\s#%])/gm)) {
    const line = lines.lineAt(yaml.span.start + match.index);
    const directive = match[0].startsWith('%');
    // A plain YAML file may begin with the marker of its only document.
    const allowed = match[1] === '---' && !begun && front === undefined;
    if (match[1] !== undefined || !directive) begun = true;
    if (allowed || (match[1] === undefined && !(directive && !begun))) continue;
    yield {
      code: 'FM015',
      ...(directive ? { variant: 'directive' } : {}),
      span: line,
      fixes: () => [{ title: 'delete_marker', edits: [{ start: line.start, end: afterLine(text, line), text: '' }] }],
    };
    if (!directive) return;
  }
};

/** Keys whose list has a finding of its own. */
const named: ReadonlySet<string> = new Set(['allowed-tools', 'argument-hint']);

/** FM014: what the reference validator's YAML does not know. Other kinds of files are read here only. */
export const strictYaml: Rule = function* (context) {
  const { kind, map, chosen } = context;
  if (kind !== 'skill' || !map) return;
  const expert = chosen.has('surogates');
  const alone = chosen.size === 1 && chosen.has('agentskills');
  const severity = expert ? 'hint' : alone ? 'warning' : 'information';
  for (const finding of oddStyles(context, map)) yield { ...finding, severity };
};

function* oddStyles(context: Context, map: YamlMap): Findings {
  const covered: Span[] = [];
  for (const { map: holder, entry } of walkEntries(map)) {
    if (covered.some((place) => entry.span.start >= place.start && entry.span.end <= place.end)) continue;
    if (holder === map && named.has(entry.name)) {
      covered.push(entry.span);
      continue;
    }
    const variant = oddity(entry.name, entry.key, entry.value);
    if (variant === undefined) continue;
    covered.push(entry.span);
    const place = variant === 'key' || variant === 'merge' ? entry.key.span : entry.value.span;
    yield {
      code: 'FM014',
      ...(variant === 'flow' ? { fixes: () => blockStyle(context, entry.value) } : { variant }),
      span: place,
    };
  }
}

function oddity(name: string, key: YamlNode, value: YamlNode): 'flow' | 'anchor' | 'merge' | 'tag' | 'key' | undefined {
  if (key.kind !== 'scalar') return 'key';
  if (name === '<<') return 'merge';
  if (value.kind === 'alias' || value.anchor !== undefined) return 'anchor';
  if (value.tag !== undefined) return 'tag';
  if (value.kind === 'map' || value.kind === 'list') return value.flow ? 'flow' : undefined;
  return undefined;
}

/** `[a, b]` and `{a: b}` of plain values as lines of their own. */
function blockStyle({ text, eol }: Context, value: YamlNode) {
  const indent = eol + ' '.repeat(lineIndent(text, value.span.start) + 2);
  const raw = (node: YamlNode) => text.slice(node.span.start, node.span.end);
  const plain = (node: YamlNode) => node.kind === 'scalar' && !raw(node).includes('\n');
  let lines: string[] = [];
  if (value.kind === 'list' && value.items.every(plain)) lines = value.items.map((item) => `- ${raw(item)}`);
  if (value.kind === 'map' && value.entries.every((entry) => plain(entry.key) && plain(entry.value))) {
    lines = value.entries.map((entry) => `${raw(entry.key)}: ${raw(entry.value)}`);
  }
  if (lines.length === 0) return [];
  const start = value.span.start - (text[value.span.start - 1] === ' ' ? 1 : 0);
  return [{ title: 'block_style' as const, edits: [{ ...span(start, value.span.end), text: indent + lines.join(indent) }] }];
}

function lineIndent(text: string, offset: number): number {
  const column = columnOf(text, offset);
  return text.slice(offset - column, offset).search(/\S/);
}
