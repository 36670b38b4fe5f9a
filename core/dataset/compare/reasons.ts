/** Why a row differs between two builds, in the order shown. */
export const changeReasons = [
  /** A verdict, correction, gold or pick was given. */
  'new_verdict',
  /** An act was taken back, or restored. */
  'retracted',
  /** A grade, a judge's verdict or a person's score was given. */
  'new_score',
  /** Another answer to the question came in. */
  'new_candidate',
  /** The conversation was recorded after the earlier build, or went on since. */
  'new_trace',
  /** It was marked as unfit for training. */
  'tainted',
  /** Labels or attributes of the trace changed. */
  'relabelled',
  'method_changed',
  'slice_changed',
  /** The sample's size, seed or kind changed. */
  'sample_changed',
  /** The recipe draws a sample, and other traces than before were drawn. */
  'sample_moved',
  'threshold_changed',
  /** Another setting of the recipe that decides rows. */
  'recipe_changed',
  'holdout_changed',
  /** The same holdout percentage fell on other tasks. */
  'holdout_moved',
  /** Another conversation says the same, and came to stand before or after this one. */
  'duplicate_moved',
  'other',
] as const;
export type ChangeReason = (typeof changeReasons)[number];

export const changeKinds = ['in', 'out', 'changed'] as const;
export type ChangeKind = (typeof changeKinds)[number];
