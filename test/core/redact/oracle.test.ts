import assert from 'node:assert/strict';
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { describe, it } from 'mocha';
import { Redactor } from '../../../core/redact/redact';
import { casesOf, fixtureKinds } from './corpus';

/** What the oracle calls a secret and we on purpose do not, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  AWSAccountID: 'an account id names an account, it opens nothing',
};

async function flagged(text: string): Promise<string[]> {
  const { messages } = await lintSource({
    source: { filePath: 'case.txt', content: text, contentType: 'text', ext: '.txt' },
    options: { config: { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] }, maskSecrets: false },
  });
  // `postgres://[redacted:url_credentials]@host` still looks like user and password to it.
  const real = messages.filter(
    ({ range, messageId }) => !Object.hasOwn(exceptions, messageId) && !text.slice(...range).includes('[redacted:'),
  );
  return real.map(({ messageId }) => messageId);
}

describe('redaction beside secretlint', () => {
  const redactor = new Redactor();

  for (const kind of fixtureKinds) {
    it(`leaves it nothing to find: ${kind}`, async () => {
      for (const { text, line } of casesOf(kind, 'positive')) {
        const [masked = ''] = redactor.redactTexts([text], {}).value;
        assert.deepEqual(await flagged(masked), [], `line ${line}`);
      }
    });
  }

  it('meets an oracle that does find the secrets as they were', async () => {
    const found = await Promise.all(casesOf('api_key', 'positive').map(({ text }) => flagged(text)));
    const count = found.filter((ids) => ids.length > 0).length;
    assert.ok(count >= 15, `${count} lines flagged`);
  });
});
