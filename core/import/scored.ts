import { eachRow } from './assemble';
import { hasBase } from './base';
import type { Dialect } from './draft';
import { isFields } from './fields';
import { readJudgedRow } from './judged';
import { scoreField } from './verdicts';

/** A conversation with a number beside it: `score`, `reward` or `rating`. */
export const scored: Dialect = {
  id: 'scored',
  title: 'Scored rows',
  whole_file: false,
  detect: (value) => isFields(value) && scoreField(value) !== undefined && hasBase(value),
  read: eachRow((row, options, sink) => readJudgedRow('scored', row, options, sink)),
};
