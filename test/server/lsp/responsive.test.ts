import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { HoverRequest } from 'vscode-languageserver/node';
import { URI } from 'vscode-uri';
import { generateRows } from '../../support/generate';
import { codesOf, Editor } from './harness';

const rows = 6000;
const text = 'version: 1\nname: x\nrules:\n  - id: a\n    type: contain\n    any: [sorry]\n';

describe('the language server while conversations are imported', () => {
  let folder: string;
  let editor: Editor;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'loop-lsp-'));
    editor = await Editor.start({ folders: [URI.file(folder).toString()] });
  });
  afterEach(async () => {
    await editor.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('answers what is asked after the import long before the import is done', async function () {
    this.timeout(120_000);
    const uri = URI.file(path.join(folder, 'x.grader.yaml')).toString();
    const log = path.join(folder, 'log.jsonl');
    await writeFile(log, [...generateRows(rows)].join('\n'));
    await editor.open(uri, text);
    await editor.openStore(path.join(folder, '.loop'));
    const order: string[] = [];
    const importing = editor.call('import.run', { paths: [log], source: 'agent' }).then(({ imported }) => {
      order.push(`imported ${imported}`);
    });
    for (const letter of ['s', '?', '!']) {
      const position = { line: 5, character: 5 };
      const hover = await editor.connection.sendRequest(HoverRequest.method, { textDocument: { uri }, position });
      assert.match(JSON.stringify(hover), /at least one must occur/);
      order.push('hover');
      await editor.type(uri, { start: { line: 4, character: 17 }, end: { line: 4, character: 17 } }, letter);
      assert.deepEqual(codesOf(await editor.diagnose(uri)), letter === 's' ? [] : ['GRD005']);
      order.push('diagnostics');
    }
    await importing;
    assert.deepEqual(order, [...Array.from({ length: 3 }, () => ['hover', 'diagnostics']).flat(), `imported ${rows}`]);
  });
});
