import type { Rule } from '../context';
import { fileRules } from './file';
import { limitRules } from './limits';
import { referenceRules } from './references';

/** DST: `*.dataset.yaml`. */
export const recipeRules: readonly Rule[] = [fileRules, limitRules, referenceRules];
