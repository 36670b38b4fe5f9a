import { commands, Disposable, l10n, Uri, window, workspace } from 'vscode';
import type { Slice } from '../../core/slice/schema';
import type { RecipeInput } from '../../core/dataset/recipe';
import type { Result } from '../../core/protocol/operations';
import { atRest, inBatches } from '../batches';
import { createBusy, type Busy } from '../busy';
import type { Host } from '../host';
import { rubricPatterns } from '../language/documents';
import type { PanelFocus } from '../panel/focus';
import { rows, traces } from '../words';
import { compareBuilds } from './compare';
import { exportDataset, offerExports, folderUri, revealFolder } from './export';
import { DatasetPanel, datasetViewType } from './panel';
import { datasetOf, isDatasetNode } from './pick';
import { readRecipe, saveRecipe } from './recipe-file';
import { createDatasetTree, recipeFiles, type DatasetTree } from './tree';
import { verifyExports } from './verify';
import { recipeOf, type BuildState } from './wizard/state';
import { buildWizard } from './wizard/wizard';

export interface DatasetParts {
  readonly focus: PanelFocus;
  /** The filter in use, as a first proposal of what to build from. */
  filter(): Slice;
  showPart(part: { dataset: string; part: string; title: string }): unknown;
}

/** Datasets: the tree, the build wizard, the report panel, export and verification. */
export function registerDatasets(host: Host, parts: DatasetParts): Disposable {
  const tree = createDatasetTree(host);
  const view = window.createTreeView('loop.datasets', { treeDataProvider: tree, showCollapseAll: true });
  const busy = createBusy(view, 'loop.datasets', 'loop.busy.datasets');
  const panel = new DatasetPanel(host, parts);
  return Disposable.from(
    view,
    tree,
    window.registerWebviewPanelSerializer(datasetViewType, {
      deserializeWebviewPanel: (p, state) => panel.restore(p, state).catch(host.fail),
    }),
    keepFresh(host, tree),
    registerBuilding(host, parts, panel, busy),
    registerExporting(host, busy),
    host.command('loop.dataset.open', async (arg) => {
      const row = await datasetOf(host, arg);
      if (row) await panel.open(row.dataset_id);
    }),
    host.command('loop.dataset.compare', (arg) => compareBuilds(host, panel, arg)),
    host.command('loop.dataset.refresh', () => tree.refresh()),
    host.command('loop.dataset.stop', () => busy.stop()),
  );
}

/** The tree follows the store and the recipe files. */
function keepFresh(host: Host, tree: DatasetTree): Disposable {
  const files = workspace.createFileSystemWatcher(rubricPatterns.recipe, false, true, false);
  /** The walkthrough's last step hangs on this, also while the view is hidden. */
  const look = async () => {
    const rows = await host.engine.call('dataset.list', {});
    void commands.executeCommand('setContext', 'loop.hasDatasets', rows.length > 0);
    void commands.executeCommand(
      'setContext',
      'loop.hasExports',
      rows.some(({ exports }) => exports.length > 0),
    );
  };
  const refresh = inBatches(
    () => {
      tree.refresh();
      return look();
    },
    host.fail,
    atRest,
  );
  setImmediate(() => void look().catch(host.fail));
  return Disposable.from(
    files,
    files.onDidCreate(() => tree.refresh()),
    files.onDidDelete(() => tree.refresh()),
    host.engine.onChange((change) => change.datasets && refresh(change)),
    host.store.onChange(() => host.store.known === undefined && refresh({ datasets: true })),
  );
}

function registerBuilding(host: Host, parts: DatasetParts, panel: DatasetPanel, busy: Busy): Disposable {
  const build = async (recipe: RecipeInput) => {
    const built = await busy.run(l10n.t('Building'), (call) => host.engine.call('dataset.build', recipe, call));
    const words = built.unchanged
      ? l10n.t('Nothing changed since version {0}.', built.version)
      : l10n.t('Built version {0} with {1}.', built.version, rows(built.item_count));
    window.setStatusBarMessage(words, 5000);
    await panel.open(built.dataset_id);
    void offerPins(host, built).catch(host.fail);
    return built.dataset_id;
  };
  return Disposable.from(
    host.command('loop.dataset.build', async (arg) => {
      const state = await buildWizard(host, await firstProposal(host, parts, arg));
      if (!state) return;
      const recipe = recipeOf(state);
      if (state.end !== 'build') await saveRecipe(recipe);
      if (state.end !== 'save') await build(recipe);
    }),
    host.command('loop.dataset.build_recipe', async (arg) => {
      const uri = await recipeUri(arg);
      if (!uri) return;
      const { recipe, exports } = await readRecipe(uri);
      const dataset = await build(recipe);
      if (exports.length > 0) void offerExports(host, busy, dataset, exports).catch(host.fail);
    }),
  );
}

/** Conversations that expire take their rows out of the dataset: whoever has just built it may want to keep them. */
async function offerPins(host: Host, { dataset_id, expiring }: Result<'dataset.build'>): Promise<void> {
  if (expiring.traces === 0) return;
  const keep = l10n.t('Keep Them');
  const words = l10n.t('{0} of this dataset will expire within 30 days, and their rows with them.', traces(expiring.traces));
  if ((await window.showInformationMessage(words, keep)) !== keep) return;
  const { pinned } = await host.engine.call('dataset.pin', { dataset: dataset_id });
  window.setStatusBarMessage(l10n.t('Pinned {0}.', traces(pinned)), 5000);
}

/** What the wizard begins with: the recipe of a build, or the filter in use. */
async function firstProposal(host: Host, parts: DatasetParts, arg: unknown): Promise<Partial<BuildState>> {
  if (typeof arg !== 'string') return { slice: parts.filter() };
  const { recipe } = await host.engine.call('dataset.report', { dataset: arg });
  const { name, method, slice, sample, holdout_percent } = recipe;
  return { name, method, slice, sample, holdout_percent };
}

/** The recipe a command is about: the file it was called on, the one in the editor, or the user's choice. */
async function recipeUri(arg: unknown): Promise<Uri | undefined> {
  if (arg instanceof Uri) return arg;
  if (typeof arg === 'string') return Uri.parse(arg);
  if (isDatasetNode(arg) && arg.kind === 'recipe') return arg.uri;
  const open = window.activeTextEditor?.document.uri;
  if (open && /\.dataset\.ya?ml$/.test(open.path)) return open;
  const files = await recipeFiles();
  if (files.length === 0) {
    void window.showInformationMessage(l10n.t('There is no *.dataset.yaml file. “Loop: Build Dataset…” can save one.'));
    return undefined;
  }
  const items = files.map((uri) => ({ uri, label: workspace.asRelativePath(uri) }));
  return (await window.showQuickPick(items, { placeHolder: l10n.t('Which recipe?') }))?.uri;
}

function registerExporting(host: Host, busy: Busy): Disposable {
  const onExport = (work: (folder: Uri) => Promise<unknown>) => async (arg: unknown) => {
    if (isDatasetNode(arg) && arg.kind === 'export') await work(await folderUri(host, arg.exported.folder));
  };
  return Disposable.from(
    host.command('loop.dataset.export', async (arg) => {
      const row = await datasetOf(host, arg);
      if (row) await exportDataset(host, busy, row);
    }),
    host.command('loop.dataset.verify', (arg) => verifyExports(host, arg)),
    host.command('loop.dataset.open_folder', onExport(revealFolder)),
    host.command(
      'loop.dataset.next_steps',
      onExport((folder) => Promise.resolve(window.showTextDocument(Uri.joinPath(folder, 'next_steps.md')))),
    ),
  );
}
