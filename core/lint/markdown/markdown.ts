import { type Span, span } from '../span';
import { type Block, type Code, type Heading, type Link, readBlock } from './block';
import { blocksOf } from './blocks';

export type { Code, Link } from './block';

/** Beyond this a body is searched as plain text only: nobody writes instructions of a megabyte. */
const longest = 1_000_000;

const linkSyntax = /\]\(|\]:/;
const headingSyntax = /^ {0,3}(?:#{1,6}(?:[ \t]|$)|(?:=+|-+)[ \t]*$)/m;
const codeSyntax = /[`~<]|^(?: {4}|\t)/m;

/**
 * A Markdown body, by what rules ask of it. Offsets are those of the whole file; code never counts as text. Parsing is
 * what takes time, so only the blocks that can hold what was asked for are parsed.
 */
export class Markdown {
  readonly text: string;
  private readonly blocks: readonly Span[];
  private readonly kept = new Map<string, unknown>();

  constructor(
    source: string,
    readonly span: Span,
  ) {
    this.text = source.slice(span.start, span.end);
    this.blocks = this.text.length > longest ? [] : blocksOf(this.text);
  }

  get links(): readonly Link[] {
    return this.once('links', () => this.collect(linkSyntax, (block) => block.links));
  }

  /** With their anchors, as GitHub makes them. */
  get headings(): readonly (Heading & { readonly slug: string })[] {
    return this.once('headings', () => {
      const slugOf = slugs();
      return this.collect(headingSyntax, (block) => block.headings).map((heading) => ({
        ...heading,
        slug: slugOf(heading.text),
      }));
    });
  }

  /** Code in blocks whose text this pattern is found in. */
  code(pattern: RegExp = codeSyntax): readonly Code[] {
    return this.collect(pattern, (block) => block.code);
  }

  /** The body with code and HTML blanked out, as long as the body, for searching words in. */
  get prose(): string {
    return this.once('prose', () => {
      const places = this.blocks.flatMap(({ start, end }) => {
        const text = this.text.slice(start, end);
        return codeSyntax.test(text) ? readBlock(text).hidden.map((place) => moved(place, start)) : [];
      });
      return blanked(this.text, places);
    });
  }

  /** True when there is nothing but headings and blanks. */
  get empty(): boolean {
    const plain = (text: string) => !headingSyntax.test(text) && !text.includes('<!--');
    if (this.blocks.length === 0) return this.text.trim() === '';
    return this.blocks.every(({ start, end }) => {
      const text = this.text.slice(start, end);
      return text.trim() === '' || (!plain(text) && readBlock(text).empty);
    });
  }

  private collect<T extends { readonly span: Span }>(pattern: RegExp, part: (block: Block) => readonly T[]): T[] {
    return this.blocks.flatMap(({ start, end }) => {
      const text = this.text.slice(start, end);
      if (!pattern.test(text)) return [];
      return part(readBlock(text)).map((found) => ({ ...found, span: moved(found.span, this.span.start + start) }));
    });
  }

  private once<T>(name: string, make: () => T): T {
    if (!this.kept.has(name)) this.kept.set(name, make());
    return this.kept.get(name) as T;
  }
}

export const noMarkdown = new Markdown('', span(0, 0));

function moved({ start, end }: Span, by: number): Span {
  return span(start + by, end + by);
}

/** Anchors of headings, numbered when one comes again. */
function slugs(): (text: string) => string {
  const seen = new Map<string, number>();
  return (text) => {
    const slug = text
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-');
    const before = seen.get(slug) ?? 0;
    seen.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  };
}

function blanked(text: string, hidden: readonly Span[]): string {
  let prose = '';
  let at = 0;
  for (const { start, end } of hidden) {
    if (start < at) continue;
    prose += text.slice(at, start) + text.slice(start, end).replace(/[^\r\n]/g, ' ');
    at = end;
  }
  return prose + text.slice(at);
}
