import { type Span, span } from '../span';
import { type Code, type Heading, type Link, readSection } from './section';
import { sectionsOf } from './sections';

export type { Code, Link } from './section';

/** A Markdown body, by what rules ask of it. Offsets are those of the whole file; code never counts as text. */
export interface Markdown {
  readonly span: Span;
  readonly text: string;
  /** With their anchors, as GitHub makes them. */
  readonly headings: readonly (Heading & { readonly slug: string })[];
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
  if (text.length > longest) return { ...noMarkdown, span: where, text, prose: text, empty: text.trim() === '' };
  const slugOf = slugs();
  const headings: Markdown['headings'][number][] = [];
  const links: Link[] = [];
  const code: Code[] = [];
  const hidden: Span[] = [];
  let empty = true;
  for (const { start, end } of sectionsOf(text)) {
    const section = readSection(text.slice(start, end));
    const placed = <T extends { readonly span: Span }>(part: T): T => ({ ...part, span: moved(part.span, where.start + start) });
    for (const heading of section.headings) headings.push({ ...placed(heading), slug: slugOf(heading.text) });
    links.push(...section.links.map(placed));
    code.push(...section.code.map(placed));
    hidden.push(...section.hidden.map((place) => moved(place, start)));
    empty &&= section.empty;
  }
  return { span: where, text, headings, links, code, prose: blanked(text, hidden), empty };
}

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
