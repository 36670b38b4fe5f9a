import { type Document, isAlias, isMap, isPair, isScalar, isSeq, type Node, type Pair, type Scalar } from 'yaml';
import { type Span, span } from '../span';
import type { ScalarStyle, YamlAlias, YamlEntry, YamlMap, YamlNode, YamlScalar } from './tree';

const styles: Readonly<Record<string, ScalarStyle>> = {
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
};

/** The parser's document as a plain tree. */
export function treeOf(doc: Document.Parsed, text: string): YamlNode | undefined {
  return doc.contents === null ? undefined : new TreeMaker(text).node(doc.contents, 0);
}

class TreeMaker {
  private readonly anchors = new Map<string, YamlNode>();

  constructor(private readonly text: string) {}

  /** `at`: where to place a node that has no range of its own. */
  node(node: unknown, at: number): YamlNode {
    if (isPair(node)) return this.pairAsMap(node, at);
    const made = this.bare(node, at);
    if (made.anchor !== undefined) this.anchors.set(made.anchor, made);
    return made;
  }

  private bare(node: unknown, at: number): YamlNode {
    if (isAlias(node)) return this.alias(node.source, this.spanOf(node, at));
    if (isMap(node)) {
      const here = this.spanOf(node, at);
      const entries = node.items.map((pair) => this.entry(pair, here.start));
      return { kind: 'map', flow: node.flow === true, entries, span: upTo(node, here, entries.at(-1)), ...marks(node) };
    }
    if (isSeq(node)) {
      const here = this.spanOf(node, at);
      const items: YamlNode[] = [];
      for (const item of node.items) items.push(this.node(item, items.at(-1)?.span.end ?? here.start));
      return { kind: 'list', flow: node.flow === true, items, span: upTo(node, here, items.at(-1)), ...marks(node) };
    }
    if (isScalar(node)) return this.scalar(node, at);
    return { kind: 'scalar', value: null, style: 'plain', source: '', span: span(at, at) };
  }

  private entry(pair: Pair, at: number): YamlEntry {
    const key = this.node(pair.key, at);
    const value = this.node(pair.value, key.span.end);
    const name = key.kind === 'scalar' ? nameOf(key) : '';
    return { name, key, value, span: span(key.span.start, Math.max(key.span.end, value.span.end)) };
  }

  private pairAsMap(pair: Pair, at: number): YamlMap {
    const entry = this.entry(pair, at);
    return { kind: 'map', flow: true, entries: [entry], span: entry.span };
  }

  private alias(name: string, here: Span): YamlAlias {
    return { kind: 'alias', name, target: this.anchors.get(name), span: here };
  }

  private scalar(node: Scalar, at: number): YamlScalar {
    const here = this.spanOf(node, at);
    const style = styles[node.type ?? ''] ?? 'plain';
    const source = typeof node.source === 'string' ? node.source : '';
    return {
      kind: 'scalar',
      value: scalarValue(node.value),
      style,
      source,
      span: here,
      comment: node.comment === undefined || node.comment === null ? undefined : this.commentAfter(here.end),
      ...marks(node),
    };
  }

  /** The comment on the rest of a value's last line. */
  private commentAfter(end: number): Span | undefined {
    const rest = /^[ \t]*(#[^\r\n]*)/.exec(this.text.slice(end));
    const comment = rest?.[1];
    if (rest === null || comment === undefined) return undefined;
    return span(end + rest[0].length - comment.length, end + rest[0].length);
  }

  private spanOf(node: Node, at: number): Span {
    const range = node.range;
    if (!range) return span(at, at);
    let end = range[1];
    if (isBlockScalar(node)) while (end > range[0] && /\s/.test(this.text[end - 1] ?? '')) end--;
    return span(range[0], end);
  }
}

/** A block collection's own end is the start of what follows, comments included; people see it end with its last value. */
function upTo(node: { flow?: boolean }, here: Span, last: { readonly span: Span } | undefined): Span {
  return node.flow === true ? here : span(here.start, Math.max(here.start, last?.span.end ?? here.start));
}

function isBlockScalar(node: Node): boolean {
  return isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED');
}

/** A merge key of YAML 1.1 has no value of its own for the parser. */
function nameOf({ value, style, source }: YamlScalar): string {
  if (value === null) return source === '<<' ? source : '';
  return style === 'plain' ? source : String(value);
}

function scalarValue(value: unknown): YamlScalar['value'] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return null;
}

function marks(node: Node): { anchor?: string; tag?: string } {
  const anchor = 'anchor' in node && typeof node.anchor === 'string' ? node.anchor : undefined;
  return { ...(anchor === undefined ? {} : { anchor }), ...(typeof node.tag === 'string' ? { tag: node.tag } : {}) };
}
