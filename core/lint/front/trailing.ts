import type { Rule } from '../context';
import { type Span, span } from '../span';
import { walk } from '../yaml/tree';

/** FM018: blanks at the ends of lines, except inside block text, where they are content. */
export const trailingBlanks: Rule = function* ({ yaml, front, text }) {
  if (!yaml || (front && front.state !== 'found')) return;
  const source = text.slice(yaml.span.start, yaml.span.end);
  if (!/[ \t](?:\r?\n|$)/.test(source)) return;
  const blocks: Span[] = [];
  for (const node of walk(yaml.root)) {
    if (node.kind === 'scalar' && (node.style === 'literal' || node.style === 'folded')) blocks.push(node.span);
  }
  for (const match of source.matchAll(/[^ \t\r\n]([ \t]+)(?=\r?\n|$)/g)) {
    const place = span(yaml.span.start + match.index + 1, yaml.span.start + match.index + match[0].length);
    if (blocks.some((block) => place.start > block.start && place.end <= block.end)) continue;
    yield { code: 'FM018', span: place, fixes: () => [{ title: 'trim', edits: [{ ...place, text: '' }], auto: true }] };
  }
};
