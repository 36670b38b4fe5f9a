import type { Rule } from '../context';
import { comments } from './comments';
import { encoding } from './encoding';
import { fences } from './fences';
import { fileName } from './file-name';
import { dashes, markers, strictYaml } from './portability';
import { duplicateKeys, notAMap, yamlMistakes } from './structure';
import { trailingBlanks } from './trailing';

/** FM: what lies beneath the keys. Runs for every kind of file, also where the rest cannot. */
export const frontRules: readonly Rule[] = [
  fences,
  encoding,
  fileName,
  yamlMistakes,
  notAMap,
  duplicateKeys,
  comments,
  dashes,
  markers,
  strictYaml,
  trailingBlanks,
];
