import type { recipeCodes } from '../recipe';

/** Why recipes are checked. */
export const whyRecipe: Readonly<Record<keyof typeof recipeCodes, string>> = {
  DST001: 'A recipe needs to say how it is read, what the dataset is called, and what the rows are for.',
  DST002: 'A key that is not known is ignored, and what it was meant to do is not done.',
  DST003: 'GRPO trains on questions with a reward. Without rules, a rubric or gold answers there is none.',
  DST004: 'Scores are between 0 and 1, and each method looks at one threshold only.',
  DST005:
    'The holdout is what the trained model is measured on. Without one nobody can tell whether training helped; with all of it nothing is trained.',
  DST006: 'A sample is a number of conversations.',
  DST007: 'No conversation is in the slice, so the dataset would be empty.',
  DST008: 'The reward is made of this file, so it must be there and in order when the dataset is built.',
  DST009:
    'Two exports to one folder overwrite each other. Outside the workspace others do not find it, and trainers read `[ ] * ?` as a pattern.',
  DST010:
    'This is what the report of a build would say now. Warnings advise and refuse nothing; related information says what is left out, and why.',
  DST011: 'Verdicts came or went since the dataset was built. Building again makes a new version beside the old one.',
  DST012:
    'The holdout measures what was learned. A model trained on both datasets has seen the answers, and scores better than it is.',
  DST013: 'The value is not of the form this key takes; the file cannot be used until it is.',
};
