import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'mocha';
import { importPreview } from '../../../core/protocol/results';
import { wire } from '../../../core/protocol/wire';
import { openEngine } from '../../../server/engine/open';
import { Editor } from './harness';

describe('a look while there is no store', () => {
  let folder = '';
  let editor: Editor;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'look-test-'));
    await writeFile(path.join(folder, 'faq.csv'), 'question,answer\nWhere is it?,On its way. Write to ana@example.com\n');
    editor = await Editor.start({ engine: openEngine });
  });
  afterEach(async () => assert.deepEqual(await readdir(folder), ['faq.csv']));
  after(async () => {
    await editor.dispose();
    await rm(folder, { recursive: true });
  });
  const look = (method: string, params: unknown) =>
    editor.connection.sendRequest(wire.look, { open: {}, call: { method, params } });

  it('previews an import and leaves nothing behind', async () => {
    const mapping = { prompt: 'question', completion: 'answer' };
    const answer = importPreview.parse(await look('import.preview', { paths: [path.join(folder, 'faq.csv')], mapping }));
    assert.equal(answer.imported, 1);
    assert.deepEqual(answer.redactions, { email: 1 });
  });

  it('is no way to act', async () => {
    await assert.rejects(look('source.switch', { source: 's', recording: true }), /source\.switch is no look/);
  });
});
