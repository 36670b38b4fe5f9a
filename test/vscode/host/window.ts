import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { until } from '../../support/editor/wait';

const run = promisify(execFile);

/** The installed product. */
export function product(): vscode.Extension<unknown> {
  const extension = vscode.extensions.getExtension('conscious-loop.conscious-loop');
  if (!extension) throw new Error('the extension is not installed');
  return extension;
}

/** The folder that is open. */
export function folder(): vscode.Uri {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  if (!first) throw new Error('no folder is open');
  return first.uri;
}

/** What the command line prints about the store of this window: the other door to the same engine. */
async function print(...args: string[]): Promise<string> {
  const program = path.join(product().extensionPath, 'dist', 'loop.js');
  const store = path.join(folder().fsPath, '.loop');
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const { stdout } = await run(process.execPath, [program, '--store', store, '--json', ...args], { env, maxBuffer: 1e8 });
  return stdout;
}

export async function loop(...args: string[]): Promise<unknown> {
  return JSON.parse(await print(...args));
}

/** One line of `loop list`. */
export interface Row {
  readonly id: string;
  readonly source: string;
  readonly state: string;
  readonly preview: string;
  readonly has: readonly string[];
}

export async function list(...args: string[]): Promise<Row[]> {
  const printed = await print('list', ...args);
  return printed
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
}

export interface Signal {
  readonly kind: string;
  readonly text?: string;
  readonly retracted?: boolean;
}

export async function signals(trace: string): Promise<readonly Signal[]> {
  return ((await loop('show', trace)) as { signals: Signal[] }).signals;
}

let sample: Thenable<unknown> | undefined;

/** The sample is in the store; imported by the first who asks. */
export async function withSample(): Promise<Row[]> {
  await product().activate();
  sample ??= vscode.commands.executeCommand('loop.import.sample');
  await sample;
  return list('--source', 'support-agent', '--limit', '500');
}

/** An unreviewed conversation of the sample that no other test has judged. */
export async function unreviewed(): Promise<string> {
  await withSample();
  const [first] = await list('--state', 'unreviewed', '--source', 'support-agent', '--limit', '1');
  if (!first) throw new Error('everything is reviewed already');
  return first.id;
}

/** The panel of a kind, once it is in front. */
export async function panelInFront(viewType: string): Promise<vscode.Tab> {
  return until(`the panel ${viewType}`, () => {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    return tab?.input instanceof vscode.TabInputWebview && tab.input.viewType.endsWith(viewType) ? tab : undefined;
  });
}

export async function closeEditors(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}
