import type { Context } from '../context';
import { dimensionsOf } from '../judge/view';
import { rulesOf } from '../grader/view';
import { type Span, span } from '../span';
import { entriesOf, entryOf, itemsOf, textOf, valueOf, walk, type YamlEntry, type YamlNode } from '../yaml/tree';

export interface Symbol {
  readonly name: string;
  readonly detail?: string | undefined;
  readonly kind: 'file' | 'key' | 'rule' | 'slice' | 'example' | 'dimension' | 'section' | 'export';
  readonly span: Span;
  /** What is selected when one goes there; inside `span`. */
  readonly at: Span;
  readonly children: readonly Symbol[];
}

/** The parts of a file by what they are, in the order of the text. */
export function outlineOf(context: Context): Symbol[] {
  const keys = entriesOf(context.map).map((entry) => ofEntry(context, entry));
  return [...keys, ...sections(context)];
}

function ofEntry(context: Context, entry: YamlEntry): Symbol {
  const { name } = entry;
  const children = childrenOf(context, name, entry.value);
  const text = textOf(entry.value);
  return {
    name,
    ...(text === undefined ? {} : { detail: oneLine(text) }),
    kind: 'key',
    span: entry.span,
    at: entry.key.span,
    children: children.filter((child) => child.span.start >= entry.span.start && child.span.end <= entry.span.end),
  };
}

function childrenOf(context: Context, key: string, value: YamlNode): Symbol[] {
  if (key === 'rules') {
    return rulesOf(context).map((rule) => ({
      name: rule.id,
      detail: [rule.type, textOf(valueOf(rule.map, 'title'))].filter((part) => part !== undefined).join(' · '),
      kind: 'rule',
      span: rule.map.span,
      at: entryOf(rule.map, 'id')?.value.span ?? rule.place,
      children: [],
    }));
  }
  if (key === 'dimensions') {
    return dimensionsOf(context).map(({ map, key: name, description, place }) => ({
      name: name ?? 'dimension',
      detail: description === undefined ? undefined : oneLine(description),
      kind: 'dimension',
      span: map.span,
      at: entryOf(map, 'key')?.value.span ?? place,
      children: [],
    }));
  }
  if (key === 'slices') return entriesOf(value).map((entry) => plain(entry.name, 'slice', entry.span, entry.key.span));
  if (key === 'examples' && context.kind === 'grader') return itemsOf(value).map((item, i) => item_(item, 'name', 'example', i));
  if (key === 'exports') return itemsOf(value).map((item, i) => item_(item, 'path', 'export', i));
  return [];
}

function item_(item: YamlNode, key: string, kind: Symbol['kind'], i: number): Symbol {
  const name = valueOf(item, key);
  return plain(textOf(name) ?? `${kind} ${i + 1}`, kind, item.span, name?.span ?? item.span);
}

function plain(name: string, kind: Symbol['kind'], whole: Span, at: Span): Symbol {
  const inside = at.start >= whole.start && at.end <= whole.end;
  return { name: oneLine(name) || kind, kind, span: whole, at: inside ? at : whole, children: [] };
}

/** Headings of the body, those of lower rank inside those of higher. */
function sections(context: Context): Symbol[] {
  const { front } = context;
  if (front?.state !== 'found') return [];
  const headings = context.markdown().headings;
  // From the end: where the next heading of each rank stands.
  const nextOf = new Map<number, number>();
  const ends = headings
    .toReversed()
    .map(({ depth, span: { start } }) => {
      const end = Math.min(front.body.end, ...[...nextOf].flatMap(([rank, at]) => (rank <= depth ? at : [])));
      nextOf.set(depth, start);
      return end;
    })
    .reverse();
  const build = (from: number, to: number): Symbol[] => {
    const found: Symbol[] = [];
    for (let i = from; i < to;) {
      const heading = headings[i];
      const end = ends[i] ?? front.body.end;
      let next = i + 1;
      while (next < to && (headings[next]?.span.start ?? Infinity) < end) next++;
      if (heading) {
        found.push({
          name: oneLine(heading.text) || '#',
          kind: 'section',
          span: span(heading.span.start, end),
          at: heading.span,
          children: build(i + 1, next),
        });
      }
      i = next;
    }
    return found;
  };
  return build(0, headings.length);
}

function trimmedEnd(text: string, end: number, least: number): number {
  let at = end;
  while (at > least && /\s/.test(text.charAt(at - 1))) at--;
  return at;
}

/** Stretches that can be folded away: front matter, blocks of YAML, sections, code. Offsets; at least two lines each. */
export function foldsOf(context: Context): Span[] {
  const { front, yaml, lines, text } = context;
  const folds: Span[] = [];
  if (front?.state === 'found') folds.push(span(front.open.start, front.close.end));
  for (const node of walk(yaml?.root)) {
    if (node.kind === 'map') for (const entry of node.entries) folds.push(entry.span);
    if (node.kind === 'list') for (const item of node.items) folds.push(item.span);
  }
  const addSections = (symbols: readonly Symbol[]) => {
    for (const symbol of symbols) {
      if (symbol.kind === 'section') folds.push(symbol.span);
      addSections(symbol.children);
    }
  };
  addSections(sections(context));
  folds.push(
    ...context
      .markdown()
      .code(/^ {0,3}(?:`{3}|~{3})/m)
      .filter(({ inline }) => !inline)
      .map((code) => code.span),
  );
  const seen = new Set<number>();
  return folds
    .map(({ start, end }) => span(start, trimmedEnd(text, end, start)))
    .filter(({ start, end }) => {
      const first = lines.position(start).line;
      if (lines.position(end).line <= first || seen.has(first)) return false;
      seen.add(first);
      return true;
    });
}

/** What a selection grows to, step by step: the word, its value, its entry, its map, the front matter, the file. */
export function selectionSteps(context: Context, offset: number): Span[] {
  const { front, yaml, text } = context;
  const steps: Span[] = [span(0, text.length)];
  if (front?.state === 'found') {
    if (offset <= front.close.end) steps.push(span(front.open.start, front.close.end), front.yaml);
    else steps.push(front.body);
  }
  const around = (place: Span) => offset >= place.start && offset <= place.end;
  const nodes: Span[] = [];
  for (const node of walk(yaml?.root)) {
    if (around(node.span)) nodes.push(node.span);
    if (node.kind === 'map') for (const entry of node.entries) if (around(entry.span)) nodes.push(entry.span);
  }
  const sectionSteps = (symbols: readonly Symbol[]) => {
    for (const symbol of symbols) {
      if (symbol.kind !== 'section' || !around(symbol.span)) continue;
      nodes.push(symbol.span);
      sectionSteps(symbol.children);
    }
  };
  sectionSteps(sections(context));
  const word = wordAround(text, offset);
  return nested([...steps, ...nodes, ...(word ? [word] : [])]);
}

function wordAround(text: string, offset: number): Span | undefined {
  let [start, end] = [offset, offset];
  while (start > 0 && /[\p{L}\p{N}_-]/u.test(text.charAt(start - 1))) start--;
  while (end < text.length && /[\p{L}\p{N}_-]/u.test(text.charAt(end))) end++;
  return start < end ? span(start, end) : undefined;
}

/** From the largest to the smallest, each inside the one before and smaller than it. */
function nested(spans: readonly Span[]): Span[] {
  const sorted = [...spans].sort((a, b) => b.end - b.start - (a.end - a.start));
  return sorted.reduce<Span[]>((kept, next) => {
    const last = kept.at(-1);
    if (!last) return [next];
    const inside = next.start >= last.start && next.end <= last.end;
    return inside && next.end - next.start < last.end - last.start ? [...kept, next] : kept;
  }, []);
}

function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 120);
}
