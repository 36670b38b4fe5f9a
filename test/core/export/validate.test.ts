import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Method } from '../../../core/dataset/recipe';
import { noteWords, refusalWords } from '../../../core/export/next-steps';
import { checkOpenaiRow } from '../../../core/export/validate/openai';
import { checkTrlRow } from '../../../core/export/validate/trl';
import { checkTrlFiles } from '../../../core/export/validate/trl-files';

const q = '{"role":"user","content":"Q?"}';
const a = '{"role":"assistant","content":"A."}';
const row = (prompt: string, completion: string, more = '') => `{"prompt":[${prompt}],"completion":[${completion}]${more}}`;

const trl: [fault: string, line: string, method?: Method][] = [
  ['byte_order_mark', `\ufeff${row(q, a)}`],
  ['raw_line_end', row(q.replace('Q?', 'a\u2028b'), a)],
  ['lone_surrogate', row(q.replace('Q?', String.raw`\ud83d`), a)],
  ['not_an_object', '[1]'],
  ['not_an_object', ''],
  ['repeated_key', row('{"role":"user","role":"user","content":"Q?"}', a)],
  ['bad_number', row(q, '{"role":"assistant","content":"","tool_calls":[{"function":{"name":"f","arguments":{"n":1e400}}}]}')],
  ['missing_column', `{"prompt":[${q}]}`],
  ['unknown_column', row(q, a, ',"labels":[1]')],
  ['late_system', row(`${q},{"role":"system","content":"S"},${q}`, a)],
  ['prompt_end', row(`${q},${a}`, a)],
  ['not_one_answer', row(q, `${a},${a}`)],
  ['not_one_answer', row(q, q)],
  ['no_messages', row('', a)],
  ['bad_role', row(`{"role":"developer","content":"D"},${q}`, a)],
  ['content_is_no_text', row('{"role":"user","content":[{"type":"text","text":"Q?"}]}', a)],
  ['null_in_message', row(q, '{"role":"assistant","content":"A.","tool_calls":null}')],
  ['empty_answer', row(q, '{"role":"assistant","content":" "}')],
  [
    'arguments_are_no_object',
    row(q, '{"role":"assistant","content":"","tool_calls":[{"function":{"name":"f","arguments":"{}"}}]}'),
  ],
  ['bad_tool_calls', row(q, '{"role":"assistant","content":"","tool_calls":[{"function":{"arguments":{}}}]}')],
  ['empty_tools', row(q, a, ',"tools":[]')],
  ['bad_tools', row(q, a, ',"tools":"null"')],
  ['bad_label', row(q, a, ',"label":1'), 'kto'],
  ['bad_reference', `{"prompt":[${q}],"reward_spec":"{}","reference":null,"prompt_id":"1"}`, 'grpo'],
  ['identical_pair', `{"prompt":[${q}],"chosen":[${a}],"rejected":[${a}]}`, 'dpo'],
];

const chat = (...messages: string[]) => `{"messages":[${messages.join()}]}`;
const callText = '{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]}';
const openai: [fault: string, line: string, method?: Method][] = [
  ['answer_not_last', chat(q)],
  ['unanswered_tool_call', chat(q, callText, q, a)],
  ['unexpected_tool_result', chat(q, '{"role":"tool","tool_call_id":"c","content":"x"}', a)],
  ['two_assistants_in_a_row', chat(q, a, a)],
  ['bad_role', chat('{"role":"function","content":"x"}', a)],
  ['no_content', chat('{"role":"user"}', a)],
  ['bad_content', chat(q, '{"role":"assistant","content":null}')],
  ['bad_weight', chat(q, '{"role":"assistant","content":"A.","weight":2}')],
  ['arguments_are_no_text', chat(q, callText.replace('"{}"', '{}'))],
  ['bad_tool_name', chat(q, callText.replace('"f"', '"f g"'))],
  ['no_call_id', chat(q, callText.replace('"id":"c",', ''))],
  ['empty_tools', `{"messages":[${q},${a}],"tools":[]}`],
  ['unknown_key', `{"messages":[${q},${a}],"meta":"x"}`],
  ['not_one_output', `{"input":{"messages":[${q}]},"preferred_output":[],"non_preferred_output":[${a}]}`, 'dpo'],
  ['prompt_end', `{"input":{"messages":[${q},${a}]},"preferred_output":[${a}],"non_preferred_output":[${a}]}`, 'dpo'],
];

describe('the row rules notice', () => {
  for (const [fault, line, method = 'sft'] of trl) {
    it(`TRL ${method}: ${fault}`, () => assert.ok(checkTrlRow(method, line).includes(fault), checkTrlRow(method, line).join()));
  }
  for (const [fault, line, method = 'sft'] of openai) {
    it(`OpenAI ${method}: ${fault}`, () =>
      assert.ok(checkOpenaiRow(method, line).includes(fault), checkOpenaiRow(method, line).join()));
  }

  it('nothing in good rows', () => {
    assert.deepEqual(checkTrlRow('sft', row(q, a)), []);
    assert.deepEqual(checkOpenaiRow('sft', chat(q, a)), []);
  });

  it('files a loader would fail on or change', () => {
    const dated = row(q, a.replace('A.', '2026-09-01'));
    const other = row(q, '{"role":"assistant","content":"A.","reasoning_content":"R"}');
    assert.deepEqual(checkTrlFiles('sft', [row(q, a)], []), []);
    assert.deepEqual(checkTrlFiles('sft', [dated, dated], []), ['dates:completion']);
    assert.deepEqual(checkTrlFiles('sft', [row(q, a)], [other]), ['late_shape:completion']);
    assert.deepEqual(checkTrlFiles('sft', [row(q, a), other], [dated]), []);
    assert.deepEqual(checkTrlFiles('sft', [row(q, a)], [row(q, a, ',"tools":"[]"')]), ['late_column:tools']);
    assert.deepEqual(checkTrlFiles('sft', [row(q, a, ',"tools":"[]"'), row(q, a, ',"tools":[1]')], []), ['mixed_column:tools']);
    assert.deepEqual(checkTrlFiles('sft', [row(q, a, ',"tools":[1]'), row(q, a, ',"tools":[2]')], []), ['tools_differ']);
    const good = row(q, a, ',"label":true');
    const rest = row(q.replace('Q', 'R'), a, ',"label":true');
    assert.deepEqual(checkTrlFiles('kto', [good, good, rest], []), ['same_prompt_adjacent']);
    assert.deepEqual(checkTrlFiles('kto', [good, rest, good], []), []);
  });
});

describe('codes of an export', () => {
  it('each have words', () => {
    for (const words of [...Object.values(noteWords), ...Object.values(refusalWords)]) assert.match(words, /^[a-z].*[^.]$/);
  });
});
