import type { Rule } from '../context';
import { bodyRules } from './body';
import { descriptionRules } from './description';
import { expertRules } from './expert';
import { fieldRules } from './fields';
import { invocationRules } from './invocation';
import { linkRules } from './links';
import { nameRules } from './name';
import { storeRules } from './store';
import { toolRules } from './tools';
import { unknownKeys } from './unknown';

/** SKL: SKILL.md. */
export const skillRules: readonly Rule[] = [
  nameRules,
  descriptionRules,
  fieldRules,
  toolRules,
  invocationRules,
  unknownKeys,
  expertRules,
  bodyRules,
  linkRules,
  storeRules,
];
