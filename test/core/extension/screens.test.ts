import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { states } from '../../support/webview-page/states';

describe('the pictures of the screens', () => {
  const shown = [...readFileSync('docs/screens.md', 'utf8').matchAll(/\]\(screenshots\/([^)]+)\.png\)/g)].map(([, name]) => name);
  const stored = readdirSync('docs/screenshots', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.png'))
    .map((file) => file.slice(0, -'.png'.length).replaceAll('\\', '/'));

  it('are in the docs for every state of a page', () => {
    const names = Object.keys(states).map((name) => `states/${name}`);
    assert.deepEqual(
      names.filter((name) => !shown.includes(name)),
      [],
      'take it and put it into docs/screens.md',
    );
    assert.deepEqual(stored.filter((name) => name.startsWith('states/')).sort(), names.sort());
  });

  it('are each shown once, and none is named that is not there', () => {
    assert.deepEqual([...shown].sort(), [...stored].sort());
  });

  it('are small', () => {
    for (const name of stored) {
      const { length } = readFileSync(join('docs', 'screenshots', `${name}.png`));
      assert.ok(length < 250_000, `${name}: ${String(length)} bytes`);
    }
  });
});
