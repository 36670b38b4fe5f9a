import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import { acquireLease, fileSteps } from '../../../server/store';
import { bundled } from '../../support/bundled';
import { isProblem } from '../../support/problem';
import { checkIndex, checkPromises } from '../../support/store-scenario';
import { openTestStore, temporaryFolder, type TemporaryFolder } from '../../support/store';

/** A running test program and the lines it said so far. */
class Child {
  readonly said: string[] = [];
  readonly exited: Promise<unknown>;
  private readonly process: ChildProcess;
  private readonly lines: AsyncIterator<string>;

  constructor(file: string, args: readonly string[]) {
    this.process = spawn(process.execPath, [file, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.exited = once(this.process, 'exit');
    const { stdout } = this.process;
    assert.ok(stdout);
    this.lines = readline.createInterface({ input: stdout })[Symbol.asyncIterator]();
  }

  /** The next line; undefined when there is none any more. */
  async next(): Promise<string | undefined> {
    const result = await this.lines.next();
    if (result.done) return undefined;
    this.said.push(result.value);
    return result.value;
  }

  /** Everything it says until it ends. */
  async rest(): Promise<void> {
    while ((await this.next()) !== undefined);
    await this.exited;
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    this.process.kill(signal);
    if (signal === 'SIGKILL') await this.exited;
  }

  async letGo(): Promise<void> {
    this.process.stdin?.end();
    await this.exited;
  }
}

describe('a store and its processes', function () {
  this.timeout(120_000);
  let folder: TemporaryFolder;
  let root: string;
  let leaseChild: Awaited<ReturnType<typeof bundled>>;
  let storeChild: Awaited<ReturnType<typeof bundled>>;
  const children: Child[] = [];
  const start = (file: string, ...args: string[]) => {
    const child = new Child(file, args);
    children.push(child);
    return child;
  };
  const wantStore = () => start(leaseChild.file, root);

  before(async () => {
    [leaseChild, storeChild] = await Promise.all([bundled('lease-child.ts'), bundled('store-child.ts')]);
  });
  after(() => {
    leaseChild.remove();
    storeChild.remove();
  });
  beforeEach(() => {
    folder = temporaryFolder();
    root = path.join(folder.path, '.loop');
  });
  afterEach(async () => {
    await Promise.all(children.splice(0).map((child) => child.kill()));
    folder.remove();
  });

  /** A lease as somebody else may have left it. */
  function leave(record: object, beatMsAgo = 0): void {
    fs.mkdirSync(root, { recursive: true });
    const lease = {
      host: os.hostname(),
      boot: 'another start',
      pid: process.pid,
      socket: '/nowhere.sock',
      nonce: 'n',
      free: false,
      ...record,
    };
    const file = path.join(root, 'lease.4');
    fs.writeFileSync(file, JSON.stringify(lease));
    const beat = new Date(Date.now() - beatMsAgo);
    fs.utimesSync(file, beat, beat);
  }

  async function owned(): Promise<void> {
    const acquired = await acquireLease(root);
    assert.equal(acquired.kind, 'owner');
    await acquired.lease.release();
  }

  it('have exactly one owner, however many start at once, also after the owner was killed', async () => {
    for (let round = 0; round < 3; round++) {
      const all = Array.from({ length: 6 }, wantStore);
      const said = await Promise.all(all.map((child) => child.next()));
      assert.deepEqual([...said].sort(), ['attached', 'attached', 'attached', 'attached', 'attached', 'owner'], `round ${round}`);
      await Promise.all(all.map((child) => child.kill()));
    }
    assert.equal(fs.readdirSync(root).filter((name) => name.startsWith('lease.')).length, 1);
  });

  it('pass the store on when the owner lets go or dies', async () => {
    const first = wantStore();
    assert.equal(await first.next(), 'owner');
    const second = wantStore();
    assert.equal(await second.next(), 'attached');
    await first.letGo();
    const third = wantStore();
    assert.equal(await third.next(), 'owner');
    await third.kill();
    await owned();
  });

  it('let an attached process talk to the owner', async () => {
    const owner = wantStore();
    assert.equal(await owner.next(), 'owner');
    const acquired = await acquireLease(root);
    assert.equal(acquired.kind, 'attached');
    const [answer] = (await once(acquired.socket.resume(), 'data')) as [Buffer];
    assert.equal(answer.toString(), 'hello\n');
    acquired.socket.destroy();
    await assert.rejects(openTestStore(folder.path, { lease: true }), isProblem('store_in_use'));
  });

  it('do not take over an owner that is merely slow', async () => {
    const owner = wantStore();
    assert.equal(await owner.next(), 'owner');
    await owner.kill('SIGSTOP');
    await assert.rejects(acquireLease(root), isProblem('store_in_use'));
    await owner.kill('SIGCONT');
    const acquired = await acquireLease(root);
    assert.equal(acquired.kind, 'attached');
    acquired.socket.destroy();
  });

  it('are not fooled by what a restart left, though the process id is in use again', async () => {
    leave({});
    await owned();
    leave({ free: true, boot: 'whatever' });
    await owned();
    fs.writeFileSync(path.join(root, 'lease.99'), 'not a lease');
    await owned();
  });

  it('respect an owner on another computer while its heart beats', async () => {
    leave({ host: 'elsewhere' });
    await assert.rejects(acquireLease(root), isProblem('store_in_use_elsewhere'));
    leave({ host: 'elsewhere' }, 10 * 60_000);
    await owned();
  });

  it('notice that the store was taken from them while they slept', async () => {
    const acquired = await acquireLease(root);
    assert.equal(acquired.kind, 'owner');
    acquired.lease.check();
    fs.writeFileSync(path.join(root, 'lease.1000'), '{}');
    const real = Date.now;
    Date.now = () => real() + 3_600_000;
    try {
      assert.throws(() => acquired.lease.check(), isProblem('store_in_use_elsewhere'));
    } finally {
      Date.now = real;
    }
    await acquired.lease.release();
  });

  /** Reopens what a killed process left, as the next process would. */
  async function checkAfter(child: Child): Promise<void> {
    const acknowledged = new Set(child.said);
    if (!fs.existsSync(path.join(root, 'store.json'))) return;
    const store = await openTestStore(folder.path, { lease: true });
    try {
      await checkPromises(store, folder.path, acknowledged);
      await checkIndex(store);
    } finally {
      await store.close();
    }
  }

  for (const step of [3, 20, 41, 60, 77, 95, 110, 130, 152, 171, 190, 215]) {
    it(`keep their promises when killed at step ${step}`, async () => {
      const child = start(storeChild.file, folder.path, String(step));
      await child.rest();
      assert.ok(!child.said.includes('close'), 'it was killed');
      await checkAfter(child);
    });
  }

  for (const step of fileSteps.lease) {
    for (const when of ['before', 'after']) {
      it(`pass on when killed at lease.${step}.${when}`, async () => {
        leave({});
        const child = start(storeChild.file, folder.path, `lease.${step}.${when}`);
        await child.rest();
        assert.notEqual(child.said.at(-1), 'close', 'it was killed');
        await checkAfter(child);
        await owned();
      });
    }
  }

  for (const lines of [1, 3, 5, 6, 8, 10]) {
    it(`keep their promises when killed from outside after saying ${lines} things`, async () => {
      const child = start(storeChild.file, folder.path);
      for (let n = 0; n < lines; n++) await child.next();
      await child.kill();
      await child.rest();
      await checkAfter(child);
    });
  }

  it('live to the end when nobody kills them', async () => {
    const child = start(storeChild.file, folder.path);
    await child.rest();
    assert.equal(child.said.at(-1), 'close');
    await checkAfter(child);
  });
});
