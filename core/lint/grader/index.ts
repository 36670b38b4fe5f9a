import type { Rule } from '../context';
import { caseRules } from './cases';
import { fileRules } from './file';
import { jsonRules } from './json';
import { outcomeRules } from './outcomes';
import { pairRules } from './pairs';
import { patternRules } from './pattern';
import { phraseRules } from './phrases';
import { sliceRules } from './slice-use';
import { storeRules } from './store';
import { toolCallRules } from './tool-call';
import { valueRules } from './values';
import { weightRules } from './weight';

/** GRD: `*.grader.yaml`. */
export const graderRules: readonly Rule[] = [
  fileRules,
  weightRules,
  phraseRules,
  valueRules,
  jsonRules,
  patternRules,
  toolCallRules,
  pairRules,
  sliceRules,
  caseRules,
  storeRules,
  outcomeRules,
];
