import {
  ErrorCodes,
  FileOperationPatternKind,
  ResponseError,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import type { Say } from '../../../core/lint/codes/say';
import { type Name, nameAt, namesOf } from '../../../core/lint/editing/names';
import { folderOf, relativePath } from '../../../core/lint/paths';
import { pathOfUri } from '../places';
import { readingAt } from '../reading';
import type { RegisterFeature, State } from '../state';
import { usersOf } from './navigation';

/** Names change everywhere at once; so do paths when a file they lead to is renamed. */
export const registerRename: RegisterFeature = (state) => {
  state.connection.onPrepareRename(async (params) => {
    const found = await readingAt(state, params);
    const name = found && nameAt(found.context, found.offset);
    return name ? { range: found.range(name.at), placeholder: name.name.name } : null;
  });
  state.connection.onRenameRequest(async (params): Promise<WorkspaceEdit | null> => {
    const found = await readingAt(state, params);
    const name = found && nameAt(found.context, found.offset)?.name;
    if (!name) return null;
    const newText = params.newName.trim();
    refuse(state.say(), name, newText, namesOf(found.context));
    const edits = [name.definition, ...name.uses].map((place): TextEdit => ({ range: found.range(place), newText }));
    const { uri, version } = found.document;
    return state.client().workspace?.workspaceEdit?.documentChanges === true
      ? { documentChanges: [{ textDocument: { uri, version }, edits }] }
      : { changes: { [uri]: edits } };
  });
  state.connection.workspace.onWillRenameFiles(async ({ files }) => {
    const changes: Record<string, TextEdit[]> = {};
    for (const { oldUri, newUri } of files) await followFile(state, oldUri, newUri, changes);
    return { changes };
  });
  const filters = ['**/*.{grader.yaml,grader.yml,judge.md}'].map((glob) => ({
    scheme: 'file',
    pattern: { glob, matches: FileOperationPatternKind.file },
  }));
  return {
    capabilities: () => ({
      renameProvider: { prepareProvider: true },
      workspace: { fileOperations: { willRename: { filters } } },
    }),
  };
};

/** @throws ResponseError when the new name would not stand, with what to do about it */
function refuse(say: Say, { kind, name }: Name, wanted: string, all: readonly Name[]): void {
  const stop = (text: string) => {
    throw new ResponseError(ErrorCodes.InvalidParams, text);
  };
  if (kind !== 'slice' && !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(wanted)) stop(say('Use a–z, 0–9 and single `-` between them.'));
  if (kind === 'slice' && !/^[A-Za-z_][\w.-]*$/.test(wanted))
    stop(say('Begin with a letter and use letters, digits, `_`, `.` and `-`.'));
  if (wanted.length > 64) stop(say('Use 64 characters at most.'));
  if (wanted !== name && all.some((other) => other.kind === kind && other.name === wanted)) {
    stop(say('{name} is the name of another one already.', { name: wanted }));
  }
}

async function followFile(state: State, oldUri: string, newUri: string, changes: Record<string, TextEdit[]>): Promise<void> {
  const [from, to] = [pathOfUri(oldUri), pathOfUri(newUri)];
  if (from === undefined || to === undefined) return;
  for (const { uri, range } of await usersOf(state, from)) {
    const user = pathOfUri(uri);
    if (user !== undefined) (changes[uri] ??= []).push({ range, newText: relativePath(folderOf(user), to) });
  }
}
