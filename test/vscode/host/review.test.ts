import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { until } from '../../support/editor/wait';
import { closeEditors, list, loop, panelInFront, signals, unreviewed, withSample } from './window';

const standing = async (trace: string) => (await signals(trace)).filter(({ retracted }) => !retracted).map(({ kind }) => kind);

describe('reviewing', () => {
  afterEach(closeEditors);

  it('records a verdict on a row and takes it back', async () => {
    const trace = await unreviewed();
    await vscode.commands.executeCommand('loop.review.up', trace);
    assert.deepEqual(await standing(trace), ['up']);
    await vscode.commands.executeCommand('loop.review.undo');
    assert.deepEqual(await standing(trace), []);
    await vscode.commands.executeCommand('loop.review.redo');
    assert.deepEqual(await standing(trace), ['up']);
  });

  it('judges a selection as one step', async () => {
    await withSample();
    const rows = await list('--state', 'unreviewed', '--source', 'support-agent', '--limit', '3');
    const ids = rows.map(({ id }) => id);
    assert.equal(ids.length, 3);
    await vscode.commands.executeCommand('loop.review.down', ids);
    assert.deepEqual(await Promise.all(ids.map(standing)), [['down'], ['down'], ['down']]);
    await vscode.commands.executeCommand('loop.review.undo');
    assert.deepEqual(await Promise.all(ids.map(standing)), [[], [], []]);
  });

  it('takes back what this window did, not what came after from elsewhere', async () => {
    await withSample();
    const [a, b] = await list('--state', 'unreviewed', '--source', 'support-agent', '--limit', '2');
    assert.ok(a && b);
    await vscode.commands.executeCommand('loop.review.up', a.id);
    await loop('down', b.id);
    await vscode.commands.executeCommand('loop.review.undo');
    assert.deepEqual(await standing(a.id), []);
    assert.deepEqual(await standing(b.id), ['down']);
  });

  it('opens the next unreviewed conversation in the panel', async () => {
    await withSample();
    await vscode.commands.executeCommand('loop.review.next');
    await panelInFront('loop.trace');
  });

  it('reuses one panel, and keeps another to the side', async () => {
    const [a, b] = await withSample();
    assert.ok(a && b);
    await vscode.commands.executeCommand('loop.review.open', a.id);
    await panelInFront('loop.trace');
    await vscode.commands.executeCommand('loop.review.open', b.id);
    const panels = () =>
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter((tab) => tab.input instanceof vscode.TabInputWebview);
    assert.equal(panels().length, 1);
    await vscode.commands.executeCommand('loop.review.open_to_side', a.id);
    await until('the second panel', () => panels().length === 2);
  });

  it('pins and unpins', async () => {
    const [row] = await withSample();
    assert.ok(row);
    const pinned = async () => (await list('--limit', '500')).find(({ id }) => id === row.id)?.has.includes('pinned');
    await vscode.commands.executeCommand('loop.review.pin', row.id);
    assert.equal(await pinned(), true);
    await vscode.commands.executeCommand('loop.review.unpin', row.id);
    assert.equal(await pinned(), false);
  });

  it('opens the file a conversation came from at its line', async () => {
    const [row] = await withSample();
    await vscode.commands.executeCommand('loop.review.open_origin', row?.id);
    const editor = await until('the log', () => vscode.window.activeTextEditor);
    assert.match(editor.document.uri.path, /support-agent\.jsonl$/);
  });
});

describe('a conversation as text', () => {
  afterEach(closeEditors);

  it('can be read, folded and walked through by turns', async () => {
    const [row] = await withSample();
    await vscode.commands.executeCommand('loop.review.open_text', row?.id);
    const editor = await until('the text', () => vscode.window.activeTextEditor);
    const { document } = editor;
    assert.equal(document.languageId, 'loop-trace');
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      document.uri,
    );
    const folds = await vscode.commands.executeCommand<vscode.FoldingRange[]>('vscode.executeFoldingRangeProvider', document.uri);
    assert.ok(symbols.length >= 2);
    assert.equal(folds.length, symbols.length);
    for (const { name, range } of symbols) assert.equal(document.lineAt(range.start.line).text, `━━ ${name}`);
  });
});

describe('fixing an answer in an editor', () => {
  const settings = () => vscode.workspace.getConfiguration('files');
  const autoSave = async (value: string | undefined) => {
    await settings().update('autoSaveDelay', value === undefined ? undefined : 100, vscode.ConfigurationTarget.Workspace);
    await settings().update('autoSave', value, vscode.ConfigurationTarget.Workspace);
  };
  afterEach(async () => {
    await autoSave(undefined);
    await closeEditors();
  });

  async function draft(trace: string, turn?: number): Promise<vscode.TextEditor> {
    await vscode.commands.executeCommand('loop.review.fix_in_editor', trace, undefined, turn);
    return until('the draft', () => {
      const active = vscode.window.activeTextEditor;
      return active?.document.uri.scheme === 'loop' && active.document.uri.path.startsWith('/correct/') ? active : undefined;
    });
  }
  const write = (editor: vscode.TextEditor, text: string) =>
    editor.edit((edit) => edit.replace(new vscode.Range(0, 0, editor.document.lineCount, 0), text));

  it('records the correction with a save by hand', async () => {
    await autoSave('off');
    const trace = await unreviewed();
    await write(await draft(trace), 'The refund is on its way.');
    assert.deepEqual(await standing(trace), []);
    await vscode.commands.executeCommand('workbench.action.files.save');
    await until('the correction', async () => (await standing(trace)).includes('correction'));
    const [correction] = (await signals(trace)).filter(({ kind }) => kind === 'correction');
    assert.equal(correction?.text, 'The refund is on its way.');
  });

  it('begins with what was typed in the panel, as a change one can take back and save', async () => {
    await autoSave('off');
    const trace = await unreviewed();
    const typed = { text: 'It left Hamburg this morning.' };
    await vscode.commands.executeCommand('loop.review.fix_in_editor', trace, undefined, undefined, typed);
    const document = await until('the typed words', () => {
      const active = vscode.window.activeTextEditor?.document;
      return active?.getText() === typed.text ? active : undefined;
    });
    assert.ok(document.isDirty);
    assert.deepEqual(await standing(trace), []);
    await vscode.commands.executeCommand('undo');
    assert.notEqual(document.getText(), typed.text);
    await vscode.commands.executeCommand('redo');
    await vscode.commands.executeCommand('workbench.action.files.save');
    await until('the correction', async () => (await standing(trace)).includes('correction'));
    assert.equal((await signals(trace)).find(({ kind }) => kind === 'correction')?.text, typed.text);
  });

  it('keeps what was typed where there is no answer to begin with any more', async () => {
    const typed = { text: 'Half a thought.' };
    const failed = Promise.resolve(
      vscode.commands.executeCommand('loop.review.fix_in_editor', 'a'.repeat(26), undefined, undefined, typed),
    ).then(
      () => false,
      () => true,
    );
    await until('the words in a document of their own', () => vscode.window.activeTextEditor?.document.getText() === typed.text);
    await failed;
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('records nothing when the editor saves by itself, and then once when it is asked to', async () => {
    await autoSave('afterDelay');
    const trace = await unreviewed();
    const editor = await draft(trace);
    await write(editor, 'It was sent on Monday.');
    await until('the save', () => !editor.document.isDirty);
    assert.deepEqual(await standing(trace), []);
    await vscode.commands.executeCommand('loop.review.record_draft');
    assert.deepEqual(await standing(trace), ['correction']);
  });

  it('checks a call of the answer that is named against the definition of its tool', async () => {
    await autoSave('off');
    const rows = await withSample();
    const row = rows.find(({ preview }) => preview.startsWith('ok phew'));
    assert.ok(row, JSON.stringify(rows.slice(0, 3)));
    const editor = await draft(row.id, 2);
    assert.match(editor.document.uri.path, /\/2\/tool-calls\.json$/);
    const calls = JSON.parse(editor.document.getText()) as { name: string }[];
    const said = () => vscode.languages.getDiagnostics(editor.document.uri).map(({ message }) => message);
    assert.deepEqual(said(), []);
    await write(
      editor,
      JSON.stringify(
        calls.map(({ name }) => ({ name, arguments: { order_id: 7 } })),
        undefined,
        2,
      ),
    );
    await until('the warning', () => said().some((message) => message === 'The tool takes order_id only as: string'));
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await until('its end', () => said().length === 0);
  });
});

describe('documents of a conversation that is deleted', () => {
  afterEach(closeEditors);

  it('close, a draft with changes too', async () => {
    const trace = await unreviewed();
    await vscode.commands.executeCommand('loop.review.open_text', trace);
    await until('the text', () => vscode.window.activeTextEditor?.document.uri.scheme === 'loop-trace');
    await vscode.commands.executeCommand('loop.review.fix_in_editor', trace);
    const editor = await until('the draft', () => {
      const active = vscode.window.activeTextEditor;
      return active?.document.uri.path.startsWith('/correct/') ? active : undefined;
    });
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'Half a thought. '));
    await loop('delete', trace);
    const named = () =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .flatMap(({ input }) =>
          input instanceof vscode.TabInputText
            ? [input.uri]
            : input instanceof vscode.TabInputTextDiff
              ? [input.original, input.modified]
              : [],
        )
        .filter(({ path }) => path.includes(trace));
    await until('the tabs to close', () => named().length === 0);
    assert.equal(vscode.workspace.textDocuments.filter((one) => one.getText().includes('Half a thought')).length, 0);
  });
});
