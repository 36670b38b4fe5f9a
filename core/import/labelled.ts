import { eachRow } from './assemble';
import { hasBase } from './base';
import type { Dialect } from './draft';
import { isFields } from './fields';
import { readJudgedRow } from './judged';
import { labelField } from './verdicts';

/** A conversation with a verdict beside it: `label` or `kto_tag`, as true, 1 or "good", or their opposites. */
export const labelled: Dialect = {
  id: 'labelled',
  title: 'Labelled rows (good or bad)',
  whole_file: false,
  detect: (value) => isFields(value) && labelField(value) !== undefined && hasBase(value),
  read: eachRow((row, options, sink) => readJudgedRow('labelled', row, options, sink)),
};
