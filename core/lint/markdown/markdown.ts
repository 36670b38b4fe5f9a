import { type Span, span } from '../span';
import { type Block, type Code, type Heading, type Link, readBlock } from './block';
import { blocksOf } from './blocks';

export type { Code, Link } from './block';

/** Beyond this a body is searched as plain text only: nobody writes instructions of a megabyte. */
const longest = 1_000_000;

const linkSyntax = /\][(:]|<[^\s<>]+[:@]/;
/** Also in lists and quotes; the line below a heading may be all it is known by. */
const headingSyntax = /^[ \t>*+\d.)=-]*(?:#{1,6}(?:[ \t]|$)|[=-][ \t]*$)/m;
const codeSyntax = /[`~<\t]| {4}/;

/**
 * A Markdown body, by what rules ask of it. Offsets are those of the whole file; code never counts as text. Parsing is
 * what takes time, so only the blocks that can hold what was asked for are parsed.
 */
export class Markdown {
  readonly text: string;
  private readonly kept = new Map<string, unknown>();

  constructor(
    source: string,
    readonly span: Span,
  ) {
    this.text = source.slice(span.start, span.end);
  }

  private get blocks(): readonly Span[] {
    return this.once('blocks', () => (this.text.length > longest ? [] : blocksOf(this.text)));
  }

  get links(): readonly Link[] {
    return this.once('links', () => this.collect(linkSyntax, (block) => block.links));
  }

  /** Links in the blocks around these offsets, which are in order: the rest of the body is not parsed. */
  linksAround(offsets: readonly number[]): readonly Link[] {
    return this.around(offsets).flatMap((block) => this.placed(block, readBlock(this.slice(block)).links));
  }

  /** Code in the blocks around these offsets. */
  codeAround(offsets: readonly number[]): readonly Code[] {
    return this.around(offsets).flatMap((block) => this.placed(block, readBlock(this.slice(block)).code));
  }

  /** Where a pattern, a global one, is found outside code and HTML. */
  inProse(pattern: RegExp): { readonly text: string; readonly span: Span }[] {
    const matches = [...this.text.matchAll(pattern)].map(({ 0: text, index }) => {
      const start = this.span.start + index;
      return { text, span: span(start, start + text.length) };
    });
    const blocks = this.around(matches.map((match) => match.span.start)).filter((block) => codeSyntax.test(this.slice(block)));
    const hidden = blocks.flatMap((block) => {
      return readBlock(this.slice(block)).hidden.map((place) => moved(place, this.span.start + block.start));
    });
    let next = 0;
    return matches.filter(({ span: { start } }) => {
      while ((hidden[next]?.end ?? Infinity) <= start) next++;
      return (hidden[next]?.start ?? Infinity) > start;
    });
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
      const places = this.blocks.flatMap((block) => {
        const text = this.slice(block);
        return codeSyntax.test(text) ? readBlock(text).hidden.map((place) => moved(place, block.start)) : [];
      });
      return blanked(this.text, places);
    });
  }

  /** True when there is nothing but headings and blanks. */
  get empty(): boolean {
    const plain = (text: string) => !headingSyntax.test(text) && !text.includes('<!--');
    if (this.blocks.length === 0) return this.text.trim() === '';
    return this.blocks.every((block) => {
      const text = this.slice(block);
      return text.trim() === '' || (!plain(text) && readBlock(text).empty);
    });
  }

  private collect<T extends { readonly span: Span }>(pattern: RegExp, part: (block: Block) => readonly T[]): T[] {
    return this.blocks.flatMap((block) => {
      const text = this.slice(block);
      return pattern.test(text) ? this.placed(block, part(readBlock(text))) : [];
    });
  }

  private slice({ start, end }: Span): string {
    return this.text.slice(start, end);
  }

  /** What was found in a block, where it stands in the file. */
  private placed<T extends { readonly span: Span }>(block: Span, found: readonly T[]): T[] {
    return found.map((each) => ({ ...each, span: moved(each.span, this.span.start + block.start) }));
  }

  private around(offsets: readonly number[]): readonly Span[] {
    if (offsets.length === 0) return [];
    const found: Span[] = [];
    let next = 0;
    for (const block of this.blocks) {
      while ((offsets[next] ?? Infinity) - this.span.start < block.start) next++;
      if ((offsets[next] ?? Infinity) - this.span.start < block.end) found.push(block);
    }
    return found;
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
