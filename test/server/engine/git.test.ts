import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { Engine } from '../../../core/protocol/engine';
import { deferred } from '../../../server/engine/deferred';
import { openEngine } from '../../../server/engine/open';
import { isProblem } from '../../support/problem';
import { everyByte, temporaryFolder, type TemporaryFolder } from '../../support/store';
import { chat } from './workspace';

/** A reviewer's clone of the shared repository, with an engine on its store. */
interface Clone {
  readonly name: string;
  readonly folder: string;
  readonly engine: Engine;
}

describe('feedback shared in git', function () {
  this.timeout(120_000);
  let root: TemporaryFolder;
  let clones: Clone[];
  let traces: string[];

  const git = (folder: string, ...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-C', folder, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const at = (n: number): Clone => clones[n] ?? assert.fail();
  const trace = (n: number): string => traces[n] ?? assert.fail();
  const bytes = ({ folder }: Clone) => everyByte(path.join(folder, '.loop'));

  /** Ten conversations that everyone has; only the first clone's own log is shared yet. */
  beforeEach(async () => {
    root = temporaryFolder();
    clones = [];
    git(root.path, 'init', '--quiet', '--bare', '--initial-branch=main', 'shared.git');
    const first = await clone('ana');
    traces = await importAll(first);
    await first.engine.call('store.share', { confirmed: true });
    commit(first);
    git(first.folder, 'push', '--quiet', 'origin', 'HEAD:main');
    await importAll(await clone('ben'));
  });
  afterEach(async () => {
    for (const { engine } of clones) await engine.close();
    root.remove();
  });

  async function clone(name: string): Promise<Clone> {
    const folder = path.join(root.path, name);
    git(root.path, 'clone', '--quiet', path.join(root.path, 'shared.git'), name);
    git(folder, 'checkout', '--quiet', '-B', 'main');
    const made = { name, folder, engine: await openEngine({ store: path.join(folder, '.loop'), reviewer: name }) };
    clones.push(made);
    return made;
  }

  async function importAll({ folder, engine }: Clone): Promise<string[]> {
    const file = path.join(folder, 'log.jsonl');
    const rows = Array.from({ length: 10 }, (_, n) => chat(`r${n}`, `Question ${n}?`, `Answer ${n}.`));
    fs.writeFileSync(file, `${rows.join('\n')}\n`);
    const { trace_ids } = await engine.call('import.run', { paths: [file], source: 'shop' });
    fs.rmSync(file);
    return trace_ids;
  }

  function commit({ folder, name }: Clone): void {
    git(folder, 'add', '--all');
    git(folder, 'commit', '--quiet', '--allow-empty', '--message', `By ${name}`);
  }

  function pull({ folder }: Clone): void {
    git(folder, 'pull', '--quiet', '--no-rebase', '--no-edit', 'origin', 'main');
    assert.equal(git(folder, 'diff', '--name-only', '--diff-filter=U').trim(), '', 'no conflict');
  }

  /** Everyone has what everyone said. */
  function exchange(): void {
    for (const each of clones) commit(each);
    for (const each of [...clones, ...clones.slice(0, -1)]) {
      pull(each);
      git(each.folder, 'push', '--quiet', 'origin', 'HEAD:main');
    }
  }

  /** Waits until the open engine has noticed by itself. */
  async function until(engine: Engine, holds: () => Promise<boolean>): Promise<void> {
    let changed = deferred<undefined>();
    const subscription = engine.onChange(() => changed.resolve(undefined));
    while (!(await holds())) {
      await changed.promise;
      changed = deferred();
    }
    subscription.dispose();
  }

  /** Scrubbing is told to nobody. */
  async function untilGone(each: Clone, ...words: string[]): Promise<void> {
    while (words.some((word) => bytes(each).includes(word))) await turn(20);
  }

  const stateOf = async ({ engine }: Clone, id: string) => (await engine.call('trace.show', { trace: id })).state;
  const reasonsOf = async ({ engine }: Clone, id: string) =>
    (await engine.call('trace.show', { trace: id })).signals.map(({ kind, reviewer }) => `${kind} ${reviewer}`).sort();

  it('is the log and nothing else, and only after a yes', async () => {
    const { folder, engine } = at(0);
    const files = git(folder, 'ls-files').trim().split('\n');
    assert.deepEqual(
      files.filter((file) => !/^\.loop\/log\/[a-z2-7]+-\d+\.g0\.jsonl$/.test(file)),
      ['.loop/.gitattributes', '.loop/.gitignore', '.loop/store.json'],
    );
    assert.equal(files.length, 4);
    const other = temporaryFolder();
    const alone = await openEngine({ store: path.join(other.path, '.loop'), reviewer: 'ana' });
    await assert.rejects(alone.call('store.share', {}), isProblem('share_confirmation_needed'));
    // Its own rules say what git may see; nobody else's keep it out.
    git(other.path, 'init', '--quiet');
    assert.equal((await alone.call('store.share', { confirmed: true })).kept_out, undefined);
    await alone.call('store.share', { shared: false });
    fs.rmSync(path.join(other.path, '.git'), { recursive: true });
    const would = await alone.call('store.share', { dry_run: true });
    assert.deepEqual([would.shared, would.in_git], [false, false]);
    assert.equal(fs.readFileSync(path.join(other.path, '.loop', '.gitignore'), 'utf8'), '*\n');
    await alone.close();
    other.remove();
    assert.equal((await engine.call('store.share', { shared: false })).shared, false);
    assert.equal(fs.readFileSync(path.join(folder, '.loop', '.gitignore'), 'utf8'), '*\n');
  });

  it('says which rule of somebody else keeps the store out', async () => {
    const { folder, engine } = await clone('eve');
    git(folder, 'rm', '--quiet', '-r', '--cached', '.loop');
    fs.writeFileSync(path.join(folder, '.gitignore'), '.loop/\n');
    const { kept_out } = await engine.call('store.share', { confirmed: true });
    assert.match(kept_out ?? '', /\.gitignore:1:\.loop\/$/);
  });

  it('appears after a pull by itself, with its disputes, and conflicts with nothing', async () => {
    const [ana, ben] = [at(0), at(1)];
    await ana.engine.call('feedback.up', { trace: trace(0) });
    await ben.engine.call('feedback.down', { trace: trace(0), reason: 'Wrong shop.' });
    await ben.engine.call('feedback.up', { trace: trace(1) });
    await ana.engine.call('feedback.down', { trace: trace(2), reason: 'No.' });
    exchange();
    for (const each of [ana, ben]) {
      await until(each.engine, async () => (await stateOf(each, trace(0))) === 'disputed');
      await until(each.engine, async () => (await stateOf(each, trace(1))) === 'reviewed');
      await until(each.engine, async () => (await stateOf(each, trace(2))) === 'reviewed');
      assert.deepEqual(await reasonsOf(each, trace(0)), ['down ben', 'up ana']);
    }
  });

  it('is kept when it is about conversations that are not here, and shown as such', async () => {
    const [ana, ben] = [at(0), at(1)];
    const file = path.join(ben.folder, 'own.jsonl');
    fs.writeFileSync(file, `${chat('own', 'Mine?', 'Yours.')}\n`);
    const { trace_ids } = await ben.engine.call('import.run', { paths: [file], source: 'own' });
    await ben.engine.call('feedback.up', { trace: trace_ids[0] ?? '' });
    exchange();
    await until(ana.engine, async () => (await ana.engine.call('store.stats', {})).elsewhere === 1);
    assert.equal((await ana.engine.call('store.stats', {})).traces, 10);
    await ana.engine.call('import.run', { paths: [file], source: 'own' });
    assert.equal(await stateOf(ana, trace_ids[0] ?? ''), 'reviewed');
    assert.equal((await ana.engine.call('store.stats', {})).elsewhere, 0);
  });

  it('is deleted everywhere: the same bytes are left, and no pull brings it back', async () => {
    const [ana, ben] = [at(0), at(1)];
    await ana.engine.call('feedback.correct', { trace: trace(3), answer: { text: 'Archaeopteryx' } });
    await ben.engine.call('feedback.down', { trace: trace(3), reason: 'Said Compsognathus.' });
    exchange();
    await until(ben.engine, async () => (await reasonsOf(ben, trace(3))).length === 2);
    await until(ana.engine, async () => (await reasonsOf(ana, trace(3))).length === 2);
    await ben.engine.call('feedback.note', { trace: trace(3), text: 'Dilophosaurus, said after the exchange.' });
    const { git_history } = await ana.engine.call('trace.delete', { traces: [trace(3)], confirmed: true });
    assert.equal(git_history, true, 'older commits quote it');
    exchange();
    await until(ben.engine, async () => (await ben.engine.call('store.stats', {})).traces === 9);
    const words = ['Archaeopteryx', 'Compsognathus', 'Dilophosaurus'];
    for (const each of [ana, ben]) await untilGone(each, ...words);
    exchange();
    for (const each of [ana, ben]) await untilGone(each, ...words);
    exchange();
    for (const each of [ana, ben]) {
      assert.equal((await each.engine.call('store.stats', {})).traces, 9);
      for (const word of words) assert.ok(!bytes(each).includes(word), word);
    }
    const log = (each: Clone) => git(each.folder, 'ls-tree', 'HEAD', '.loop/log/');
    assert.equal(log(ana), log(ben));
  });

  it('is said to be in git’s history where only an export was committed', async () => {
    const { folder, engine } = at(1);
    await engine.call('store.share', { shared: false });
    git(folder, 'rm', '--quiet', '-r', '--cached', '.loop');
    const [first, other] = [trace(0), trace(1)];
    await engine.call('feedback.up', { trace: first });
    await engine.call('dataset.build', { name: 'kept', method: 'sft' });
    await engine.call('export.run', { dataset: 'kept', target: 'trl', folder: path.join(folder, 'out') });
    fs.rmSync(path.join(folder, '.git'), { recursive: true });
    git(folder, 'init', '--quiet');
    git(folder, 'add', 'out');
    git(folder, 'commit', '--quiet', '-m', 'Training data');
    const said = async (id: string, more: object) => (await engine.call('trace.delete', { traces: [id], ...more })).git_history;
    assert.deepEqual([await said(other, { dry_run: true }), await said(first, { dry_run: true })], [false, true]);
    assert.deepEqual([await said(other, { confirmed: true }), await said(first, { confirmed: true })], [false, true]);
  });

  it('is deleted in two clones at once, whatever stands next to what', async () => {
    const [ana, ben] = [at(0), at(1)];
    for (const n of [0, 1, 2, 3, 4, 5]) await ana.engine.call('feedback.down', { trace: trace(n), reason: `Brachiosaurus${n}.` });
    exchange();
    await until(ben.engine, async () => (await stateOf(ben, trace(5))) === 'reviewed');
    // Neighbours in one file, the same one twice, and a new line behind the last one.
    await ana.engine.call('trace.delete', { traces: [trace(1), trace(3)], confirmed: true });
    await ana.engine.call('feedback.up', { trace: trace(0) });
    await ben.engine.call('trace.delete', { traces: [trace(2), trace(3), trace(5)], confirmed: true });
    exchange();
    for (const each of [ana, ben]) await until(each.engine, async () => (await each.engine.call('store.stats', {})).traces === 6);
    const words = [1, 2, 3, 5].map((n) => `Brachiosaurus${n}`);
    for (const each of [ana, ben]) await untilGone(each, ...words);
    exchange();
    for (const each of [ana, ben]) await untilGone(each, ...words);
    exchange();
    for (const each of [ana, ben]) {
      await untilGone(each, ...words);
      await until(each.engine, async () => (await reasonsOf(each, trace(0))).length === 2);
      assert.deepEqual(await reasonsOf(each, trace(4)), ['down ana']);
      for (const n of [0, 4]) assert.ok(bytes(each).includes(`Brachiosaurus${n}`));
      const { damage } = await each.engine.call('store.rebuild', {});
      assert.deepEqual(damage, []);
      assert.deepEqual(await reasonsOf(each, trace(0)), ['down ana', 'up ana']);
    }
  });

  it('loses nothing that was said while a pull replaced the file it went to', async () => {
    const [ana, ben] = [at(0), at(1)];
    await ana.engine.call('feedback.down', { trace: trace(0), reason: 'First.' });
    exchange();
    await until(ben.engine, async () => (await stateOf(ben, trace(0))) === 'reviewed');
    await ben.engine.call('trace.delete', { traces: [trace(0)], confirmed: true });
    commit(ben);
    pull(ben);
    git(ben.folder, 'push', '--quiet', 'origin', 'HEAD:main');
    // What git does, with an act in between that came after it looked at the file.
    git(ana.folder, 'fetch', '--quiet');
    await ana.engine.call('feedback.up', { trace: trace(1) });
    git(ana.folder, 'reset', '--quiet', '--hard', 'origin/main');
    await until(ana.engine, async () => (await ana.engine.call('store.stats', {})).traces === 9);
    await until(ana.engine, async () => (await stateOf(ana, trace(1))) === 'reviewed');
    await ana.engine.close();
    const again = await openEngine({ store: path.join(ana.folder, '.loop'), reviewer: 'ana' });
    assert.equal((await again.call('trace.show', { trace: trace(1) })).state, 'reviewed');
    await again.close();
  });
});
