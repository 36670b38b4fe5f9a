import type { Context, Rule } from '../context';
import type { Findings } from '../finding';
import { isExpert } from '../parts';
import { secretsIn } from '../secrets';
import { type Span, span } from '../span';

const mostLines = 500;
const mostTokens = 5000;
/** An estimate, and said as one. */
const charactersPerToken = 4;
const mostCharacters = 100_000;

/** SKL300–SKL303, SKL311–SKL313: the text an agent is given. */
export const bodyRules: Rule = function* (context) {
  const { front, text } = context;
  if (front?.state !== 'found') return;
  const body = text.slice(front.body.start);
  if (body.trim() === '') {
    const expert = isExpert(context) || context.chosen.has('surogates');
    return yield { code: 'SKL300', ...(expert ? { variant: 'expert' } : {}), span: front.close };
  }
  yield* sizeRules(context, front.body, body);
  yield* leftovers(context, front.body.start, body);
  for (const { span: place, what } of secretsIn(body, front.body.start)) yield { code: 'SKL313', args: { what }, span: place };
};

function* sizeRules({ lines, text, chosen }: Context, where: Span, body: string): Findings {
  const first = lines.position(where.start).line;
  const n = lines.position(text.trimEnd().length).line - first + 1;
  const heading = lines.line(first);
  const tokens = Math.round(body.length / charactersPerToken);
  if (n > mostLines) yield { code: 'SKL301', args: { n }, span: heading };
  else if (tokens > mostTokens) yield { code: 'SKL302', args: { n: Math.round(tokens / 100) * 100 }, span: heading };
  if (text.length > mostCharacters && chosen.has('surogates')) yield { code: 'SKL303', args: { n: text.length }, span: heading };
}

function* leftovers({ markdown }: Context, base: number, body: string): Findings {
  if (/\b(?:TODO|TBD)\b/.test(body)) {
    for (const match of markdown().prose.matchAll(/\b(?:TODO|TBD)\b/g)) {
      yield { code: 'SKL311', args: { word: match[0] }, span: span(base + match.index, base + match.index + match[0].length) };
    }
  }
  if (!body.includes('!`')) return;
  for (const code of markdown().code(/!`/)) {
    const before = code.span.start - base - 1;
    const command = code.inline && body[before] === '!' && /^$|\s/.test(body[before - 1] ?? '');
    if (command) yield { code: 'SKL312', span: span(code.span.start - 1, code.span.end) };
  }
}
