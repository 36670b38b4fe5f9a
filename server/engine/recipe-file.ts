import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { recipe, recipeFile, type RecipeFile, type RecipeInput } from '../../core/dataset/recipe';
import { Problem } from '../../core/lib/problem';
import { decodeDocument } from '../../core/lint/encoding';
import { linesOf } from '../../core/lint/lines';
import { contextOf, lint } from '../../core/lint/lint';
import { plainValue } from '../../core/lint/yaml/plain';
import { diskFiles, slashed } from '../lint/disk';

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
  const file = path.resolve(given);
  const document = decodeDocument(await bytesOf(file, given));
  const input = { kind: 'recipe', text: document.text, path: slashed(file), disk: document.disk, files: diskFiles() } as const;
  const mistake = lint(input).find((diagnosis) => diagnosis.severity === 'error');
  if (mistake) {
    const line = linesOf(document.text).position(mistake.span.start).line + 1;
    throw new Problem('recipe_invalid', { file: given, reason: mistake.message.replace(/\.$/, ''), line });
  }
  const parsed = recipeFile.safeParse(plainValue(contextOf(input).map));
  if (!parsed.success) throw new Problem('recipe_invalid', { file: given, reason: 'it is not in the form of a recipe', line: 1 });
  const { exports = [], slice = {} } = parsed.data;
  const place = (named: string) => path.resolve(path.dirname(file), named);
  const { graders, judge } = parsed.data;
  const files = { ...(graders ? { graders: graders.map(place) } : {}), ...(judge === undefined ? {} : { judge: place(judge) }) };
  return { recipe: recipe.strip().parse({ ...parsed.data, ...files, slice }), exports, file };
}

async function bytesOf(file: string, given: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    if (reason === 'ENOENT') throw new Problem('file_not_found', { path: given });
    throw new Problem('file_not_readable', { path: given, reason });
  }
}
