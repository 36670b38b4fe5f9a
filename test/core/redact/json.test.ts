import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Trace } from '../../../core/trace/model';
import { Redactor } from '../../../core/redact/redact';

const redactor = new Redactor();

/** Tool-call arguments are JSON by contract. */
function args(text: string): string {
  const trace: Trace = {
    id: 'x',
    source: 's',
    origin: { kind: 'imported' },
    captured_at: '',
    recorded_at: '',
    messages: [{ role: 'assistant', content: '', tool_calls: [{ id: 'c', name: 'n', arguments: text }] }],
    answer_turn: 0,
    labels: [],
    attributes: {},
    meta: {},
    flags: {},
  };
  return redactor.redactTrace(trace).value.messages[0]?.tool_calls?.[0]?.arguments ?? '';
}

/** What goes in, and what comes out. */
const cases: readonly (readonly [title: string, text: string, expected: string])[] = [
  ['a number becomes a string', '{"card":4111111111111111}', '{"card":"[redacted:card]"}'],
  ['a lone number', ' 4111111111111111\n', ' "[redacted:card]"\n'],
  ['a lone string', '"a@example.com"', '"[redacted:email]"'],
  ['numbers keep their spelling', '[1.0,1E5,-0,12345678901234567890,0.1000]', '[1.0,1E5,-0,12345678901234567890,0.1000]'],
  ['a card beyond 2^53', '{"n":4000000000000000006}', '{"n":"[redacted:card]"}'],
  ['blanks and order stay', '{ "b" : 1 ,\n\t"a":"a@example.com" }', '{ "b" : 1 ,\n\t"a":"[redacted:email]" }'],
  ['a name written twice hides nothing', '{"a":"a@example.com","a":1}', '{"a":"[redacted:email]","a":1}'],
  ['double names stay', '{"a":1,"a":"a@example.com"}', '{"a":1,"a":"[redacted:email]"}'],
  [
    'escapes beside a mask stay',
    '{"a":"\\u00e9\\/\\n\\"a@example.com\\"\\ud83d"}',
    '{"a":"\\u00e9\\/\\n\\"[redacted:email]\\"\\ud83d"}',
  ],
  ['escapes hide nothing', '{"a":"a\\u0040example\\u002ecom"}', '{"a":"[redacted:email]"}'],
  ['names of fields are searched', '{"a@example.com":{"b@example.com":[]}}', '{"[redacted:email]":{"[redacted:email#2]":[]}}'],
  [
    'a field says what its value is',
    '{"db_password":"Tr0ub4dor","pin":"Tr0ub4dor"}',
    '{"db_password":"[redacted:password]","pin":"Tr0ub4dor"}',
  ],
  ['a password goes as a whole', '{"password":"a1;b2,c3&d=4\\"e"}', '{"password":"[redacted:password]"}'],
  ['a list stands under its name', '{"phones":["x"],"phone":["4155552671"]}', '{"phones":["x"],"phone":["[redacted:phone]"]}'],
  ['after a list its name is over', '{"o":{"phone":[1]},"n":"4155552671"}', '{"o":{"phone":[1]},"n":"4155552671"}'],
  ['JSON in a string', '{"body":"{\\"card\\":4111111111111111}"}', '{"body":"{\\"card\\":\\"[redacted:card]\\"}"}'],
  [
    'JSON in JSON in a string',
    '{"a":"{\\"b\\":\\"[4111111111111111]\\"}"}',
    '{"a":"{\\"b\\":\\"[\\\\\\"[redacted:card]\\\\\\"]\\"}"}',
  ],
  [
    'a key with line breaks',
    '{"k":"-----BEGIN PRIVATE KEY-----\\nMIIEvQ\\n-----END PRIVATE KEY-----\\n"}',
    '{"k":"[redacted:private_key]\\n"}',
  ],
  ['not JSON is plain text', '{"a":"a@example.com",', '{"a":"[redacted:email]",'],
  ['nothing at all', '', ''],
  ['an empty object', '{}', '{}'],
  [
    'no secret',
    '{"id":"9fceb02d0ae598e95dc970b74767f19372d61af8","n":1780000000000}',
    '{"id":"9fceb02d0ae598e95dc970b74767f19372d61af8","n":1780000000000}',
  ],
];

describe('redaction inside JSON', () => {
  for (const [title, text, expected] of cases) {
    it(title, () => {
      assert.equal(args(text), expected);
      assert.equal(args(expected), expected);
    });
  }

  it('does not quote a number that is the whole of a message', () => {
    assert.equal(redactor.redactTexts(['4111111111111111'], {}).value[0], '[redacted:card]');
  });

  it('takes any depth', () => {
    const deep = `${'['.repeat(50_000)}"a@example.com"${']'.repeat(50_000)}`;
    assert.equal(args(deep), deep.replace('a@example.com', '[redacted:email]'));
  });
});
