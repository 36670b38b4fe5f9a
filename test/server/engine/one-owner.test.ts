import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import { openEngine } from '../../../server/engine/open';
import { bundled } from '../../support/bundled';
import { Child } from '../../support/child';
import type { OtherComputer } from '../../support/other-computer';
import { chat, importRows, makeWorkspace, type Workspace } from './workspace';

const notes = 20;
const heartbeat = 400;

describe('two processes at one store', function () {
  this.timeout(60_000);
  let child: Awaited<ReturnType<typeof bundled>>;
  let w: Workspace;
  let traces: string[];
  const children: Child[] = [];

  before(async () => {
    child = await bundled('door-child.ts');
  });
  after(() => child.remove());
  beforeEach(async () => {
    w = await makeWorkspace();
    traces = await importRows(w, [chat('r1', 'Is it there?', 'Yes.'), chat('r2', 'Is it red?', 'No.')]);
    await w.engine.close();
  });
  afterEach(async () => {
    await Promise.all(children.splice(0).map((each) => each.kill()));
    await w.dispose();
  });

  const open = async (reviewer: string, computer: OtherComputer = {}) => {
    const door = new Child(child.file, [JSON.stringify({ store: w.store, reviewer, heartbeat, computer })]);
    children.push(door);
    return [door, await door.next()] as const;
  };

  /** How many notes were acknowledged. */
  async function note(door: Child, trace = ''): Promise<number> {
    let acknowledged = 0;
    for (let n = 0; n < notes; n++) {
      door.write(`${trace} note${n}`);
      if ((await door.next()) === 'ok') acknowledged++;
    }
    return acknowledged;
  }

  async function found(): Promise<number[]> {
    const engine = await openEngine({ store: w.store, reviewer: 'ana' });
    try {
      const shown = await Promise.all(traces.map((trace) => engine.call('trace.show', { trace })));
      return shown.map(({ signals }) => signals.filter(({ kind }) => kind === 'note').length);
    } finally {
      await engine.close();
    }
  }

  function rewriteLease(change: object): void {
    const file = path.join(w.store, fs.readdirSync(w.store).find((name) => /^lease\.\d+$/.test(name)) ?? '');
    fs.writeFileSync(file, JSON.stringify({ ...(JSON.parse(fs.readFileSync(file, 'utf8')) as object), ...change }));
  }

  const bothNoted = async (first: Child, second: Child) => {
    assert.deepEqual(await Promise.all([note(first, traces[0]), note(second, traces[1])]), [notes, notes]);
    await second.letGo();
    await first.letGo();
    assert.deepEqual(await found(), [notes, notes]);
  };

  it('lose no note when the clock is set back between them, where only it tells the start of the computer', async () => {
    const [first, became] = await open('ana', { bootless: true });
    assert.equal(became, 'open');
    const [second, joined] = await open('ben', { bootless: true, clock: -61_000 });
    assert.equal(joined, 'attached');
    await bothNoted(first, second);
  });

  it('lose no note when the owner’s lease seems to be of another start', async () => {
    const [first] = await open('ana');
    rewriteLease({ boot: 'another start' });
    const [second, joined] = await open('ben');
    assert.equal(joined, 'attached');
    await bothNoted(first, second);
  });

  it('have one owner when they run on two computers of one name', async () => {
    const [first] = await open('ana');
    rewriteLease({ boot: 'of another computer', socket: '/nowhere.sock' });
    const [, refused] = await open('ben');
    assert.equal(refused, 'store_in_use_elsewhere');
    assert.equal(await note(first, traces[0]), notes);
    await first.letGo();
    assert.deepEqual(await found(), [notes, 0]);
  });
});
