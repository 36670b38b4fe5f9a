import stringify from 'fast-json-stable-stringify';
import { recipe, type Recipe } from '../recipe';
import type { ChangeReason } from './reasons';

/** A setting that two recipes do not share; undefined: not set. */
export interface SettingChange {
  readonly key: keyof Recipe;
  readonly from: Recipe[keyof Recipe];
  readonly to: Recipe[keyof Recipe];
}

/** What a changed setting does to rows; the name does nothing to them. */
const effects: Readonly<Record<Exclude<keyof Recipe, 'name'>, ChangeReason>> = {
  method: 'method_changed',
  slice: 'slice_changed',
  sample: 'sample_changed',
  seed: 'sample_changed',
  only_unscored: 'sample_changed',
  holdout_percent: 'holdout_changed',
  min_score: 'threshold_changed',
  min_margin: 'threshold_changed',
  label_threshold: 'threshold_changed',
  on_dispute: 'recipe_changed',
  include_tainted: 'recipe_changed',
  score_from: 'recipe_changed',
  graders: 'recipe_changed',
  judge: 'recipe_changed',
};

/** Both recipes as they were built: in canonical form. */
export function settingChanges(from: Recipe, to: Recipe): SettingChange[] {
  return (recipe.keyof().options as readonly (keyof Recipe)[]).flatMap((key) => {
    const same = stringify([from[key] ?? null]) === stringify([to[key] ?? null]);
    return same ? [] : [{ key, from: from[key], to: to[key] }];
  });
}

/** What the difference between two recipes does to rows. A seed without a sample does nothing. */
export function recipeEffects(from: Recipe, to: Recipe): ReadonlySet<ChangeReason> {
  const draws = from.sample !== undefined || to.sample !== undefined;
  const counts = ({ key }: SettingChange) => key !== 'seed' || draws;
  return new Set(
    settingChanges(from, to)
      .filter(counts)
      .flatMap(({ key }) => (key === 'name' ? [] : [effects[key]])),
  );
}
