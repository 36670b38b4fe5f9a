import stringify from 'fast-json-stable-stringify';
import type { Recipe, RecipeInput } from '../../core/dataset/recipe';
import type { FrozenRewards } from '../../core/export/target';
import { frozenGrader } from '../../core/grade/freeze';
import { placeOf, storedPath } from './exports';
import type { EngineContext } from './context';
import { parentsOf } from './grade-run';
import { readGrader } from './grader-file';
import { readJudge } from './judge-file';

/**
 * What answers to the prompts of a grpo dataset are rewarded by, frozen: graders as their files are now, and the rubric of
 * the judge.
 * @throws Problem when a file is not there or in error
 */
export async function freezeRewards(
  context: EngineContext,
  { method, graders = [], judge }: Recipe,
): Promise<FrozenRewards | undefined> {
  if (method !== 'grpo' || (graders.length === 0 && judge === undefined)) return undefined;
  const parents = await parentsOf(context);
  const reads = await Promise.all(
    graders.map((path) => readGrader({ path: placeOf(context, path) }, context.workspace, context.hasher)),
  );
  return {
    graders: reads.map(({ grader, hash }) => ({ name: grader.name, hash, spec: frozenGrader(grader, parents) })),
    ...(judge === undefined ? {} : { judge: await frozenRubric(context, judge) }),
  };
}

/** As its newest run used it: what its verdicts say of is not what somebody wrote since. Without a run, as it is now. */
async function frozenRubric(context: EngineContext, judge: string): Promise<FrozenRewards['judge']> {
  const { name, hash, spec } = await readJudge({ path: placeOf(context, judge) }, context.workspace, context.hasher);
  const run = (await context.store.judgeRuns()).find(({ body }) => body.judge === name)?.body;
  return run ? { name, hash: run.rubric_hash, spec: run.rubric } : { name, hash, spec };
}

/** As the event of a dataset keeps it: equal rewards have equal texts. */
export function rewardsText(rewards: FrozenRewards | undefined): string | undefined {
  return rewards && stringify(rewards);
}

/** Files of a recipe as the store keeps paths, so that a clone builds the same from the same. */
export function withStoredPaths<R extends Partial<RecipeInput>>(context: EngineContext, recipe: R): R {
  const stored = (file: string) => storedPath(context, placeOf(context, file));
  return {
    ...recipe,
    ...(recipe.graders ? { graders: recipe.graders.map(stored) } : {}),
    ...(recipe.judge === undefined ? {} : { judge: stored(recipe.judge) }),
  };
}
