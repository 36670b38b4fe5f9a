import type { Rule } from '../context';
import { caseRules } from './cases';
import { eachRule } from './each-rule';
import { fileRules, nameChecks } from './file';
import { jsonChecks, schemaFileRules } from './json';
import { lastNumberRule } from './last-number';
import { outcomeRules } from './outcomes';
import { pairRules } from './pairs';
import { patternChecks } from './pattern';
import { phraseChecks } from './phrases';
import { sliceRules } from './slice-use';
import { storeRules } from './store';
import { toolCallChecks } from './tool-call';
import { valueChecks } from './values';
import { weightChecks, weightRules } from './weight';

/** GRD: `*.grader.yaml`. */
export const graderRules: readonly Rule[] = [
  fileRules,
  weightRules,
  eachRule([nameChecks, weightChecks, phraseChecks, valueChecks, jsonChecks, patternChecks, toolCallChecks]),
  schemaFileRules,
  pairRules,
  sliceRules,
  caseRules,
  storeRules,
  outcomeRules,
  lastNumberRule,
];
