import type { Rule } from '../context';
import { fileRules } from './file';
import { limitRules } from './limits';
import { previewRules } from './preview';
import { referenceRules } from './references';
import { storeRules } from './store';

/** DST: `*.dataset.yaml`. */
export const recipeRules: readonly Rule[] = [fileRules, limitRules, referenceRules, storeRules, previewRules];
