import type { Method } from '../../../core/dataset/recipe';
import type { RecipeInput } from '../../../core/dataset/recipe';
import type { Slice } from '../../../core/slice/schema';

/** What the build wizard has gathered so far. */
export interface BuildState {
  readonly method: Method;
  readonly slice: Slice;
  readonly sample?: number | undefined;
  readonly holdout_percent: number;
  readonly name: string;
  /** What the last step decided. */
  readonly end?: 'build' | 'build_and_save' | 'save';
}

/** The palette proposes a fifth as holdout; files and the command line do not (LOOP §9). */
export const proposedHoldout = 20;

export function recipeOf(state: BuildState): RecipeInput {
  return { ...previewOf(state), name: state.name };
}

/** A recipe without a name, for live counts. */
export function previewOf({ method, slice, sample, holdout_percent }: BuildState): Omit<RecipeInput, 'name'> {
  return { method, slice, holdout_percent, ...(sample === undefined ? {} : { sample }) };
}

/** A name when none was given: what the slice is about and the method. */
export function proposeName({ slice, method }: Pick<BuildState, 'slice' | 'method'>): string {
  const first = (value: string | readonly string[] | undefined) => (typeof value === 'string' ? value : value?.[0]);
  const about = first(slice.label) ?? first(slice.source) ?? 'conversations';
  return `${about.slice(0, 100)} ${method}`;
}

/** A file name of a dataset's name: letters and digits of any script, joined by `-`. */
export function slug(name: string): string {
  const words =
    name
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join('-').slice(0, 80) || 'dataset';
}
