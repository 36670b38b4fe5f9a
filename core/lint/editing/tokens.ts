import type { Context } from '../context';
import { rulesOf } from '../grader/view';
import type { Span } from '../span';
import { oneOrMore, textOf, valueOf } from '../yaml/tree';
import { inner, namesOf } from './names';

export const tokenKinds = ['function', 'variable', 'property', 'enumMember', 'regexp'] as const;
export type TokenKind = (typeof tokenKinds)[number];

export interface Token {
  readonly span: Span;
  readonly kind: TokenKind;
  readonly definition: boolean;
}

const kindOfName = { slice: 'variable', rule: 'function', dimension: 'property' } as const;

/** What a grammar cannot tell: names and what refers to them, words that choose, patterns. In the order of the text. */
export function tokensOf(context: Context): Token[] {
  const tokens: Token[] = [];
  for (const name of namesOf(context)) {
    tokens.push({ span: name.definition, kind: kindOfName[name.kind], definition: true });
    for (const span of name.uses) tokens.push({ span, kind: kindOfName[name.kind], definition: false });
  }
  for (const { map, type } of rulesOf(context)) {
    const add = (key: string, kind: TokenKind) => {
      for (const node of oneOrMore(valueOf(map, key))) {
        if (textOf(node) !== undefined) tokens.push({ span: inner(context.text, node), kind, definition: false });
      }
    };
    if (type !== undefined) add('type', 'enumMember');
    if (type === 'regex') add('pattern', 'regexp');
    if (type === 'tool_call') for (const key of ['tool', 'any_of']) add(key, 'function');
  }
  const method = valueOf(context.map, 'method');
  if (context.kind === 'recipe' && method && textOf(method) !== undefined)
    tokens.push({ span: inner(context.text, method), kind: 'enumMember', definition: false });
  return tokens
    .filter(({ span }) => span.end > span.start && !/[\r\n]/.test(context.text.slice(span.start, span.end)))
    .sort((a, b) => a.span.start - b.span.start)
    .filter(({ span }, i, all) => i === 0 || span.start >= (all[i - 1]?.span.end ?? 0));
}
