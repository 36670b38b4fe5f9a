import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import { acquireLease, fileSteps, type LeaseOptions } from '../../../server/store';
import { bundled } from '../../support/bundled';
import { Child } from '../../support/child';
import { isProblem } from '../../support/problem';
import { checkIndex, checkPromises } from '../../support/store-scenario';
import { openTestStore, temporaryFolder, type TemporaryFolder } from '../../support/store';

/** Milliseconds, of leases that are watched. */
const heartbeat = 400;

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

  const beforeThisStart = (os.uptime() + 600) * 1000;

  /** A lease as somebody else may have left it. */
  function leave(record: object, beatMsAgo = beforeThisStart): void {
    fs.mkdirSync(root, { recursive: true });
    for (const name of fs.readdirSync(root)) if (name.startsWith('lease.')) fs.rmSync(path.join(root, name));
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

  /** Takes the lease, and tells whether its last owner was waited for. */
  async function owned(options: LeaseOptions = {}): Promise<boolean> {
    let waited = false;
    const acquired = await acquireLease(root, { ...options, onWaiting: () => (waited = true) });
    assert.equal(acquired.kind, 'owner');
    await acquired.lease.release();
    return waited;
  }

  const leaseFile = () => path.join(root, fs.readdirSync(root).find((name) => /^lease\.\d+$/.test(name)) ?? '');

  /** An owner on a computer of that name whose clock is behind; its socket cannot be reached from here. */
  async function ownerElsewhere(host: string): Promise<Child> {
    const owner = start(leaseChild.file, root, JSON.stringify({ heartbeat, host, clock: -130_000 }));
    assert.equal(await owner.next(), 'owner');
    const record = JSON.parse(fs.readFileSync(leaseFile(), 'utf8')) as object;
    fs.writeFileSync(leaseFile(), JSON.stringify({ ...record, boot: 'of another computer', socket: '/nowhere.sock' }));
    while (Date.now() - fs.statSync(leaseFile()).mtimeMs < 60_000) await pause(heartbeat / 10);
    return owner;
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

  it('take a store that was let go of at once', async () => {
    // Any look at a lease that is taken a second time would take three seconds.
    const options: LeaseOptions = { heartbeat: 60_000 };
    const first = await acquireLease(root, options);
    assert.ok(first.kind === 'owner');
    await first.lease.release();
    const begun = performance.now();
    const second = await acquireLease(root, options);
    assert.ok(second.kind === 'owner');
    assert.ok(performance.now() - begun < 1500);
    await second.lease.release();
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
    assert.equal(await owned(), false);
    leave({ free: true, boot: 'whatever' }, 0);
    assert.equal(await owned(), false);
    fs.writeFileSync(path.join(root, 'lease.99'), 'not a lease');
    assert.equal(await owned(), false);
  });

  it('wait for nobody where the last owner let go', async () => {
    const heartbeat = 3_600_000;
    for (let n = 0; n < 3; n++) assert.equal(await owned({ heartbeat }), false);
  });

  it('respect an owner on another computer while its heart beats', async () => {
    leave({ host: 'elsewhere' }, 0);
    await assert.rejects(acquireLease(root), isProblem('store_in_use_elsewhere'));
    for (const beatMsAgo of [10 * 60_000, -10 * 60_000]) {
      leave({ host: 'elsewhere' }, beatMsAgo);
      assert.equal(await owned({ heartbeat: 50 }), true);
    }
  });

  it('watch an owner that may be another computer’s, though its lease looks like that of an earlier start', async () => {
    leave({}, 0);
    assert.equal(await owned({ heartbeat: 50 }), true);
    leave({}, Math.min(os.uptime() * 500, 10 * 60_000));
    assert.equal(await owned({ heartbeat: 50 }), true);
  });

  for (const host of ['elsewhere', os.hostname()]) {
    const which = host === 'elsewhere' ? 'another name' : 'the same name';
    it(`compare no clocks with a computer of ${which}: its owner is followed when its heart stops`, async () => {
      const owner = await ownerElsewhere(host);
      await assert.rejects(acquireLease(root, { heartbeat }), isProblem('store_in_use_elsewhere'));
      await owner.kill('SIGSTOP');
      assert.equal(await owned({ heartbeat }), true);
      await owner.kill('SIGCONT');
      assert.equal(await owner.next(), 'lost');
    });
  }

  it('call the owner of a lease whatever it says of host and start', async () => {
    const owner = wantStore();
    assert.equal(await owner.next(), 'owner');
    const record = JSON.parse(fs.readFileSync(leaseFile(), 'utf8')) as object;
    for (const other of [{ boot: 'another start' }, { host: 'the name before' }, { pid: 2 ** 30 }]) {
      fs.writeFileSync(leaseFile(), JSON.stringify({ ...record, ...other }));
      fs.utimesSync(leaseFile(), 1, 1);
      const acquired = await acquireLease(root);
      assert.equal(acquired.kind, 'attached');
      acquired.socket.destroy();
    }
  });

  it('wait for an owner whose socket was cleaned away to put it back', async () => {
    const owner = start(leaseChild.file, root, JSON.stringify({ heartbeat }));
    assert.equal(await owner.next(), 'owner');
    const { socket } = JSON.parse(fs.readFileSync(leaseFile(), 'utf8')) as { socket: string };
    fs.rmSync(socket);
    const acquired = await acquireLease(root, { heartbeat });
    assert.equal(acquired.kind, 'attached');
    acquired.socket.destroy();
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

  // One is overwritten on a full disk only.
  for (const step of fileSteps.lease.filter((step) => step !== 'overwrite')) {
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
