import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, it } from 'mocha';
import { type CodeAction, CodeActionRequest, type TextDocumentEdit } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { URI } from 'vscode-uri';
import { Editor, modern } from './harness';

const uri = 'file:///w/sample/SKILL.md';
const text = '---\nname: other\ndescription: Use when: asked\nuser-invokable: yes\n---\n# Steps\n\nSort it.\n';
const whole = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };

describe('code actions', () => {
  let editor: Editor;
  afterEach(async () => editor.dispose());

  const ask = async (code: string | undefined, only?: string[]): Promise<CodeAction[]> => {
    const diagnostics = (await editor.diagnose(uri)).filter((diagnostic) => diagnostic.code === code);
    const context = { diagnostics, ...(only ? { only } : {}) };
    const actions = await editor.connection.sendRequest(CodeActionRequest.type, { textDocument: { uri }, range: whole, context });
    return (actions ?? []).filter((action): action is CodeAction => !('command' in action && typeof action.command === 'string'));
  };

  const start = async (capabilities = modern) => {
    editor = await Editor.start({ capabilities });
    await editor.open(uri, text);
  };

  const applied = (action: CodeAction | undefined) => {
    const [change] = (action?.edit?.documentChanges ?? []) as TextDocumentEdit[];
    assert.ok(change, 'an edit');
    const edits = change.edits.filter((edit) => 'newText' in edit);
    return TextDocument.applyEdits(TextDocument.create(uri, 'markdown', 1, text), edits);
  };

  it('repair one mistake, best way first', async () => {
    await start();
    const actions = await ask('FM007');
    assert.deepEqual(
      actions.map(({ title }) => title),
      ['Quote the value', 'Write the value as a `>-` block'],
    );
    assert.deepEqual(
      actions.map(({ isPreferred }) => isPreferred),
      [true, undefined],
    );
    assert.match(applied(actions[0]), /^description: "Use when: asked"$/m);
    assert.match(applied(actions[1]), /^description: >-\n {2}Use when: asked$/m);
  });

  it('rename files where the editor can', async () => {
    await start();
    const titles = (await ask('SKL106')).map(({ title }) => title);
    assert.deepEqual(titles, ['Replace by `sample`', 'Rename the folder to `other`']);
    await editor.dispose();
    await start({ ...modern, workspace: { configuration: true } });
    const [only, ...rest] = await ask('SKL106');
    assert.deepEqual([rest, Object.keys(only?.edit?.changes ?? {})], [[], [uri]]);
  });

  it('repair everything that needs no asking, when asked by that name', async () => {
    await start();
    const [action] = await ask(undefined, ['source.fixAll.loop']);
    assert.equal(action?.kind, 'source.fixAll.loop');
    assert.equal(
      applied(action),
      '---\nname: other\ndescription: "Use when: asked"\nuser-invocable: yes\n---\n# Steps\n\nSort it.\n',
    );
    assert.deepEqual(await ask(undefined), []);
  });

  it('are none for what another tool says', async () => {
    await start();
    const [diagnostic] = await editor.diagnose(uri);
    assert.ok(diagnostic);
    const from = async (other: object) => {
      const context = { diagnostics: [{ range: diagnostic.range, message: 'odd', ...other }] };
      return editor.connection.sendRequest(CodeActionRequest.type, { textDocument: { uri }, range: whole, context });
    };
    assert.deepEqual(await from({ source: 'yaml', code: diagnostic.code ?? '' }), []);
    // The editor's own check of skills names no source: there the repair is the same.
    assert.ok(((await from({})) ?? []).length > 0);
  });

  it('ask the editor for what no edit can bring about, where it can', async () => {
    editor = await Editor.start({ commands: true });
    await editor.open(uri, text.replaceAll('\n', '\r\n'));
    const [action] = await ask('FM004');
    assert.deepEqual(
      [action?.edit, action?.command?.command, action?.command?.arguments],
      [undefined, 'loop.rubrics.save_lf', [uri]],
    );
    await editor.dispose();
    await start();
    await editor.open(uri, text.replaceAll('\n', '\r\n'));
    const [plain] = await ask('FM004');
    assert.ok(plain?.edit && !plain.command);
  });

  it('write a file and lead to it in one step', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'loop-lsp-'));
    const long = URI.file(path.join(folder, 'SKILL.md')).toString();
    editor = await Editor.start({});
    await editor.open(long, `${text}\n## Cases\n\n${'One more line.\n'.repeat(510)}`);
    const diagnostics = (await editor.diagnose(long)).filter(({ code }) => code === 'SKL301');
    const asked = { textDocument: { uri: long }, range: whole, context: { diagnostics } };
    const [action] = (await editor.connection.sendRequest(CodeActionRequest.type, asked)) ?? [];
    const changes = action && 'edit' in action ? (action.edit.documentChanges ?? []) : [];
    const to = URI.file(path.join(folder, 'references/cases.md')).toString();
    assert.deepEqual(
      changes.map((change) => ('kind' in change ? [change.kind, 'uri' in change && change.uri] : change.textDocument.uri)),
      [long, ['create', to], to],
    );
    await rm(folder, { recursive: true });
  });
});
