import { eachRow } from './assemble';
import { messagesField, promptField } from './base';
import type { Dialect } from './draft';
import { isFields } from './fields';
import { readJudgedRow } from './judged';
import { referenceField } from './verdicts';

/** A question with the answer it should get: `reference`, `gold`, `ground_truth` or `expected`. No completion needed. */
export const reference: Dialect = {
  id: 'reference',
  title: 'Reference rows (a prompt and its gold answer)',
  whole_file: false,
  detect: (value) =>
    isFields(value) &&
    referenceField(value) !== undefined &&
    (promptField(value) !== undefined || messagesField(value) !== undefined),
  read: eachRow((row, options, sink) => readJudgedRow('reference', row, options, sink)),
};
