import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'mocha';
import { codes, isLintCode } from '../../../core/lint/codes';
import { root } from './fixtures';
import { listPage, pageOf } from './pages';

const folder = path.join(root, 'docs/rules');
const all = Object.keys(codes).filter(isLintCode);

describe('the pages about rules', () => {
  const wanted = new Map<string, string>();
  before(function () {
    this.timeout(60_000);
    for (const code of all) wanted.set(`${code}.md`, pageOf(code));
    wanted.set('README.md', listPage(all));
  });

  it('are there for every code, and say what the code says', () => {
    if (process.env['LOOP_UPDATE'] === '1') {
      mkdirSync(folder, { recursive: true });
      for (const [name, text] of wanted) writeFileSync(path.join(folder, name), text);
    }
    assert.deepEqual(existsSync(folder) ? readdirSync(folder).sort() : [], [...wanted.keys()].sort());
    for (const [name, text] of wanted) {
      assert.equal(
        readFileSync(path.join(folder, name), 'utf8'),
        text,
        `${name}: run with LOOP_UPDATE=1 to write the pages anew`,
      );
    }
  });

  it('show what is wrong and what is right, and how to switch the rule off', () => {
    for (const [name, text] of wanted) {
      if (name === 'README.md') continue;
      assert.match(text, /\n## Wrong\n[^]*\n```/, name);
      assert.match(text, /\n## Right\n|makes the difference/, name);
      assert.match(text, /## Switch it off/, name);
      assert.ok(text.length < 4000, `${name} has ${text.length} characters`);
    }
  });
});
