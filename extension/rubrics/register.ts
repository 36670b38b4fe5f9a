import {
  commands,
  Disposable,
  EventEmitter,
  l10n,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  Uri,
  window,
  workspace,
  type TreeDataProvider,
} from 'vscode';
import type { Host } from '../host';
import { rubricPatterns, type RubricKind } from '../language/documents';
import { registerRulePages } from '../language/rule-pages';
import { skillText, templates, type Template } from './templates';

interface KindNode {
  readonly kind: RubricKind;
  readonly files: readonly Uri[];
}
type RubricNode = KindNode | Uri;

/** The order in which a grader's reader meets them. */
const kinds: readonly RubricKind[] = ['grader', 'judge', 'recipe', 'skill'];
/** A workspace with more of one kind shows the first. */
const mostFiles = 2000;

/** Rubrics: the grader, judge, recipe and skill files of all folders. */
export function registerRubrics(host: Host, showSlice: (text: string) => Promise<void>): Disposable {
  const changed = new EventEmitter<undefined>();
  const tree: TreeDataProvider<RubricNode> = {
    onDidChangeTreeData: changed.event,
    async getChildren(node) {
      if (node) return isKind(node) ? [...node.files] : [];
      const found = await Promise.all(kinds.map(async (kind) => ({ kind, files: await files(kind) })));
      tellGraders(found.some(({ kind, files }) => kind === 'grader' && files.length > 0));
      return found.filter((node) => node.files.length > 0);
    },
    getTreeItem: (node) => (isKind(node) ? kindItem(node) : fileItem(node)),
  };
  setImmediate(() => void files('grader', 1).then((graders) => tellGraders(graders.length > 0), host.fail));
  const watchers = kinds.map((kind) => workspace.createFileSystemWatcher(rubricPatterns[kind], false, true, false));
  return Disposable.from(
    changed,
    ...watchers,
    ...watchers.flatMap((watcher) => [
      watcher.onDidCreate(() => changed.fire(undefined)),
      watcher.onDidDelete(() => changed.fire(undefined)),
    ]),
    window.createTreeView('loop.rubrics', { treeDataProvider: tree, showCollapseAll: true }),
    host.command('loop.rubrics.refresh', () => changed.fire(undefined)),
    host.command('loop.rubrics.new_grader', () => create(templates().grader)),
    host.command('loop.rubrics.new_judge', () => create(templates().judge)),
    host.command('loop.rubrics.new_recipe', () => create(templates().recipe)),
    host.command('loop.rubrics.new_skill', newSkill),
    host.command('loop.rubrics.show_slice', (text) => (typeof text === 'string' ? showSlice(text) : undefined)),
    host.command('loop.rubrics.show_failing', (rule, ids) => showFailing(host, rule, ids)),
    registerRulePages(host),
  );
}

/** The walkthrough's step "write a rule" is done when a grader file is there. */
function tellGraders(there: boolean): void {
  void commands.executeCommand('setContext', 'loop.hasGraders', there);
}

async function files(kind: RubricKind, most = mostFiles): Promise<Uri[]> {
  const found = await workspace.findFiles(rubricPatterns[kind], '**/node_modules/**', most);
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function isKind(node: RubricNode): node is KindNode {
  return 'files' in node;
}

function kindItem({ kind, files }: KindNode): TreeItem {
  const made = new TreeItem(kindName(kind), TreeItemCollapsibleState.Expanded);
  made.id = `kind:${kind}`;
  made.description = String(files.length);
  return made;
}

function kindName(kind: RubricKind): string {
  switch (kind) {
    case 'grader':
      return l10n.t('Graders');
    case 'judge':
      return l10n.t('Judges');
    case 'recipe':
      return l10n.t('Recipes');
    case 'skill':
      return l10n.t('Skills');
  }
}

/** A skill is known by its folder: every one of them is called SKILL.md. */
function fileItem(uri: Uri): TreeItem {
  const parts = workspace.asRelativePath(uri).split('/');
  const isSkill = /\/skill\.md$/i.test(uri.path);
  const made = new TreeItem(uri, TreeItemCollapsibleState.None);
  made.id = uri.toString();
  made.iconPath = ThemeIcon.File;
  if (isSkill) made.label = parts.at(-2) ?? parts.at(-1) ?? '';
  made.description = parts.slice(0, isSkill ? -2 : -1).join('/');
  made.contextValue = /\.dataset\.ya?ml$/.test(uri.path) ? 'rubric.recipe' : 'rubric';
  made.command = { command: 'vscode.open', title: l10n.t('Open'), arguments: [uri] };
  return made;
}

/** Opens a new file with a working example in it, named so that the checks already apply; saving it is up to the user. */
async function create({ name, text }: Template, place?: Uri): Promise<void> {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const target = place ?? (folder ? Uri.joinPath(folder, await freeName(folder, name)) : Uri.file(name));
  const uri = target.with({ scheme: 'untitled' });
  const editor = await window.showTextDocument(await workspace.openTextDocument(uri));
  if (editor.document.getText() === '') await editor.edit((edit) => edit.insert(editor.selection.start, text));
}

/** The traces whose answer a rule fails, to be opened one by one. */
async function showFailing(host: Host, rule: unknown, ids: unknown): Promise<void> {
  const traces = Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  if (typeof rule !== 'string' || traces.length === 0) return;
  const rows = await host.engine.call('trace.rows', { traces });
  const items = rows.map(({ id, preview, verdict, captured_at }) => ({
    label: preview === '' ? id : preview,
    description: [verdict, captured_at.slice(0, 10)].filter((part) => part !== undefined).join(' · '),
    id,
  }));
  const chosen = await window.showQuickPick(items, { placeHolder: l10n.t('Traces that {0} fails', rule) });
  if (chosen) await commands.executeCommand('loop.review.open', chosen.id);
}

/** A skill is a folder with a SKILL.md of its name. */
async function newSkill(): Promise<void> {
  const name = await window.showInputBox({
    title: l10n.t('New Skill'),
    prompt: l10n.t('Name of the skill and of its folder: a–z, 0–9 and -'),
    value: 'my-skill',
    validateInput: (text) =>
      /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text) && text.length <= 64 ? undefined : l10n.t('Use a–z, 0–9 and single - between them'),
  });
  const folder = workspace.workspaceFolders?.[0]?.uri;
  if (name === undefined) return;
  const place = `${await skillsFolder(folder)}/${name}/SKILL.md`;
  await create({ name: folder ? place : 'SKILL.md', text: skillText(name) }, folder && Uri.joinPath(folder, place));
}

/** Where clients look for skills; the first of these folders that is there, else the one most of them read. */
async function skillsFolder(folder: Uri | undefined): Promise<string> {
  for (const place of ['.agents/skills', '.github/skills', '.claude/skills', 'skills']) {
    if (folder && (await isThere(Uri.joinPath(folder, place)))) return place;
  }
  return '.agents/skills';
}

function isThere(uri: Uri): Thenable<boolean> {
  return workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

/** `rules.grader.yaml`, or with the first number that is not taken. */
async function freeName(folder: Uri, name: string): Promise<string> {
  const dot = name.indexOf('.');
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${name.slice(0, dot)}-${n}${name.slice(dot)}`;
    if (!(await isThere(Uri.joinPath(folder, candidate)))) return candidate;
  }
}
