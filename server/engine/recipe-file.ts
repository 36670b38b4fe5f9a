import path from 'node:path';
import { recipe, recipeFile, type RecipeFile, type RecipeInput } from '../../core/dataset/recipe';
import { readRubric } from './rubric-file';

/** A recipe as its file has it. */
export interface ReadRecipe {
  readonly recipe: RecipeInput;
  readonly exports: NonNullable<RecipeFile['exports']>;
  /** Absolute; paths inside the recipe are relative to its folder. */
  readonly file: string;
}

/**
 * Reads a `*.dataset.yaml`, whatever it is called.
 * @throws Problem `file_not_found`, or `recipe_invalid` with the line of the first mistake
 */
export async function readRecipe(given: string): Promise<ReadRecipe> {
  const { file, value } = await readRubric('recipe', recipeFile, { path: given }, '');
  const { exports = [], slice = {} } = value;
  const place = (named: string) => path.resolve(path.dirname(file), named);
  const { graders, judge } = value;
  const files = { ...(graders ? { graders: graders.map(place) } : {}), ...(judge === undefined ? {} : { judge: place(judge) }) };
  return { recipe: recipe.strip().parse({ ...value, ...files, slice }), exports, file };
}
