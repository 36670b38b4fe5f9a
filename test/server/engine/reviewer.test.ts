import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { reviewerOf } from '../../../server/cli/store';
import { isProblem } from '../../support/problem';
import { chat, importRows, makeWorkspace } from './workspace';

describe('who reviews', () => {
  let folder: string;
  const variables = ['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_NOSYSTEM', 'GIT_CONFIG_COUNT', 'PATH'] as const;
  const before = new Map(variables.map((name) => [name, process.env[name]]));
  const home = process.cwd();

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'loop-who-'));
    process.env['GIT_CONFIG_GLOBAL'] = path.join(folder, 'global');
    process.env['GIT_CONFIG_NOSYSTEM'] = '1';
    process.chdir(folder);
  });
  afterEach(() => {
    process.chdir(home);
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  const system = userInfo().username;
  const long = 'a'.repeat(130);
  for (const [what, config, expected] of [
    ['an address', '[user]\n\temail = ana@example.org\n', 'ana@example.org'],
    ['spaces around it', '[user]\n\temail = "  ana@example.org "\n', 'ana@example.org'],
    ['two addresses', '[user]\n\temail = old@example.org\n\temail = new@example.org\n', 'new@example.org'],
    ['a name instead', '[user]\n\temail = Ana María\n', 'Ana María'],
    ['decomposed letters', '[user]\n\temail = "Ana Mari\u0301a"\n', 'Ana María'],
    ['no file', undefined, system],
    ['an empty file', '', system],
    ['an empty address', '[user]\n\temail =\n', system],
    ['an address of blanks', '[user]\n\temail = "   "\n', system],
    ['a key without a value', '[user]\n\temail\n', system],
    ['a line break in it', '[user]\n\temail = "ana\\nroot"\n', system],
    ['a tab in it', '[user]\n\temail = "ana\\troot"\n', system],
    ['one that is far too long', `[user]\n\temail = ${long}\n`, system],
    ['a file that is no configuration', '[user\nemail', system],
    ['an include of a file that is not there', '[include]\n\tpath = nowhere\n[user]\n\tname = Ana\n', system],
    ['only a name', '[user]\n\tname = Ana\n', system],
  ] as const) {
    it(`is told by git's settings with ${what}`, () => {
      if (config !== undefined) writeFileSync(path.join(folder, 'global'), config);
      assert.equal(reviewerOf(undefined), expected);
    });
  }

  it('is told by the repository before the user’s own settings', () => {
    writeFileSync(path.join(folder, 'global'), '[user]\n\temail = home@example.org\n');
    execFileSync('git', ['init', '-q', '.']);
    execFileSync('git', ['config', 'user.email', 'work@example.org']);
    assert.equal(reviewerOf(undefined), 'work@example.org');
  });

  it('is the user of this computer without git', () => {
    process.env['PATH'] = folder;
    assert.equal(reviewerOf(undefined), system);
  });

  it('is whoever is named, before everything else', () => {
    writeFileSync(path.join(folder, 'global'), '[user]\n\temail = ana@example.org\n');
    assert.equal(reviewerOf(' Ben '), 'Ben');
    for (const name of ['', '  ', 'a\nb', long]) assert.throws(() => reviewerOf(name), isProblem('usage'), name.slice(0, 9));
  });

  it('is never a secret', async () => {
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    const ws = await makeWorkspace({ reviewer: `https://ana:${token}@git.example.org` });
    try {
      const [trace = ''] = await importRows(ws, [chat('r1', 'Who?', 'You.')]);
      await ws.call('feedback.up', { trace });
      await ws.call('feedback.note', { trace, text: 'Well.' }, { reviewer: token });
      await ws.call('feedback.note', { trace, text: 'Fine.' }, { reviewer: 'ana@example.org' });
      const { signals } = await ws.call('trace.show', { trace });
      assert.ok(!JSON.stringify(signals).includes('a1B2c3D4e5F6'));
      assert.match(signals[0]?.reviewer ?? '', /\[redacted:/);
      assert.equal(signals[2]?.reviewer, 'ana@example.org');
    } finally {
      await ws.dispose();
    }
  });
});

describe('renaming a label', () => {
  it('onto another one is a merge, and has to be said', async () => {
    const ws = await makeWorkspace();
    try {
      const [a = '', b = ''] = await importRows(ws, [chat('r1', 'One?', 'Yes.'), chat('r2', 'Two?', 'Yes.')]);
      await ws.call('label.add', { traces: [a], labels: ['refund'] });
      await ws.call('label.add', { traces: [b], labels: ['refunds'] });
      await assert.rejects(ws.call('label.change', { label: 'refund', to: 'Refunds ' }), isProblem('label_taken'));
      await assert.rejects(
        ws.call('label.change', { label: 'refund', to: 'nowhere', merge: true }),
        isProblem('label_not_found'),
      );
      assert.equal((await ws.call('label.list', {})).length, 2);
      assert.equal((await ws.call('label.change', { label: 'refund', to: 'refund' })).merged, false);
      // As after a take-over: who was not answered asks again.
      const act_id = '01JZZZZZZZZZZZZZZZZZZZZZZZ';
      const renamed = await ws.call('label.change', { label: 'refund', to: 'repayment' }, { act_id });
      assert.deepEqual(await ws.call('label.change', { label: 'refund', to: 'repayment' }, { act_id }), renamed);
      await ws.call('label.change', { label: 'repayment', to: 'refund' });
      assert.equal((await ws.call('label.change', { label: 'refund', to: 'money' })).merged, false);
      assert.equal((await ws.call('label.change', { label: 'money', to: 'refunds', merge: true })).merged, true);
      assert.deepEqual(await ws.call('label.list', {}), [{ label: 'refunds', count: 2 }]);
    } finally {
      await ws.dispose();
    }
  });
});
