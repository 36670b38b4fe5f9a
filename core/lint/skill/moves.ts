import type { Context } from '../context';
import type { Findings } from '../finding';
import { isExpert } from '../parts';
import { keysOf } from './committed';
import { entryOf, textOf } from '../yaml/tree';

/** Where an expert may go from each status (RUBRICS §1.7). */
const moves: Readonly<Record<string, readonly string[]>> = {
  draft: ['collecting', 'active'],
  collecting: ['training', 'active'],
  training: ['active'],
  active: ['retired', 'collecting'],
  retired: ['collecting', 'active'],
};

/** SKL212: the status is another one than in the last commit, and not one that follows it. */
export function* movedStatus(context: Context): Findings {
  const before = context.committed === undefined ? undefined : keysOf(context.committed);
  for (const key of ['status', 'expert_status']) {
    const entry = entryOf(context.map, key);
    const to = textOf(entry?.value);
    const from = textOf(entryOf(before, key)?.value);
    if (!entry || !isExpert(context) || to === undefined || from === undefined || from === to) continue;
    if (!Object.hasOwn(moves, from) || !Object.hasOwn(moves, to)) continue;
    const between = stepsBetween(from, to);
    if (between?.length === 0) continue;
    const skipped = between?.map((step) => `\`${step}\``).join(', ');
    yield {
      code: 'SKL212',
      ...(skipped === undefined ? { variant: 'never' } : {}),
      args: { from, to, skipped: skipped ?? '' },
      span: entry.value.span,
    };
  }
}

/** The statuses passed through on the shortest way; `undefined` when no way leads there. */
function stepsBetween(from: string, to: string): readonly string[] | undefined {
  const ways: (readonly string[])[] = [[from]];
  const seen = new Set([from]);
  for (const way of ways) {
    for (const next of moves[way.at(-1) ?? ''] ?? []) {
      if (next === to) return way.slice(1);
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  }
  return undefined;
}
