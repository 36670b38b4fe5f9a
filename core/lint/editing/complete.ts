import type { Context } from '../context';
import type { Span } from '../span';
import { bodySuggestions } from './body';
import { keySuggestions } from './complete-keys';
import { valueSuggestions } from './complete-values';
import { placeAt } from './place';
import { shapesAt, takesList, takesMap } from './shape';
import { itemSnippets } from './snippets';
import { groupAt } from './says';
import type { Suggestion } from './suggestion';

/** What could be written at an offset. Never fails, whatever the text. */
export function suggestionsAt(context: Context, offset: number): Suggestion[] {
  const { kind, text, front, yaml } = context;
  const whole = wholeFile(context, offset);
  if (front?.state === 'none') return whole;
  if (front?.state === 'found' && offset >= front.body.start && offset > front.close.end) return bodySuggestions(context, offset);
  // Between the fences and nowhere else: the line of the closing fence is no place for keys.
  const where =
    front?.state === 'found' ? { start: front.yaml.start, end: Math.max(front.yaml.start, front.close.start - 1) } : yaml?.span;
  const place = where && placeAt(text, where, offset);
  if (!place) return whole;
  const shapes = shapesAt(kind, place.path, place.levels);
  const found: Suggestion[] = [...whole];
  if (place.at !== 'value' && takesMap(shapes)) found.push(...keySuggestions(context, place, shapes));
  if (place.at !== 'key') found.push(...valueSuggestions(context, place, shapes));
  if (place.at !== 'value' && !place.flow && takesList(shapes) && place.path.at(-1) !== null) {
    const item = itemSnippet(context, place.path, place.word, place.column);
    if (item) found.push(item);
  }
  return found;
}

function itemSnippet(
  { kind, say }: Context,
  path: Parameters<typeof groupAt>[1],
  replace: Span,
  column: number,
): Suggestion | undefined {
  const group = groupAt(kind, [...path, null]);
  const body = group === undefined ? undefined : itemSnippets[group];
  if (group === undefined || body === undefined) return undefined;
  const insert = `- ${body.replaceAll('\n', `\n${' '.repeat(column)}`)}`;
  return { label: say('new {group}', { group }), kind: 'snippet', replace, insert, snippet: true, rank: 0 };
}

/** Whole files to begin with. */
const skeletons: Readonly<Record<Context['kind'], string>> = {
  skill: '---\nname: ${1:my-skill}\ndescription: ${2:What it does}. Use when ${3:the user asks for it}.\n---\n',
  judge:
    '---\nversion: 1\nname: ${1:Answer quality}\ndimensions:\n  - key: ${2:accuracy}\n    description: ${3:Every statement in the reply is true.}\n    scale: { min: 1, max: 5 }\n---\n',
  grader:
    'version: 1\nname: ${1:Reply rules}\nrules:\n  - id: ${2:rule-id}\n    type: ${3|contains,exact,number,json,regex,tool_call|}\n    $0',
  recipe: 'version: 1\nname: ${1:My set}\nmethod: ${2|sft,dpo,kto,grpo|}\nslice: { $3 }\nholdout_percent: 20\n',
};

function wholeFile({ kind, text, lines, say }: Context, offset: number): Suggestion[] {
  const first = lines.line(0);
  const begun = text.slice(first.start, first.end).trim();
  if (offset > first.end || text.slice(first.end).trim() !== '' || !/^(?:-{0,3}|\w*)$/.test(begun)) return [];
  const label = { skill: say('new skill'), judge: say('new judge'), grader: say('new grader'), recipe: say('new recipe') }[kind];
  return [{ label, kind: 'snippet', replace: first, insert: skeletons[kind], snippet: true, rank: -1 }];
}
