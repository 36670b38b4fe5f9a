import { eachRow } from './assemble';
import { hasBase } from './base';
import type { Dialect } from './draft';
import { isFields } from './fields';
import { readJudgedRow } from './judged';

/**
 * `{prompt, completion | response | output}` as texts or messages, and `{instruction, input, output, system?, history?}`.
 * Separators of old fine-tuning files (`\n\n###\n\n`) are part of the text.
 */
export const promptCompletion: Dialect = {
  id: 'prompt-completion',
  title: 'Prompt and completion',
  whole_file: false,
  detect: (value) => isFields(value) && hasBase(value),
  read: eachRow((row, options, sink) => readJudgedRow('prompt-completion', row, options, sink)),
};
