import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString as plainText } from 'mdast-util-to-string';
import { Remembered } from '../remembered';
import { type Span, span } from '../span';
import { readPlain } from './plain-block';

export interface Heading {
  readonly depth: number;
  readonly text: string;
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

/** One block of a body, offsets from its own beginning. */
export interface Block {
  readonly headings: readonly Heading[];
  readonly links: readonly Link[];
  readonly code: readonly Code[];
  /** Code and HTML, which is no prose. */
  readonly hidden: readonly Span[];
  /** True when there is nothing but headings and blanks. */
  readonly empty: boolean;
}

/** Typing changes one block at a time: the others are known by their text. */
const known = new Remembered<Block>(2_000_000);

export function readBlock(text: string): Block {
  return known.of(text, (block) => readPlain(block) ?? (tooDeep(block) ? plainBlock(block) : parseBlock(block)));
}

/** Link openings that are never closed cost a parser the square of their number. */
const mostOpenLinks = 300;

/** Texts that nobody writes and that a recursive, backtracking parser takes too long over, or dies of. */
function tooDeep(text: string): boolean {
  if (/^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])[ \t]*){100}/m.test(text) || /[[*_]{500}/.test(text)) return true;
  return (
    text.split('](').length - text.split(')').length > mostOpenLinks ||
    text.split('[').length - text.split(']').length > mostOpenLinks
  );
}

function plainBlock(text: string): Block {
  return { headings: [], links: [], code: [], hidden: [], empty: text.trim() === '' };
}

export function parseBlock(text: string): Block {
  const made = { headings: [], links: [], code: [], hidden: [], empty: true };
  visit(fromMarkdown(text), text, made);
  return made;
}

interface Making {
  readonly headings: Heading[];
  readonly links: Link[];
  readonly code: Code[];
  readonly hidden: Span[];
  empty: boolean;
}

function visit(node: Nodes, text: string, making: Making): void {
  take(node, text, making);
  if ('children' in node) for (const child of node.children) visit(child, text, making);
}

function take(node: Nodes, text: string, making: Making): void {
  const here = spanOf(node);
  if (node.type === 'heading') {
    making.headings.push({ depth: node.depth, text: plainText(node), span: here });
    return;
  }
  if (node.type === 'link' || node.type === 'image' || node.type === 'definition') {
    making.links.push({ kind: node.type, target: node.url, span: targetSpan(node.url, text, here) });
  }
  if (node.type === 'inlineCode' || node.type === 'code') {
    const language = node.type === 'code' ? (node.lang ?? undefined) : undefined;
    making.code.push({ text: node.value, language, inline: node.type === 'inlineCode', span: here });
  }
  if (node.type === 'inlineCode' || node.type === 'code' || node.type === 'html') making.hidden.push(here);
  // A comment says nothing to a reader, nor do text nodes here that were not counted with their paragraph.
  const silent =
    node.type === 'root' || node.type === 'text' || (node.type === 'html' && /^<!--[^]*-->$/.test(node.value.trim()));
  if (!silent) making.empty = false;
}

/** The destination inside a link's text, where it stands there as it is. */
function targetSpan(url: string, text: string, whole: Span): Span {
  const at = url === '' ? -1 : text.slice(whole.start, whole.end).lastIndexOf(url);
  return at < 0 ? whole : span(whole.start + at, whole.start + at + url.length);
}

function spanOf({ position }: Nodes): Span {
  const start = position?.start.offset ?? 0;
  return span(start, position?.end.offset ?? start);
}
