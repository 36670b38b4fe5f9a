import { visitRegExpAST } from '@eslint-community/regexpp';
import type { AST } from '@eslint-community/regexpp';
import type { Finding, Findings, Fix } from '../finding';
import { type Span, span } from '../span';
import type { YamlEntry, YamlScalar } from '../yaml/tree';
import { quoted, scalarText } from '../yaml/write';
import type { Pattern } from './regex';

/** GRD065: flags that do nothing. Whichever of them is looked at, the repair leaves those that do something, each once. */
export function* flagFindings(entry: YamlEntry | undefined, flags: string, pattern: Pattern): Findings {
  if (!entry) return;
  const useless = (flag: string) => (!'imsu'.includes(flag) ? 'unknown' : pattern.ast && !matters(flag, pattern.ast) && 'effect');
  const fixes = () => {
    const text = scalarText([...new Set(flags)].filter((flag) => !useless(flag)).join(''));
    return [{ title: 'delete_entry' as const, edits: [{ ...entry.value.span, text }], auto: true }];
  };
  const seen = new Set<string>();
  for (const flag of flags) {
    const finding = { code: 'GRD065', args: { flag }, span: entry.value.span, fixes } as const;
    const how = useless(flag);
    if (how === 'unknown') yield { ...finding, variant: how };
    else if (seen.has(flag)) yield { ...finding, variant: 'twice' };
    else if (how) yield finding;
    seen.add(flag);
  }
}

function matters(flag: string, ast: AST.Pattern): boolean {
  let used = flag === 'u';
  visitRegExpAST(ast, {
    onAssertionEnter: (node) => (used ||= flag === 'm' && (node.kind === 'start' || node.kind === 'end')),
    onCharacterSetEnter: (node) => (used ||= (flag === 's' && node.kind === 'any') || (flag === 'i' && node.kind === 'property')),
    onCharacterEnter: (node) => (used ||= flag === 'i' && hasCase(node.value)),
    onBackreferenceEnter: () => (used ||= flag === 'i'),
    onCharacterClassRangeEnter: (node) => (used ||= flag === 'i' && (hasCase(node.min.value) || hasCase(node.max.value))),
  });
  return used;
}

function hasCase(point: number): boolean {
  const char = String.fromCodePoint(point);
  return char.toLowerCase() !== char.toUpperCase();
}

/** GRD067: what YAML's quotes do to a pattern. */
export function* styleFindings(source: string, scalar: YamlScalar & { readonly value: string }): Findings {
  const raw = source.slice(scalar.span.start, scalar.span.end);
  if (scalar.style === 'double') {
    const control = /(?<!\\)(?:\\\\)*(\\[bfnrtve0])/.exec(raw)?.[1];
    // `\n` and `\t` mean in a pattern what they mean in the text.
    if (control === undefined || !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(scalar.value)) return;
    const meant = raw.slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\');
    const fixes = () => [{ title: 'quote_single' as const, edits: [{ ...scalar.span, text: quotedPattern(meant) }], auto: true }];
    return yield { code: 'GRD067', variant: 'control', args: { escape: control }, span: scalar.span, fixes };
  }
  if (scalar.style !== 'single' && scalar.style !== 'plain') return;
  const doubled = /\\\\(?=[dwsbDWSB.+*?()[\]{}])/.exec(raw);
  if (!doubled) return;
  const start = scalar.span.start + doubled.index;
  const fixes = () => [{ title: 'replace' as const, args: { text: '\\' }, edits: [{ ...span(start, start + 2), text: '\\' }] }];
  yield { code: 'GRD067', args: { escape: raw.slice(doubled.index, doubled.index + 3) }, span: span(start, start + 3), fixes };
}

function quotedPattern(text: string): string {
  return text.includes('\\') ? `'${text.replaceAll("'", "''")}'` : quoted(text);
}

/** GRD066, GRD068, GRD069: dots, anchors and names that other engines read otherwise. */
export function* dotFindings(
  { ast, flags }: Pattern,
  place: (from: number, to: number) => Span,
  multiline: () => Fix[],
): Findings {
  if (!ast) return;
  for (const { elements } of ast.alternatives) {
    yield* looseDots(elements, place);
    yield* needlessEnds(elements, flags, place, multiline);
  }
  const groups: AST.CapturingGroup[] = [];
  visitRegExpAST(ast, {
    onCapturingGroupEnter: (node) => {
      if (node.name !== null) groups.push(node);
    },
  });
  for (const group of groups) {
    yield { code: 'GRD069', args: { what: '`(?<name>…)`' }, span: place(group.start, Math.min(group.end, group.start + 3)) };
  }
}

/** `example.com`, `3.14`: a dot between letters or digits was meant as one. */
function* looseDots(elements: readonly AST.Element[], place: (from: number, to: number) => Span): Findings {
  for (const [i, element] of elements.entries()) {
    if (element.type !== 'CharacterSet' || element.kind !== 'any') continue;
    const [before, after] = [elements[i - 1], elements[i + 1]];
    if (!isWord(before) || !isWord(after)) continue;
    const dot = place(element.start, element.end);
    yield {
      code: 'GRD066',
      span: dot,
      fixes: () =>
        dot.end - dot.start === 1 ? [{ title: 'replace', args: { text: '\\.' }, edits: [{ ...dot, text: '\\.' }] }] : [],
    };
  }
}

function isWord(element: AST.Element | undefined): boolean {
  return element?.type === 'Character' && /^[\w]$/.test(element.raw);
}

function* needlessEnds(
  elements: readonly AST.Element[],
  flags: string,
  place: (from: number, to: number) => Span,
  multiline: () => Fix[],
): Findings {
  const [first, last] = [elements[0], elements.at(-1)];
  if (!first || !last) return;
  const filler = (element: AST.Element) => /^\.\*\??$/.test(element.raw);
  if (elements.length > 1 && filler(first)) yield needless('beginning', place(first.start, first.end));
  if (elements.length > 1 && filler(last)) yield needless('end', place(last.start, last.end));
  const anchored = first.raw === '^' && last.raw === '$';
  const dotted = elements.some((element) => /^\.[*+]/.test(element.raw));
  if (anchored && dotted && !/[ms]/.test(flags))
    yield { code: 'GRD068', variant: 'lines', span: place(first.start, last.end), fixes: multiline };
}

function needless(end: string, where: Span): Finding {
  const whole = where.end - where.start <= 3;
  return {
    code: 'GRD068',
    args: { end },
    span: where,
    fixes: () => (whole ? [{ title: 'delete_entry', edits: [{ ...where, text: '' }] }] : []),
  };
}
