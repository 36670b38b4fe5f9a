import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'mocha';
import { derivedUlid, traceId, traceKey } from '../../../core/trace/identity';

const hasher = { sha256: (text: string) => createHash('sha256').update(text).digest('hex') };

describe('identity of a trace', () => {
  it('takes the strongest of what there is', () => {
    const content = 'h';
    assert.equal(traceKey({ request_id: 'r', unique_id: 'u', generic_id: '1', content }), 'request:r');
    assert.equal(traceKey({ unique_id: 'u', generic_id: '1', content }), 'unique:u');
    assert.equal(traceKey({ generic_id: '1', content }), 'generic:1:h');
    assert.equal(traceKey({ content }), 'content:h');
  });

  it('is base32 of SHA-256 over source and key', () => {
    const id = traceId(hasher, 'support', 'request:r');
    const bits = createHash('sha256').update('support\nrequest:r').digest();
    const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
    let binary = '';
    for (const byte of bits) binary += byte.toString(2).padStart(8, '0');
    const expected = Array.from({ length: 26 }, (_, i) => alphabet.charAt(parseInt(binary.slice(i * 5, i * 5 + 5), 2))).join('');
    assert.equal(id, expected);
    assert.notEqual(id, traceId(hasher, 'other', 'request:r'));
  });

  it('derives ids of acts that every copy agrees on', () => {
    const ulid = derivedUlid(hasher, 'text', Date.UTC(2026, 0, 1));
    assert.match(ulid, /^[0-9A-HJKMNP-TV-Z]{26}$/);
    assert.equal(ulid, derivedUlid(hasher, 'text', Date.UTC(2026, 0, 1)));
    assert.notEqual(ulid, derivedUlid(hasher, 'other', Date.UTC(2026, 0, 1)));
    assert.ok(derivedUlid(hasher, 'a', Date.UTC(2026, 0, 1)) < derivedUlid(hasher, 'b', Date.UTC(2027, 0, 1)));
  });
});
