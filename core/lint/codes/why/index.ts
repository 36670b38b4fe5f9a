import type { LintCode } from '..';
import { whyFront } from './front';
import { whyGrader } from './grader';
import { whyJudge } from './judge';
import { whyRecipe } from './recipe';
import { whyExpert, whySkillBody, whySkillKeys } from './skill';

/** What is behind each code, for its page in `docs/rules` and for whoever reads SARIF. */
export const why: Readonly<Record<LintCode, string>> = {
  ...whyFront,
  ...whySkillKeys,
  ...whyExpert,
  ...whySkillBody,
  ...whyGrader,
  ...whyJudge,
  ...whyRecipe,
};
