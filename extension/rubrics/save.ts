import { Disposable, EndOfLine, TextEdit, Uri, window, workspace, WorkspaceEdit } from 'vscode';
import type { Host } from '../host';

/** Repairs that concern a file's bytes, which no edit of its text reaches. */
export function registerSaving(host: Host): Disposable {
  return Disposable.from(
    host.command('loop.rubrics.save_utf8', (uri) => withUri(uri, saveWithoutMark)),
    host.command('loop.rubrics.save_lf', (uri) => withUri(uri, saveWithLf)),
  );
}

/** The file a repair was asked for, else the one that is open. */
async function withUri(given: unknown, act: (uri: Uri) => Promise<void>): Promise<void> {
  const uri = typeof given === 'string' ? Uri.parse(given) : window.activeTextEditor?.document.uri;
  if (uri) await act(uri);
}

/** The editor keeps a byte-order mark for as long as the file has one: it is taken from the file, which is then read anew. */
async function saveWithoutMark(uri: Uri): Promise<void> {
  const document = await workspace.openTextDocument(uri);
  if (document.isDirty && !(await document.save())) return;
  const bytes = await workspace.fs.readFile(uri);
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  if (marked) await workspace.fs.writeFile(uri, bytes.subarray(3));
}

async function saveWithLf(uri: Uri): Promise<void> {
  const edit = new WorkspaceEdit();
  edit.set(uri, [TextEdit.setEndOfLine(EndOfLine.LF)]);
  await workspace.applyEdit(edit);
  const document = await workspace.openTextDocument(uri);
  if (!document.isUntitled) await document.save();
}
