import { TextDocumentSyncKind } from 'vscode-languageserver/node';
import type { RegisterFeature } from '../state';

/** Documents come as edits, not whole. */
export const registerSynchronisation: RegisterFeature = () => ({
  capabilities: () => ({
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: false },
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  }),
});
