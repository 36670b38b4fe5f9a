import * as z from 'zod';
import { frozenJudge } from '../../judge/freeze';
import { judge as judgeSchema } from '../../judge/schema';
import type { Context, Rule } from '../context';
import type { Findings } from '../finding';
import { emptySlice, sliceOf } from '../store-slices';
import { plainValue } from '../yaml/plain';
import { entryOf } from '../yaml/tree';
import { selectionCodes } from './selection';

/** JDG044: a selection that holds none of the recorded conversations. JDG060: verdicts that rest on an earlier text. */
export const storeRules: Rule = function* (context) {
  const entry = entryOf(context.map, 'selection');
  const slice = context.facts && entry && sliceOf(context, entry.value, selectionCodes);
  const finding = slice && emptySlice(context, entry.value, slice, { code: 'JDG044', span: entry.key.span });
  if (finding) yield finding;
  yield* earlierRuns(context);
};

function* earlierRuns({ facts, front, map, text }: Context): Findings {
  const runs = facts?.judgeRuns ?? [];
  const name = entryOf(map, 'name');
  if (runs.length === 0 || !name || front?.state !== 'found') return;
  const judge = judgeSchema.safeParse(plainValue(map));
  if (!judge.success) return;
  const { start, end } = front.body;
  const body = text.slice(start, end);
  const own = runs.filter((run) => run.judge === judge.data.name);
  const n = own.filter(({ rubric }) => rubric !== frozenJudge(judge.data, body)).length;
  const [newest] = own;
  if (n === 0 || !newest) return;
  const before = instructionsOf(newest.rubric);
  const same = before !== undefined && before !== body.trim() && frozenJudge(judge.data, before) === newest.rubric;
  const restored = `${/^\s*/.exec(body)?.[0] ?? ''}${before ?? ''}\n`;
  yield {
    code: 'JDG060',
    ...(n === 1 ? { variant: 'one' } : {}),
    args: { n },
    span: name.value.span,
    fixes: () => (same ? [{ title: 'restore_instructions', edits: [{ start, end, text: restored }] }] : []),
  };
}

const frozen = z.object({ instructions: z.string() });

function instructionsOf(rubric: string): string | undefined {
  return frozen.safeParse(JSON.parse(rubric)).data?.instructions;
}
