import type { Context, Rule } from '../context';
import type { Finding, Fix } from '../finding';
import { folderName } from '../paths';
import { span } from '../span';
import type { Mistake } from '../yaml/mistakes';
import { entriesOf, walk, type YamlEntry, type YamlMap } from '../yaml/tree';
import { columnOf, foldedBlock, quoted, removeEntry, scalarText } from '../yaml/write';

/** FM006–FM009, FM015, FM018: what keeps YAML from being read, one finding for one mistake. */
export const yamlMistakes: Rule = function* (context) {
  if (context.front?.state === 'unclosed') return;
  for (const mistake of context.yaml?.mistakes ?? []) yield ofMistake(context, mistake);
};

function ofMistake(context: Context, mistake: Mistake): Finding {
  const { code, variant, args, span: place } = mistake;
  const named = variant ?? (code === 'FM015' ? 'directive' : undefined);
  return { code, args, span: place, ...(named === undefined ? {} : { variant: named }), fixes: () => repairs(context, mistake) };
}

function repairs({ text, lines, eol }: Context, { code, variant, span: place, value }: Mistake): Fix[] {
  if (code === 'FM018') {
    // A no-break space gives way, anything else moves on.
    const after = text[place.end] === '\u00A0' ? place.end + 1 : place.end;
    return [{ title: 'blank_after_colon', edits: [{ ...span(place.end, after), text: ' ' }], auto: true }];
  }
  if (code === 'FM009')
    return [{ title: 'spaces_for_tabs', edits: untabbed(text, lines.position(place.start).line, lines), auto: true }];
  if (!value || code === 'FM006') return [];
  const content = text.slice(value.start, value.end).trim();
  if (variant === 'escape') {
    const raw = content.slice(1, -1).replace(/\\(["\\])/g, '$1');
    return [{ title: 'quote_single', edits: [{ ...value, text: `'${raw.replaceAll("'", "''")}'` }], auto: true }];
  }
  const quote: Fix = { title: 'quote', edits: [{ ...value, text: quoted(content) }], auto: true };
  const key = text.slice(0, value.start).split('\n').at(-1) ?? '';
  if (code !== 'FM007' || key.trim() === '') return [quote];
  return [
    quote,
    {
      title: 'fold',
      edits: [{ ...value, text: foldedBlock(content, columnOf(text, key.search(/[^\s-]/) + value.start - key.length), eol) }],
    },
  ];
}

/** Two spaces for each tab, on this line and the indented lines right after it. */
function untabbed(text: string, from: number, lines: Context['lines']) {
  const edits: { start: number; end: number; text: string }[] = [];
  for (let n = from; n < lines.count; n++) {
    const line = lines.line(n);
    const indent = /^[ \t]*/.exec(text.slice(line.start, line.end))?.[0] ?? '';
    if (!indent.includes('\t')) break;
    edits.push({ ...span(line.start, line.start + indent.length), text: indent.replaceAll('\t', '  ') });
  }
  return edits;
}

/** FM011: no keys at all. */
export const notAMap: Rule = function* (context) {
  const { front, yaml, lines, text } = context;
  if (!yaml || (front && front.state !== 'found') || yaml.root?.kind === 'map') return;
  // Broken YAML that left nothing to see has been named already.
  if (yaml.mistakes.length > 0) return;
  const line = yaml.root ? lines.lineAt(yaml.root.span.start) : (front?.open ?? lines.line(0));
  const empty = text.slice(yaml.span.start, yaml.span.end).trim() === '';
  yield {
    code: 'FM011',
    ...(front ? {} : { variant: 'file' }),
    span: line,
    ...(empty ? { fixes: () => [requiredKeys(context, yaml.span.start)] } : {}),
  };
};

function requiredKeys({ kind, path, eol }: Context, at: number): Fix {
  const name = folderName(path) ?? 'new';
  const keys: Readonly<Record<Context['kind'], readonly string[]>> = {
    skill: [`name: ${scalarText(name)}`, 'description: ""'],
    judge: ['version: 1', 'name: ""', 'dimensions:', '  - key: accuracy', '    description: ""'],
    grader: ['version: 1', 'name: ""', 'rules:', '  - id: first-rule', '    type: contains', '    any: []'],
    recipe: ['version: 1', 'name: ""', 'method: sft'],
  };
  return { title: 'insert', args: { text: keys[kind][0] ?? '' }, edits: [{ ...span(at, at), text: keys[kind].join(eol) + eol }] };
}

/** FM010: parsers disagree on which of two wins. */
export const duplicateKeys: Rule = function* (context) {
  for (const node of walk(context.yaml?.root)) {
    if (node.kind !== 'map' || node.entries.length < 2) continue;
    const first = new Map<string, YamlEntry>();
    for (const entry of entriesOf(node)) {
      const before = first.get(entry.name);
      if (!before) first.set(entry.name, entry);
      else if (entry.name !== '<<') yield duplicate(context, node, before, entry);
    }
  }
};

function duplicate({ text }: Context, map: YamlMap, first: YamlEntry, second: YamlEntry): Finding {
  const key = second.name;
  const remove = (entry: YamlEntry, title: 'delete_this' | 'delete_first'): Fix[] => {
    const edit = removeEntry(text, map, entry);
    return edit ? [{ title, args: { key }, edits: [edit] }] : [];
  };
  return {
    code: 'FM010',
    args: { key },
    span: second.key.span,
    related: [{ span: first.key.span, message: 'The first one' }],
    fixes: () => [...remove(second, 'delete_this'), ...remove(first, 'delete_first')],
  };
}
