import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { EventEmitter, l10n, window, workspace, type Event, type ExtensionContext } from 'vscode';
import { chooseStore, storeIn, type StoreChoice, type StoreWorld } from './choice';

/** The folder the user chose; the empty text when the question was closed, so that it is asked once. */
const rememberedKey = 'loop.store.folder';

/** Where this window's store is. Decided once, when something first needs it. */
export interface StoreLocation {
  current(): Promise<StoreChoice>;
  /** The decision when it was made already: a status line must not cause a question. */
  readonly known: StoreChoice | undefined;
  /** Whether there is a store to look at. Never asks. */
  exists(): Promise<boolean>;
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
      deciding ??= chooseStore(world(context)).then((choice) => {
        known = choice;
        changed.fire();
        return choice;
      });
      return deciding;
    },
    get known() {
      return known;
    },
    exists: () => (known ? isStore(known.path) : anyStore(world(context))),
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

function world(context: ExtensionContext): StoreWorld {
  const folders = (workspace.workspaceFolders ?? []).filter((folder) => folder.uri.scheme === 'file').map((f) => f.uri.fsPath);
  return {
    setting: workspace.getConfiguration('loop').get<string>('store.path', ''),
    folders,
    home: homedir(),
    storage: context.globalStorageUri.fsPath,
    remembered: context.workspaceState.get<string>(rememberedKey),
    hasStore: (folder) => isStore(storeIn(folder)),
    ask: (choices) => askFolder(context, choices),
  };
}

async function anyStore(from: StoreWorld): Promise<boolean> {
  if (from.setting.trim() !== '' || from.folders.length === 0) {
    const chosen = await chooseStore({ ...from, ask: () => Promise.resolve(undefined) });
    return isStore(chosen.path);
  }
  const places = from.remembered === '' ? [...from.folders, from.storage] : from.folders;
  for (const folder of places) if (await from.hasStore(folder)) return true;
  return false;
}

/** Asked before every look: by Node, because the editor's own `stat` goes by way of its window. */
function isStore(folder: string): Promise<boolean> {
  return stat(path.join(folder, 'store.json')).then(
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
  await context.workspaceState.update(rememberedKey, picked?.folder ?? '');
  return picked?.folder;
}
