import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString as plainText } from 'mdast-util-to-string';
import { type Span, span } from '../span';

export interface Heading {
  readonly depth: number;
  readonly text: string;
  /** As GitHub makes anchors of headings. */
  readonly slug: string;
  readonly span: Span;
}

export interface Link {
  readonly kind: 'link' | 'image' | 'definition';
  readonly target: string;
  readonly span: Span;
}

export interface Code {
  readonly text: string;
  readonly language: string | undefined;
  readonly inline: boolean;
  readonly span: Span;
}

/** A Markdown body, by what rules ask of it. Offsets are those of the whole file; code never counts as text. */
export interface Markdown {
  readonly span: Span;
  readonly text: string;
  readonly headings: readonly Heading[];
  readonly links: readonly Link[];
  readonly code: readonly Code[];
  /** The body with code and HTML blanked out, as long as the body, for searching words in. */
  readonly prose: string;
  /** True when there is nothing but headings and blanks. */
  readonly empty: boolean;
}

export const noMarkdown: Markdown = { span: span(0, 0), text: '', headings: [], links: [], code: [], prose: '', empty: true };

/** Beyond this a body is searched as plain text only: nobody writes instructions of a megabyte. */
const longest = 1_000_000;

export function readMarkdown(source: string, where: Span): Markdown {
  const text = source.slice(where.start, where.end);
  if (text.length > longest || tooDeep(text)) return { ...noMarkdown, span: where, text, prose: text, empty: text.trim() === '' };
  const collected = new Collector(where.start, text);
  collected.visit(fromMarkdown(text) satisfies Root);
  return collected.result(where);
}

/** Block quotes and lists nested without end make a recursive walk run out of stack. */
function tooDeep(text: string): boolean {
  return /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])[ \t]*){100}/m.test(text) || /[[*_]{500}/.test(text);
}

class Collector {
  private readonly headings: Heading[] = [];
  private readonly links: Link[] = [];
  private readonly code: Code[] = [];
  private readonly hidden: Span[] = [];
  private readonly slugs = new Map<string, number>();
  private empty = true;

  constructor(
    private readonly base: number,
    private readonly text: string,
  ) {}

  visit(node: Nodes): void {
    this.take(node);
    if ('children' in node) for (const child of node.children) this.visit(child);
  }

  result(where: Span): Markdown {
    const { headings, links, code, text, empty } = this;
    return { span: where, text, headings, links, code, empty, prose: blanked(text, this.hidden, this.base) };
  }

  private take(node: Nodes): void {
    const here = this.spanOf(node);
    switch (node.type) {
      case 'heading':
        this.headings.push({ depth: node.depth, ...this.anchorOf(plainText(node)), span: here });
        return;
      case 'link':
      case 'image':
      case 'definition':
        this.empty = false;
        this.links.push({ kind: node.type, target: node.url, span: this.targetSpan(node.url, here) });
        return;
      case 'inlineCode':
      case 'code':
        this.empty = false;
        this.code.push({ text: node.value, language: languageOf(node), inline: node.type === 'inlineCode', span: here });
        this.hidden.push(here);
        return;
      case 'html':
        if (!/^<!--[^]*-->$/.test(node.value.trim())) this.empty = false;
        this.hidden.push(here);
        return;
      case 'paragraph':
      case 'list':
      case 'blockquote':
        this.empty = false;
        return;
      default:
        return;
    }
  }

  private anchorOf(text: string): { text: string; slug: string } {
    const slug = text
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-');
    const before = this.slugs.get(slug) ?? 0;
    this.slugs.set(slug, before + 1);
    return { text, slug: before === 0 ? slug : `${slug}-${before}` };
  }

  /** The destination inside a link's text, where it stands there as it is. */
  private targetSpan(url: string, whole: Span): Span {
    const source = this.text.slice(whole.start - this.base, whole.end - this.base);
    const at = url === '' ? -1 : source.lastIndexOf(url);
    return at < 0 ? whole : span(whole.start + at, whole.start + at + url.length);
  }

  private spanOf(node: Nodes): Span {
    const start = node.position?.start.offset ?? 0;
    return span(this.base + start, this.base + (node.position?.end.offset ?? start));
  }
}

function languageOf(node: Nodes): string | undefined {
  return node.type === 'code' ? (node.lang ?? undefined) : undefined;
}

function blanked(text: string, hidden: readonly Span[], base: number): string {
  let prose = '';
  let at = 0;
  for (const place of hidden) {
    const start = place.start - base;
    if (start < at) continue;
    prose += text.slice(at, start) + text.slice(start, place.end - base).replace(/[^\r\n]/g, ' ');
    at = place.end - base;
  }
  return prose + text.slice(at);
}
