import { homedir } from 'node:os';
import { EventEmitter, l10n, Uri, window, workspace, type Event, type ExtensionContext } from 'vscode';
import { chooseStore, type StoreChoice } from './choice';

const rememberedKey = 'loop.store.folder';

/** Where this window's store is. Decided once, when something first needs it. */
export interface StoreLocation {
  current(): Promise<StoreChoice>;
  /** The decision when it was made already: a status line must not cause a question. */
  readonly known: StoreChoice | undefined;
  readonly onChange: Event<void>;
  /** Decides anew; asks again when there is something to ask. */
  forget(): Promise<void>;
  dispose(): void;
}

export function createStoreLocation(context: ExtensionContext): StoreLocation {
  const changed = new EventEmitter<void>();
  let known: StoreChoice | undefined;
  let deciding: Promise<StoreChoice> | undefined;
  const reset = () => {
    known = undefined;
    deciding = undefined;
    changed.fire();
  };
  const watching = workspace.onDidChangeConfiguration((e) => e.affectsConfiguration('loop.store.path') && reset());
  return {
    current() {
      deciding ??= decide(context).then((choice) => {
        known = choice;
        changed.fire();
        return choice;
      });
      return deciding;
    },
    get known() {
      return known;
    },
    onChange: changed.event,
    async forget() {
      await context.workspaceState.update(rememberedKey, undefined);
      reset();
    },
    dispose() {
      watching.dispose();
      changed.dispose();
    },
  };
}

function decide(context: ExtensionContext): Promise<StoreChoice> {
  const folders = (workspace.workspaceFolders ?? []).filter((folder) => folder.uri.scheme === 'file').map((f) => f.uri.fsPath);
  return chooseStore({
    setting: workspace.getConfiguration('loop').get<string>('store.path', ''),
    folders,
    home: homedir(),
    storage: context.globalStorageUri.fsPath,
    remembered: context.workspaceState.get<string>(rememberedKey),
    hasStore: async (folder) => exists(Uri.joinPath(Uri.file(folder), '.loop', 'store.json')),
    ask: (choices) => askFolder(context, choices),
  });
}

async function exists(uri: Uri): Promise<boolean> {
  return workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

async function askFolder(context: ExtensionContext, folders: readonly string[]): Promise<string | undefined> {
  const items = folders.map((folder) => ({ label: workspace.asRelativePath(folder) || folder, description: folder, folder }));
  const picked = await window.showQuickPick(items, {
    title: l10n.t('Which folder keeps the conversations of this window?'),
    placeHolder: l10n.t('The store is the folder .loop inside it. Escape keeps them in the extension’s own storage.'),
    ignoreFocusOut: true,
  });
  if (picked) await context.workspaceState.update(rememberedKey, picked.folder);
  return picked?.folder;
}
