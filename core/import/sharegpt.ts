import { eachRow } from './assemble';
import { messagesField } from './base';
import type { Dialect } from './draft';
import { isFields, listOf, own } from './fields';
import { unwrapJson } from './json';
import { readJudgedRow } from './judged';

/** `{conversations: [{from, value}], system?, tools?}`. */
export const sharegpt: Dialect = {
  id: 'sharegpt',
  title: 'ShareGPT conversations',
  whole_file: false,
  detect: (value) => {
    const name = isFields(value) ? messagesField(value) : undefined;
    if (name === undefined || !isFields(value)) return false;
    const list = listOf(unwrapJson(own(value, name))) ?? [];
    return list.some((item) => isFields(item) && typeof own(item, 'from') === 'string');
  },
  read: eachRow((row, options, sink) => readJudgedRow('sharegpt', row, options, sink)),
};
