import type { Context, Rule } from '../context';
import type { Findings, Fix } from '../finding';
import { isExpert } from '../parts';
import { appendText } from '../repairs';
import { secretsIn } from '../secrets';
import { type Span, span } from '../span';
import { extractable } from './extract';

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
    return yield {
      code: 'SKL300',
      ...(expert ? { variant: 'expert' } : {}),
      span: front.close,
      fixes: () => [skeleton(context)],
    };
  }
  yield* sizeRules(context, front.body, body);
  yield* leftovers(context, front.body.start, body);
  for (const { span: place, what } of secretsIn(body, front.body.start)) yield { code: 'SKL313', args: { what }, span: place };
};

/** What a body is for, by the kind of skill. */
function skeleton(context: Context): Fix {
  const expert = isExpert(context);
  const text = expert
    ? 'You …\n\n## Answers\n\nSay what a good answer holds.'
    : '# Steps\n\n1. Say what to do first.\n\n## Examples\n\nShow one request and what comes of it.';
  return appendText(context, text, expert ? 'You …' : '# Steps');
}

function* sizeRules(context: Context, where: Span, body: string): Findings {
  const { lines, text, chosen } = context;
  const first = lines.position(where.start).line;
  const n = lines.position(text.trimEnd().length).line - first + 1;
  const heading = lines.line(first);
  const tokens = Math.round(body.length / charactersPerToken);
  const fixes = () => extractable(context);
  if (n > mostLines) yield { code: 'SKL301', args: { n }, span: heading, fixes };
  else if (tokens > mostTokens) yield { code: 'SKL302', args: { n: Math.round(tokens / 100) * 100 }, span: heading, fixes };
  if (text.length > mostCharacters && chosen.has('surogates')) yield { code: 'SKL303', args: { n: text.length }, span: heading };
}

function* leftovers({ markdown }: Context, base: number, body: string): Findings {
  if (/\b(?:TODO|TBD)\b/.test(body)) {
    for (const { text, span } of markdown().inProse(/\b(?:TODO|TBD)\b/g)) yield { code: 'SKL311', args: { word: text }, span };
  }
  if (!body.includes('!`')) return;
  const commands = [...body.matchAll(/(?<=^|\s)!`/g)].map(({ index }) => base + index);
  for (const code of markdown().codeAround(commands)) {
    const before = code.span.start - base - 1;
    const command = code.inline && body[before] === '!' && /^$|\s/.test(body[before - 1] ?? '');
    if (command) yield { code: 'SKL312', span: span(code.span.start - 1, code.span.end) };
  }
}
