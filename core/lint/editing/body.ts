import type { Context } from '../context';
import { dimensionsOf } from '../judge/view';
import { lineAround } from '../yaml/key-line';
import { pathsNear } from './complete-values';
import type { Suggestion } from './suggestion';

/** What could be written in the Markdown of a judge or a skill. */
export function bodySuggestions(context: Context, offset: number): Suggestion[] {
  const { text, kind } = context;
  const line = lineAround(text, offset);
  const before = text.slice(line.start, offset);
  const link = /\]\(([^()\s]*)$/.exec(before)?.[1];
  if (link !== undefined) return linkSuggestions(context, offset, link);
  if (kind === 'judge' && /^#{0,3}[ \t]*[\w-]*$/.test(before)) return headingSuggestions(context, line.start, line.end);
  return [];
}

/** A section for each dimension that has none. */
function headingSuggestions(context: Context, start: number, end: number): Suggestion[] {
  const there = new Set(context.markdown().headings.map((heading) => heading.text.trim()));
  return dimensionsOf(context).flatMap(({ key, description }, i) => {
    if (key === undefined || there.has(key)) return [];
    return {
      label: `## ${key}`,
      kind: 'heading',
      replace: { start, end },
      insert: `## ${key}`,
      snippet: false,
      rank: i,
      ...(description === undefined ? {} : { says: description }),
    } satisfies Suggestion;
  });
}

function linkSuggestions(context: Context, offset: number, typed: string): Suggestion[] {
  return pathsNear(context, typed, () => true).map(({ path, folder }, i) => ({
    label: path,
    kind: folder ? 'folder' : 'file',
    replace: { start: offset - typed.length, end: offset },
    insert: path.replaceAll(' ', '%20'),
    snippet: false,
    rank: i,
    ...(folder ? { again: true } : {}),
  }));
}
