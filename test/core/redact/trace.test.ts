import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { Redactor } from '../../../core/redact/redact';
import { trace } from '../../../core/trace/model';
import type { Trace } from '../../../core/trace/model';
import { joined } from './corpus';

const folder = join(import.meta.dirname, '../../fixtures/redact/traces');
const redactor = new Redactor();

function loaded(name: string): Trace {
  return trace.parse(JSON.parse(joined(readFileSync(join(folder, name, 'input.json'), 'utf8'))));
}

describe('redacting a trace', () => {
  for (const name of readdirSync(folder)) {
    it(name, () => {
      const { value, counts, numbering } = redactor.redactTrace(loaded(name));
      const actual = `${JSON.stringify({ counts, numbering, value }, null, 2)}\n`;
      const file = join(folder, name, 'expected.json');
      if (process.env['UPDATE_FIXTURES'] && (!existsSync(file) || readFileSync(file, 'utf8') !== actual))
        writeFileSync(file, actual);
      assert.equal(actual, readFileSync(file, 'utf8'));
    });
  }

  it('leaves the input as it was', () => {
    const input = loaded('support-agent');
    const copy = structuredClone(input);
    redactor.redactTrace(input);
    assert.deepEqual(input, copy);
  });

  it('is done after one time', () => {
    for (const name of readdirSync(folder)) {
      const once = redactor.redactTrace(loaded(name));
      const twice = redactor.redactTrace(once.value);
      assert.equal(twice.value, once.value);
      assert.deepEqual(twice.counts, {});
      assert.deepEqual(twice.numbering, once.numbering);
    }
  });

  it('returns a trace without secrets as the same object', () => {
    const clean: Trace = { ...loaded('already-redacted'), messages: [{ role: 'user', content: 'How do I export rows?' }] };
    assert.equal(redactor.redactTrace(clean).value, clean);
  });
});
