import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { numberingOf } from '../../../core/redact/marker';
import { Redactor } from '../../../core/redact/redact';
import type { RedactOptions } from '../../../core/redact/options';

const redactor = new Redactor();

function masked(text: string, options: RedactOptions = {}): string {
  return new Redactor(options).redactTexts([text], {}).value[0] ?? '';
}

describe('numbering', () => {
  it('gives equal values the same number, however they are spelled', () => {
    assert.equal(
      masked('a@example.com b@example.com A@Example.com 4111 1111 1111 1111 4111111111111111 +1 415 555 2671 +14155552671'),
      '[redacted:email] [redacted:email#2] [redacted:email] [redacted:card] [redacted:card] [redacted:phone] [redacted:phone]',
    );
  });

  it('goes on above the conversation in a later act', () => {
    const conversation = redactor.redactTexts(['a@example.com, b@example.com'], {});
    const act = redactor.redactTexts(['c@example.com and a@example.com', 'c@example.com'], numberingOf(conversation.value));
    assert.deepEqual([...act.value], ['[redacted:email#3] and [redacted:email#4]', '[redacted:email#3]']);
    assert.deepEqual(act.counts, { email: 3 });
    assert.deepEqual(act.numbering, { email: 4 });
  });

  it('is read from markers anywhere in a value, on top of what is known', () => {
    const value = { a: ['x [redacted:email#7]', { '[redacted:card#2]': null }], b: '[redacted:nothing#0] [redacted:ip]' };
    assert.deepEqual(numberingOf(value, { email: 3, jwt: 9 }), { email: 7, card: 2, ip: 1, jwt: 9 });
  });

  it('is what it was when nothing is found', () => {
    assert.deepEqual(redactor.redactTexts(['fine'], { email: 2 }).numbering, { email: 2 });
  });
});

describe('an act', () => {
  it('is redacted in all its strings and keeps its form', () => {
    const act = {
      kind: 'correction',
      text: 'Write to a@example.com.',
      reason: null,
      tool_calls: [{ name: 'send', arguments: '{"to":"a@example.com","n":4111111111111111}' }],
      turn: 3,
    };
    const { value, counts } = redactor.redactValue(act, {});
    assert.deepEqual(value, {
      kind: 'correction',
      text: 'Write to [redacted:email].',
      reason: null,
      tool_calls: [{ name: 'send', arguments: '{"to":"[redacted:email]","n":"[redacted:card]"}' }],
      turn: 3,
    });
    assert.deepEqual(counts, { email: 2, card: 1 });
  });
});

describe('an attribute', () => {
  it('is masked when its name says so', () => {
    const { value } = redactor.redactValue({ db_password: 'Winter-2026', season: 'Winter-2026' }, {});
    assert.deepEqual(value, { db_password: '[redacted:password]', season: 'Winter-2026' });
  });
});

describe('settings', () => {
  it('switch kinds off, without hiding other kinds in the same place', () => {
    assert.equal(masked('a@example.com +14155552671', { disabled: ['email'] }), 'a@example.com [redacted:phone]');
    assert.equal(masked('password=a1@example.com', { disabled: ['password'] }), 'password=[redacted:email]');
  });

  it('switch addresses of machines on', () => {
    assert.equal(masked('from 203.0.113.7'), 'from 203.0.113.7');
    assert.equal(masked('from 203.0.113.7', { enabled: ['ip'] }), 'from [redacted:ip]');
  });

  it('add patterns of their own kind', () => {
    const options = { patterns: [{ kind: 'customer', pattern: 'cust-\\d{4,}', ignore_case: true }] };
    assert.equal(masked('CUST-00417 and cust-00418', options), '[redacted:customer] and [redacted:customer#2]');
    assert.equal(masked('{"id":"cust-1234","n":1}', options), '{"id":"[redacted:customer]","n":1}');
  });

  it('find a pattern in a number and keep JSON valid', () => {
    assert.equal(
      masked('{"n": 77012, "m": 1}', { patterns: [{ kind: 'room', pattern: '770' }] }),
      '{"n": "[redacted:room]", "m": 1}',
    );
  });

  it('ignore a pattern that matches nothing at all', () => {
    assert.equal(masked('abcdef', { patterns: [{ kind: 'x', pattern: 'z*' }] }), 'abcdef');
  });

  it('refuse a pattern that cannot be run in linear time', () => {
    for (const pattern of ['(?=a)b', '(', '(a)\\1']) {
      assert.throws(() => new Redactor({ patterns: [{ kind: 'x', pattern }] }), {
        name: 'Problem',
        code: 'redact_pattern_invalid',
      });
    }
  });

  it('allow values and patterns of values', () => {
    const options = { allow: ['help@example.com'], allow_patterns: ['.*@till\\.example'] };
    assert.equal(
      masked('HELP@example.com ops@till.example ops@till.example.org', options),
      'HELP@example.com ops@till.example [redacted:email]',
    );
  });
});

describe('markers', () => {
  it('are never touched, whatever surrounds them', () => {
    for (const text of [
      'https://[redacted:url_credentials]@db.example.com/x',
      'password: [redacted:password]',
      '"password": "[redacted:password#2]"',
      'Authorization: Bearer [redacted:auth_header]',
      '{"password":"[redacted:password]","card":"[redacted:card]"}',
      '[redacted:phone] [redacted:own_kind#12][redacted:card]',
    ]) {
      assert.equal(masked(text), text);
    }
  });

  it('do not hide a secret beside them', () => {
    assert.equal(
      masked('[redacted:email]a@example.com'),
      '[redacted:email][redacted:email]'.replace(/\]$/, '#1]').replace('#1', ''),
    );
  });
});
