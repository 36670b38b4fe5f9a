import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { openEngine } from '../../../server/engine/open';
import { chat, makeWorkspace, type Workspace } from './workspace';

describe('two doors to one store', () => {
  let w: Workspace;
  beforeEach(async () => {
    w = await makeWorkspace();
  });
  afterEach(() => w.dispose());

  it('answers the second one while the first is idle, and shows each what the other did', async () => {
    const file = w.write('log.jsonl', chat('r1', 'Is it in stock?', 'Yes, four of them.'));
    const second = await openEngine({ store: w.store, reviewer: 'ben' });
    try {
      const { trace_ids } = await second.call('import.run', { paths: [file], source: 'shop' });
      assert.equal((await w.call('store.stats', {})).traces, 1);
      const trace = trace_ids[0] ?? '';
      await second.call('feedback.up', { trace });
      assert.deepEqual(
        (await w.call('trace.show', { trace })).signals.map((s) => [s.kind, s.reviewer]),
        [['up', 'ben']],
      );
    } finally {
      await second.close();
    }
  });

  it('hands the store over when the first one leaves', async () => {
    const second = await openEngine({ store: w.store, reviewer: 'ben' });
    try {
      assert.equal((await second.call('store.stats', {})).traces, 0);
      await w.engine.close();
      assert.equal((await second.call('store.stats', {})).traces, 0);
    } finally {
      await second.close();
    }
  });

  it('waits for an owner that is about to leave, however long that takes', async () => {
    const rows = Array.from({ length: 40_000 }, (_, n) => chat(`r${n}`, `Question ${n}?`, `Answer ${n}.`));
    const file = w.write('log.jsonl', rows.map((row) => `${row.trimEnd()}\n`).join(''));
    const second = await openEngine({ store: w.store, reviewer: 'ben' });
    try {
      const begun = new Promise<void>((resolve) => {
        second.call('import.run', { paths: [file], source: 'shop' }, { report: () => resolve() }).then(() => resolve(), resolve);
      });
      await begun;
      const left = w.engine.close();
      const third = await openEngine({ store: w.store, reviewer: 'cleo' });
      await left;
      assert.equal((await third.call('store.stats', {})).traces, rows.length);
      await third.close();
    } finally {
      await second.close();
    }
  });
});
