import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';

const core = join(import.meta.dirname, '../../../core');

describe('the Redacted brand', () => {
  it('is given in one place of core', () => {
    const files = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const givers = files.filter((name) => /\bas (?:unknown as )?Redacted\b/.test(readFileSync(join(core, name), 'utf8')));
    assert.deepEqual(
      givers.map((name) => name.replaceAll('\\', '/')),
      ['redact/redact.ts'],
    );
  });
});
