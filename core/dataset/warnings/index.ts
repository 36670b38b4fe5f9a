import type { WarningCode } from '../report-schema';
import { identicalScores } from './identical-scores';
import { judgeNotMeasured } from './judge-not-measured';
import { keptTooLittle, keptTooMuch } from './kept';
import { leaksMarkers } from './leaks-markers';
import { lengthBias } from './length-bias';
import { mixedModels } from './mixed-models';
import { nearDuplicates } from './near-duplicates';
import { noHoldout } from './no-holdout';
import { onePrompt } from './one-prompt';
import { oneReviewer } from './one-reviewer';
import { oneSided } from './one-sided';
import { staleFeedback } from './stale-feedback';
import { tooFewRows } from './too-few-rows';
import { unchecked } from './unchecked';
import type { WarningRule } from './warning';

/** Every warning, in the order they are shown. A code without a rule does not compile. */
const rules: Readonly<Record<WarningCode, WarningRule>> = {
  too_few_rows: tooFewRows,
  no_holdout: noHoldout,
  one_sided: oneSided,
  identical_scores: identicalScores,
  one_reviewer: oneReviewer,
  unchecked,
  stale_feedback: staleFeedback,
  mixed_models: mixedModels,
  length_bias: lengthBias,
  near_duplicates: nearDuplicates,
  one_prompt: onePrompt,
  kept_too_much: keptTooMuch,
  kept_too_little: keptTooLittle,
  leaks_markers: leaksMarkers,
  judge_not_measured: judgeNotMeasured,
};

export const warningRules: readonly WarningRule[] = Object.values(rules);
