import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { MaskPreview } from '../../../core/redact/preview';
import { Redactor } from '../../../core/redact/redact';
import type { Trace } from '../../../core/trace/model';
import { joined } from './corpus';

function said(content: string, line = 1): Trace {
  return {
    id: 'x',
    source: 's',
    origin: { kind: 'imported', file: 'a.jsonl', line },
    captured_at: '',
    recorded_at: '',
    messages: [{ role: 'user', content }],
    answer_turn: -1,
    labels: [],
    attributes: {},
    meta: {},
    flags: {},
  };
}

const secret = joined('gh·p_Zx81kQm27LpTr93VwYb40NcHs56JdFg12AeU');

describe('the preview of masks', () => {
  it('shows a mask in its surroundings, and of the value no more than two characters and its length', () => {
    const preview = new MaskPreview(new Redactor());
    preview.add(said(`please clone with ${secret} and\ntell a@example.com`, 7));
    assert.deepEqual(preview.counts, { api_key: 1, email: 1 });
    assert.deepEqual(preview.examples[0], {
      kind: 'api_key',
      marker: '[redacted:api_key]',
      hint: { starts_with: 'gh', length: 40 },
      place: { field: 'content', turn: 0 },
      before: 'please clone with ',
      after: ' and tell [redacted:email]',
      line: 7,
    });
  });

  it('holds no secret at all, of any kind', () => {
    const preview = new MaskPreview(new Redactor(), { per_kind: 9, around: 500 });
    const secrets = [secret, 'Tr0ub4dor', 'ada.moss@example.com', '4111 1111 1111 1111', '536-22-8726', 'till:pw-9x'];
    preview.add(said(`${secret} password=Tr0ub4dor ada.moss@example.com 4111 1111 1111 1111 ssn 536-22-8726 x://till:pw-9x@h/`));
    const shown = JSON.stringify(preview.examples);
    assert.equal(preview.examples.length, secrets.length);
    for (const value of secrets) assert.equal(shown.includes(value), false, value);
    const hints = new Map(preview.examples.map(({ kind, hint }) => [kind, hint.starts_with]));
    for (const kind of ['password', 'ssn', 'url_credentials']) assert.equal(hints.get(kind), '');
  });

  it('counts everything and keeps few examples', () => {
    const preview = new MaskPreview(new Redactor(), { per_kind: 2, around: 4 });
    for (let line = 1; line <= 50; line++) preview.add(said(`🙂🙂 write to person${line}@example.com 🙂🙂🙂`, line));
    assert.deepEqual(preview.counts, { email: 50 });
    assert.deepEqual(
      preview.examples.map(({ line, before, after }) => ({ line, before, after })),
      [1, 2].map((line) => ({ line, before: ' to ', after: ' 🙂' })),
    );
  });

  it('leaves markers of an earlier redaction out', () => {
    const preview = new MaskPreview(new Redactor());
    preview.add(said('[redacted:email] and [redacted:card#2] and b@example.com'));
    assert.deepEqual(
      preview.examples.map(({ marker }) => marker),
      ['[redacted:email#2]'],
    );
    assert.deepEqual(preview.counts, { email: 1 });
  });
});
