import { assemble, eachRow } from '../assemble';
import { readCalls, readTools } from '../calls';
import type { Dialect } from '../draft';
import { readFacts } from '../facts';
import { isFields, listOf, own, textOf } from '../fields';
import { unwrapJson } from '../json';
import { kindOf } from '../judged';
import { Refusal } from '../refusals';

/** A question, the tools offered and the calls that answer it, the last two as JSON text; results are not recorded. */
export const xlam: Dialect = {
  id: 'xlam',
  title: 'Function calling rows (query, tools, answers)',
  whole_file: false,
  detect: (value) =>
    isFields(value) &&
    textOf(own(value, 'query')) !== undefined &&
    ['tools', 'answers'].every((name) => listOf(unwrapJson(own(value, name))) !== undefined),
  read: eachRow((row, _options, sink) => {
    const { value, line } = row;
    if (!isFields(value)) return new Refusal('not_an_object', { kind: kindOf(value) });
    let made = 0;
    const { calls, odd } = readCalls(own(value, 'answers'), () => `call_${++made}`);
    for (let i = 0; i < odd; i++) sink.note('tool_call_not_understood');
    return assemble({
      dialect: 'xlam',
      shape: 'completion',
      line,
      messages: [
        { role: 'user', content: textOf(own(value, 'query')) ?? '' },
        { role: 'assistant', content: '', ...(calls.length > 0 ? { tool_calls: calls } : {}) },
      ],
      tools: readTools(own(value, 'tools')),
      facts: readFacts(value, new Set(['query', 'tools', 'answers']), sink.note.bind(sink)),
    });
  }),
};
