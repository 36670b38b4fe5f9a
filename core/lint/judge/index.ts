import type { Rule } from '../context';
import { fileRules } from './file';
import { instructionRules } from './instructions';
import { scaleRules } from './scale';
import { selectionRules } from './selection';
import { storeRules } from './store';
import { wordingRules } from './wording';

/** JDG: `*.judge.md`. */
export const judgeRules: readonly Rule[] = [fileRules, scaleRules, selectionRules, instructionRules, wordingRules, storeRules];
