import type { Context, Rule } from '../context';
import type { Finding, Findings, Fix } from '../finding';
import { insertAfter, isMissing, lengthOf, missingPlace } from '../parts';
import { type Span, span } from '../span';
import { entryOf, resolved, textOf, typeOf, valueOf, type YamlEntry, type YamlNode, type YamlScalar } from '../yaml/tree';
import { columnOf, foldedBlock, quoted } from '../yaml/write';

const longest = 1024;
const listingLength = 1536;
const shortest = 40;

/** SKL120–SKL131: `description`, by which agents find a skill. */
export const descriptionRules: Rule = function* (context) {
  if (isMissing(context, 'description')) {
    const line = 'description: ""';
    const fixes = () => [
      { title: 'insert' as const, args: { text: line }, edits: [insertAfter(context, entryOf(context.map, 'name'), line)] },
    ];
    return yield { code: 'SKL120', span: missingPlace(context), fixes };
  }
  const entry = entryOf(context.map, 'description');
  const value = resolved(entry?.value);
  if (!entry || value === undefined) return;
  const blank =
    value.kind === 'scalar' && (value.value === null || (typeof value.value === 'string' && value.value.trim() === ''));
  if (blank) return yield empty(context, entry, value);
  if (value.kind !== 'scalar' || typeof value.value !== 'string') return yield notText(context, value);
  yield* sizeRules(context, value, value.value);
  // A text cut short by a `#` is judged when it is whole again.
  if (value.comment) return;
  yield* formRules(context, value, value.value);
  yield* wordRules(context, value, value.value);
};

/** The body mostly begins with what the skill does; when to use it only the author can say. */
function empty(context: Context, { key }: YamlEntry, { span: place }: YamlNode): Finding {
  const fixes = (): Fix[] => {
    const sentence = firstSentence(context);
    const text = sentence === undefined ? 'Use when …' : `${sentence} Use when …`;
    const blank = /[ \t]/.test(context.text[place.start - 1] ?? '') ? '' : ' ';
    return [{ title: 'insert', args: { text: 'Use when …' }, edits: [{ ...place, text: blank + quoted(text) }] }];
  };
  return { code: 'SKL122', span: place.end > place.start ? place : key.span, fixes };
}

function firstSentence({ markdown }: Context): string | undefined {
  const paragraph = /^(?![#>|\-*+\d\s])\S[^\n]*(?:\n(?![#>|\-*+\d\s])\S[^\n]*)*/m.exec(markdown().prose)?.[0];
  const sentence = paragraph?.replace(/\s+/g, ' ').match(/^.{10,300}?[.!?](?=\s|$)/)?.[0];
  return sentence?.replace(/[<>]/g, '');
}

function notText({ text }: Context, value: Exclude<ReturnType<typeof resolved>, undefined>): Finding {
  const source = text.slice(value.span.start, value.span.end);
  return {
    code: 'SKL121',
    ...(value.kind === 'map' ? { variant: 'map' } : {}),
    args: { type: typeOf(value) },
    span: value.span,
    fixes: () => (source.includes('\n') ? [] : [{ title: 'quote', edits: [{ ...value.span, text: quoted(source) }] }]),
  };
}

function* sizeRules({ map, text }: Context, value: YamlScalar, description: string): Findings {
  const n = lengthOf(description);
  if (n > longest) yield { code: 'SKL123', args: { n }, span: beyond(text, value, longest) };
  const all = n + lengthOf(textOf(valueOf(map, 'when_to_use')) ?? '');
  if (all > listingLength) yield { code: 'SKL130', args: { n: all }, span: value.span };
  if (n < shortest && !value.comment) yield { code: 'SKL127', args: { n }, span: value.span };
}

/** From the first character too many, where the source can be counted; else the whole value. */
function beyond(text: string, value: YamlScalar, limit: number): Span {
  const source = text.slice(value.span.start, value.span.end);
  const countable = value.style === 'plain' && !/[\r\n]/.test(source);
  if (!countable) return value.span;
  return span(value.span.start + Array.from(source).slice(0, limit).join('').length, value.span.end);
}

function* formRules({ text, eol }: Context, value: YamlScalar, description: string): Findings {
  const tag = /<[^<>]+>/.exec(description)?.[0];
  const lone = /[<>]/.test(description);
  const fixes = (): Fix[] => [rewritten(value, description.replace(/<([^<>]+)>/g, '`$1`'))];
  if (tag !== undefined) yield { code: 'SKL124', span: placeOf(text, value, tag), fixes };
  else if (lone) yield { code: 'SKL124', variant: 'lone', span: value.span };
  const header = /^[|>][-+\d]*/.exec(text.slice(value.span.start, value.span.end))?.[0];
  if (header === undefined || !/^\||\+/.test(header)) return;
  const folded = foldedBlock(description, columnOf(text, text.lastIndexOf('description', value.span.start)), eol);
  yield {
    code: 'SKL128',
    args: { marker: header },
    span: span(value.span.start, value.span.start + header.length),
    fixes: () => [{ title: 'fold', edits: [{ ...value.span, text: folded }] }],
  };
}

/** A phrase of the value in the source, where it stands there as it is. */
function placeOf(text: string, value: YamlScalar, phrase: string): Span {
  const at = text.slice(value.span.start, value.span.end).indexOf(phrase);
  return at < 0 ? value.span : span(value.span.start + at, value.span.start + at + phrase.length);
}

const cue =
  /\buse (?:it |this |this skill )?(?:when|whenever|for|if|to|after|before|as)\b|\bwhen(?:ever)? (?:the |a |an )?(?:user|someone|asked|you|working|creating|building|writing|editing|\w+ing)\b|\btrigger|\bif (?:the )?\w+ asks\b|\bused (?:when|for|to)\b/i;
const placeholder =
  /\bTODO\b|\bTBD\b|\[[A-Z][^[\]]{8,}\]|a description of what this skill does|\bdescription goes here\b|\blorem ipsum\b/i;

function* wordRules({ map, text }: Context, value: YamlScalar, description: string): Findings {
  const filler = placeholder.exec(description)?.[0];
  if (filler !== undefined) return yield { code: 'SKL129', args: { text: filler }, span: placeOf(text, value, filler) };
  // Cues are looked for in English; other scripts have their own.
  const latin = /^[\p{Script=Latin}\p{Script=Common}\p{M}]*$/u.test(description);
  const withCue = `${description.trim().replace(/[.!?]?$/, '.')} Use when …`;
  if (latin && !cue.test(description))
    yield { code: 'SKL125', span: value.span, fixes: () => [rewritten(value, withCue, 'Use when …')] };
  const person = /^(?:I|I'm|I'll|You|We)\b/.exec(description.trim())?.[0];
  if (person !== undefined) yield { code: 'SKL126', args: { word: person }, span: value.span };
  const name = textOf(valueOf(map, 'name'));
  if (name !== undefined && sameWords(name, description)) yield { code: 'SKL131', span: value.span };
}

/** The whole value anew, on one line. */
function rewritten({ span: place }: YamlScalar, text: string, name = text): Fix {
  return { title: name === text ? 'replace' : 'insert', args: { text: name }, edits: [{ ...place, text: quoted(text) }] };
}

function sameWords(name: string, description: string): boolean {
  const words = (text: string) => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const known = new Set([...words(name), 'a', 'an', 'the', 'skill', 'for', 'of', 'and', 'to', 'this', 'is']);
  return words(description).every((word) => known.has(word));
}
