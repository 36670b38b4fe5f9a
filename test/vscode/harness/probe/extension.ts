/** A small extension that has one of everything the harness can drive, so the harness can be tested without the product. */
import path from 'node:path';
import * as vscode from 'vscode';

const FRUIT: Readonly<Record<string, readonly string[]>> = { Citrus: ['Lemon', 'Lime'], Stone: ['Cherry', 'Plum'] };

export function activate(context: vscode.ExtensionContext): { answer: number } {
  const commands: Record<string, (target: unknown) => Promise<unknown>> = {
    'probe.ask': ask,
    'probe.panel': () => openPanel(context),
    'probe.confirm': confirm,
    'probe.openFile': async () => say(`chosen: ${nameOf((await vscode.window.showOpenDialog({}))?.[0])}`),
    'probe.read': read,
    'probe.peel': (item) => say(`peeled ${String(item)}`),
    'probe.greet': () => say(vscode.l10n.t('Hello')),
  };
  for (const [id, handler] of Object.entries(commands)) context.subscriptions.push(vscode.commands.registerCommand(id, handler));
  const fruit = vscode.window.createTreeView('probe.fruit', { treeDataProvider: fruitTree, dragAndDropController: basket });
  fruit.badge = { value: 4, tooltip: '4 fruit' };
  context.subscriptions.push(fruit, vscode.window.createTreeView('probe.numbers', { treeDataProvider: numberTree }));
  context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider('loop-probe', models));
  return { answer: 42 };
}

/** Two language models that answer everything alike. */
const models: vscode.LanguageModelChatProvider = {
  provideLanguageModelChatInformation: () =>
    ['Teacher', 'Apprentice'].map((name) => ({
      id: name.toLowerCase(),
      name,
      family: 'probe',
      version: '1',
      maxInputTokens: 32_000,
      maxOutputTokens: 1000,
      capabilities: { toolCalling: true },
    })),
  provideLanguageModelChatResponse(model, _messages, _options, progress) {
    progress.report(new vscode.LanguageModelTextPart(`${model.name} would say: tomorrow.`));
    return Promise.resolve();
  },
  provideTokenCount: () => Promise.resolve(10),
};

async function say(text: string, ...buttons: string[]): Promise<string | undefined> {
  return vscode.window.showInformationMessage(text, ...buttons);
}

function nameOf(uri: vscode.Uri | undefined): string {
  return uri ? path.basename(uri.fsPath) : 'nothing';
}

async function ask(): Promise<void> {
  const many = await vscode.window.showQuickPick(Object.values(FRUIT).flat(), { title: 'Which?', canPickMany: true });
  const validateInput = (text: string): string | undefined => (text === '' ? 'A name is needed' : undefined);
  const name = await vscode.window.showInputBox({ title: 'Name', validateInput });
  const button = await say(`${name ?? 'Nobody'} likes ${many?.join(' and ') ?? 'nothing'}`, 'Thanks');
  if (button) await say(`pressed ${button}`);
}

async function confirm(): Promise<void> {
  const answer = await vscode.window.showWarningMessage('Really?', { modal: true }, 'Do It');
  await say(`answer: ${answer ?? 'none'}`);
}

async function read(target: unknown): Promise<void> {
  if (!(target instanceof vscode.Uri)) throw new Error('This command belongs to the explorer.');
  const { length } = await vscode.workspace.fs.readFile(target);
  await say(`read ${nameOf(target)}: ${length} bytes`);
}

const fruitTree: vscode.TreeDataProvider<string> = {
  getChildren: (parent) => [...(parent === undefined ? Object.keys(FRUIT) : (FRUIT[parent] ?? []))],
  getTreeItem(name) {
    const item = new vscode.TreeItem(name);
    if (name in FRUIT) item.collapsibleState = vscode.TreeItemCollapsibleState.Collapsed;
    item.description = `${name.length} letters`;
    item.tooltip = 'the tooltip';
    return item;
  },
};

const basket: vscode.TreeDragAndDropController<string> = {
  dragMimeTypes: [],
  dropMimeTypes: ['text/uri-list'],
  async handleDrop(target, data) {
    const list = await data.get('text/uri-list')?.asString();
    const names = list?.split('\r\n').map((uri) => nameOf(vscode.Uri.parse(uri)));
    await say(`dropped ${names?.join(', ') ?? 'nothing'} on ${target ?? 'the view'}`);
  },
};

const numberTree: vscode.TreeDataProvider<number> = {
  getChildren: (parent) => (parent === undefined ? Array.from({ length: 500 }, (_, index) => index) : []),
  getTreeItem: (number) => new vscode.TreeItem(`number ${number}`),
};

function openPanel(context: vscode.ExtensionContext): Promise<void> {
  const panel = vscode.window.createWebviewPanel('probe.panel', 'Probe Panel', vscode.ViewColumn.One, { enableScripts: true });
  context.subscriptions.push(panel);
  panel.webview.onDidReceiveMessage((text: unknown) => void say(`webview says ${String(text)}`));
  panel.webview.html = PANEL;
  return Promise.resolve();
}

const PANEL = `<!doctype html><html><head>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-probe'">
</head><body><input id="word" aria-label="Word"> <button id="send">Send</button>
<script nonce="probe">
const host = acquireVsCodeApi();
document.getElementById('send').onclick = () => host.postMessage(document.getElementById('word').value);
</script></body></html>`;
