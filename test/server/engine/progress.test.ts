import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { Progress } from '../../../core/lib/cancel';
import { statusMessage, wire } from '../../../core/protocol/wire';
import { Editor } from '../lsp/harness';
import { chat, importRows, makeWorkspace, type Workspace } from './workspace';

describe('engine: an index that is made anew', () => {
  let ws: Workspace;
  const progress: Progress[] = [];
  const states: string[] = [];

  beforeEach(async () => {
    ws = await makeWorkspace({
      onProgress: (now) => progress.push(now),
      onStatus: (state, detail) => states.push([state, detail].join(' ').trim()),
    });
    await importRows(ws, [chat('r1', 'First?', 'Yes.'), chat('r2', 'Second?', 'No.')]);
    await ws.engine.close();
    progress.length = 0;
    states.length = 0;
  });
  afterEach(() => ws.dispose());

  const loseIndex = () => rmSync(path.join(ws.store, 'index.sqlite'), { force: true });

  it('says how far it is, up to the end', async () => {
    loseIndex();
    await ws.reopen();
    const last = progress.at(-1) ?? assert.fail('nothing was said');
    assert.deepEqual([last.done, last.unit], [last.total, 'bytes']);
    assert.ok(
      progress.every(({ done }, n) => done >= (progress[n - 1]?.done ?? 0)),
      'never goes back',
    );
    assert.deepEqual([states[0], states.at(-2), states.at(-1)], ['opening', 'rebuilding 100 %', 'open']);
  });

  it('is told of to the editor, before its store is open', async () => {
    loseIndex();
    const editor = await Editor.start();
    const told: string[] = [];
    editor.connection.onNotification(wire.status, (params: unknown) => {
      const { store, state, detail = '' } = statusMessage.parse(params);
      assert.equal(store, ws.store);
      told.push(`${state} ${detail}`.trim());
    });
    await editor.openStore(ws.store);
    assert.deepEqual([told[0], told.at(-2), told.at(-1)], ['opening', 'rebuilding 100 %', 'open']);
    assert.equal((await editor.call('trace.list', {})).rows.length, 2);
    await editor.dispose();
  });
});
