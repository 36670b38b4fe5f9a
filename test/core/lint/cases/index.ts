import type { Case } from './case';
import { bodyCases, expertCases } from './expert';
import { frontCases } from './front';
import { contextCases, patternCases, ruleCases, valueCases } from './grader';
import { judgeKeyCases, judgeWordCases } from './judge';
import { recipeCases } from './recipe';
import { skillKeyCases } from './skill';
import { storeCases } from './store';

/** Every case of every family. */
export const cases: readonly Case[] = [
  ...frontCases,
  ...skillKeyCases,
  ...expertCases,
  ...bodyCases,
  ...ruleCases,
  ...valueCases,
  ...patternCases,
  ...contextCases,
  ...judgeKeyCases,
  ...judgeWordCases,
  ...recipeCases,
  ...storeCases,
];
