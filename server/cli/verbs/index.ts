import type { RegisterVerb } from '../program';
import { registerCompare } from './compare';
import { registerCurate } from './curate';
import { registerDatasets } from './datasets';
import { registerExports } from './exports';
import { registerFeedback } from './feedback';
import { registerGrade } from './grade';
import { registerIntake } from './intake';
import { registerJudge } from './judge';
import { registerLint } from './lint';
import { registerRead } from './read';
import { registerShare } from './share';
import { registerStore } from './store';

/** The verbs of the command line, in the order the help lists them. */
export const verbs: readonly RegisterVerb[] = [
  registerIntake,
  registerRead,
  registerFeedback,
  registerCurate,
  registerGrade,
  registerJudge,
  registerDatasets,
  registerCompare,
  registerExports,
  registerStore,
  registerShare,
  registerLint,
];
