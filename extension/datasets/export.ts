import path from 'node:path';
import { commands, env, l10n, Uri, window, workspace, type QuickPickItem } from 'vscode';
import type { Result } from '../../core/protocol/operations';
import type { DatasetRow } from '../../core/protocol/results';
import type { RecipeFile } from '../../core/dataset/recipe';
import type { Busy } from '../busy';
import type { Host } from '../host';
import { oneLine } from '../plain';
import { pickStep, runSteps, type Place, type Step } from '../steps';
import { number, rows } from '../words';
import { noteWords } from './note-words';
import { slug } from './wizard/state';

type Target = Result<'export.targets'>[number];

interface ExportState {
  readonly target: Target;
  readonly folder: string;
  readonly options: Readonly<Record<string, string>>;
}

/** Asks for target, options and folder, writes the files, and says where they are. */
export async function exportDataset(host: Host, busy: Busy, row: DatasetRow): Promise<void> {
  const targets = (await host.engine.call('export.targets', {})).filter(({ methods }) => methods.includes(row.method));
  const [first] = targets;
  if (!first) return void window.showInformationMessage(l10n.t('No export target has a format for {0} yet.', row.method));
  const start: ExportState = { target: first, folder: '', options: {} };
  const title = l10n.t('Export {0}', `${row.name}@${row.version}`);
  const chosen = await runSteps(title, start, [targetStep(targets), optionsStep, folderStep(row)]);
  if (!chosen) return;
  const { target, folder, options } = chosen;
  const done = await busy.run(l10n.t('Exporting'), (call) =>
    host.engine.call('export.run', { dataset: row.dataset_id, target: target.id, folder, options: { ...options } }, call),
  );
  void tellExported(host, done).catch(host.fail);
}

/** A recipe says where its dataset goes; it is written there when somebody says so. */
export async function offerExports(
  host: Host,
  busy: Busy,
  dataset: string,
  exports: NonNullable<RecipeFile['exports']>,
): Promise<void> {
  const now = l10n.t('Export');
  const places = exports.map((one) => workspace.asRelativePath(one.path)).join(', ');
  const words = l10n.t('The recipe says where to export: {0}.', oneLine(places, 200));
  if ((await window.showInformationMessage(words, now)) !== now) return;
  for (const { target, path: folder, ...given } of exports) {
    const options = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
    const done = await busy.run(l10n.t('Exporting'), (call) =>
      host.engine.call('export.run', { dataset, target, folder, options }, call),
    );
    void tellExported(host, done).catch(host.fail);
  }
}

function targetStep(targets: readonly Target[]): Step<ExportState> {
  return async (state, place) => {
    const items = targets.map((target) => ({ target, label: target.title, description: target.id }));
    const active = items.find(({ target }) => target.id === state.target.id);
    const picked = await pickStep(place, { items, active, placeholder: l10n.t('Which trainer will read it?') });
    return typeof picked === 'object' ? { ...state, target: picked.target } : picked;
  };
}

/** One question per option of the target; the first value is the usual one. */
const optionsStep: Step<ExportState> = async (state, place) => {
  const options: Record<string, string> = {};
  for (const option of state.target.options.filter(({ values }) => values.length > 1)) {
    const items = option.values.map((value, n) => ({ label: value, description: n === 0 ? l10n.t('usual') : '' }));
    const active = items.find(({ label }) => label === state.options[option.name]);
    const picked = await pickStep(place, { items, active, placeholder: `${option.name}: ${option.summary}` });
    if (typeof picked !== 'object') return picked;
    if (picked.label !== option.values[0]) options[option.name] = picked.label;
  }
  return { ...state, options };
};

interface FolderItem extends QuickPickItem {
  readonly folder?: string;
}

function folderStep(row: DatasetRow): Step<ExportState> {
  return async (state, place) => {
    const root = workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri.fsPath;
    const proposed = root && path.join(root, 'data', `${slug(row.name)}-${state.target.id}`);
    const earlier = row.exports.filter(({ target }) => target === state.target.id).map(({ folder }) => folder);
    const folders = [...new Set([...earlier, ...(proposed ? [proposed] : [])])];
    const items: FolderItem[] = [
      ...folders.map((folder) => ({ folder, label: workspace.asRelativePath(folder), description: folder })),
      { label: l10n.t('$(folder) Choose a Folder…') },
    ];
    const picked = await pickStep(place, { items, placeholder: l10n.t('Where do the files go?') });
    if (typeof picked !== 'object') return picked;
    const folder = picked.folder ?? (await chooseFolder(place));
    return folder === undefined ? undefined : { ...state, folder };
  };
}

async function chooseFolder({ title }: Place): Promise<string | undefined> {
  const uris = await window.showOpenDialog({
    title,
    canSelectFiles: false,
    canSelectFolders: true,
    openLabel: l10n.t('Export Here'),
  });
  return uris?.[0]?.fsPath;
}

async function tellExported(host: Host, done: Result<'export.run'>): Promise<void> {
  const written = rows(done.files.reduce((sum, file) => sum + file.rows, 0));
  const refused = Object.values(done.refused).reduce((sum, n) => sum + n, 0);
  const words =
    refused > 0
      ? l10n.t('Exported {0}; left out because the target would reject them: {1}.', written, number(refused))
      : l10n.t('Exported {0}.', written);
  const open = l10n.t('Open Folder');
  const next = l10n.t('Next Steps');
  const answer = await window.showInformationMessage([words, ...done.warnings.map(noteWords)].join(' '), next, open);
  const folder = await folderUri(host, done.folder);
  if (answer === open) await revealFolder(folder);
  if (answer === next) await window.showTextDocument(Uri.joinPath(folder, 'next_steps.md'));
}

/** An export's folder; relative ones are beside the store. */
export async function folderUri(host: Host, folder: string): Promise<Uri> {
  if (path.isAbsolute(folder)) return Uri.file(folder);
  const { path: store } = await host.store.current();
  return Uri.file(path.join(path.dirname(store), folder));
}

/** In the explorer when it is part of the workspace, else in the system's file manager; a remote one has none. */
export async function revealFolder(folder: Uri): Promise<void> {
  if (workspace.getWorkspaceFolder(folder)) await commands.executeCommand('revealInExplorer', folder);
  else if (env.remoteName === undefined) await commands.executeCommand('revealFileInOS', folder);
  else await window.showTextDocument(Uri.joinPath(folder, 'next_steps.md'));
}
