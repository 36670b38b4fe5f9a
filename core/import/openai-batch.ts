import { eachRow } from './assemble';
import type { Dialect, Draft, Row, Sink } from './draft';
import { fieldsOf, firstText, has, isFields, own, type Fields } from './fields';
import { readAlone } from './openai-response';
import { kindOf } from './judged';
import { Refusal } from './refusals';

/**
 * A line of a batch's output file: `{custom_id, response: {status_code, request_id, body}}`, or Anthropic's
 * `{custom_id, result: {type, message}}`. The prompts are in the input file, so these are answers alone.
 */
export const openaiBatch: Dialect = {
  id: 'openai-batch',
  title: 'Batch results',
  whole_file: false,
  detect: (value) =>
    isFields(value) && has(value, 'custom_id') && ['response', 'result', 'body'].some((name) => has(value, name)),
  read: eachRow((row, _options, sink) => readLine(row, sink)),
};

function readLine(row: Row, sink: Sink): Draft | Refusal {
  if (!isFields(row.value)) return new Refusal('not_an_object', { kind: kindOf(row.value) });
  const response = fieldsOf(own(row.value, 'response'));
  const body = response ? own(response, 'body') : resultMessage(row.value);
  // Failed calls and lines of the input file: there is no answer to look at.
  if (!isFields(body)) return new Refusal('no_answer');
  const request_id = response ? firstText(response, ['request_id']) : undefined;
  const outer = { ...row.value, ...(request_id === undefined ? {} : { request_id }), error: undefined };
  return readAlone('openai-batch', { value: body, line: row.line }, sink, outer);
}

function resultMessage(row: Fields): unknown {
  const result = fieldsOf(own(row, 'result'));
  return result ? own(result, 'message') : undefined;
}
