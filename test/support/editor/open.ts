/** Opens the editor for screen tests: one server for all files, one browser and one fresh folder for each. */
import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, afterEach, before } from 'mocha';
import type { BrowserContext, Page } from 'playwright-core';
import { launchChromium, openEditor } from './browser.mjs';
import { Workbench } from './page';
import { findVsix, product, RESULTS } from './paths.mjs';
import { startServer, type EditorServer, type ServerOptions } from './server.mjs';

export interface OpenOptions {
  /** Folder whose content the workspace starts with. */
  readonly from?: string;
  /** The folder's name as the editor shows it; `workspace` when missing. */
  readonly name?: string;
  /** Files to write into it: path to text. */
  readonly files?: Readonly<Record<string, string>>;
  /** What else the folder needs before the editor opens it, for example a store. */
  readonly prepare?: (folder: string) => Promise<void>;
  /** A server of its own, with these options, in place of the one all files share. */
  readonly server?: Partial<ServerOptions>;
  /** Activity-bar title to wait for; the product's when missing. */
  readonly title?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
}

export interface OpenedWorkbench {
  readonly workbench: Workbench;
  /** Closes the page, which ends the extension host now and not in three hours. */
  close(): Promise<void>;
}

let shared: Promise<EditorServer> | undefined;
let context: Promise<BrowserContext> | undefined;

/** One browser for all files: what it has read of the editor's own program it need not read again. */
async function sharedContext(): Promise<BrowserContext> {
  context ??= newContext();
  return context;
}

async function newContext(): Promise<BrowserContext> {
  const made = await (await launchChromium()).newContext();
  await made.grantPermissions(['clipboard-read', 'clipboard-write']);
  // Functions given to `evaluate` mention this helper of the TypeScript loader, which pages do not have.
  await made.addInitScript('globalThis.__name ??= (value) => value');
  return made;
}

/** Ends the browser and forgets the server; the runner's last act before it stops the servers. */
export async function closeBrowser(): Promise<void> {
  const open = await context;
  context = undefined;
  shared = undefined;
  await open?.browser()?.close();
}

/** The server all screen tests use, started by the first. Its stop is the runner's (`stopAll`). */
async function sharedServer(): Promise<EditorServer> {
  shared ??= startServer({ vsix: [findVsix()] });
  return shared;
}

/** A new folder in the server's run folder, filled as asked. */
export async function freshFolder(server: EditorServer, options: OpenOptions = {}): Promise<string> {
  const folder = path.join(await mkdtemp(path.join(server.dir, 'w-')), options.name ?? 'workspace');
  await mkdir(folder);
  if (options.from) await cp(options.from, folder, { recursive: true });
  for (const [name, text] of Object.entries(options.files ?? {})) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  await options.prepare?.(folder);
  return folder;
}

/** What the editor keeps in the browser, its own files aside: each test file finds a browser nobody has used. */
const KEPT = 'indexeddb,local_storage,cookies,service_workers';

/** Opens a fresh folder as if in a fresh browser. */
export async function openWorkbench(server: EditorServer, options: OpenOptions = {}): Promise<OpenedWorkbench> {
  const folder = await freshFolder(server, options);
  const title = options.title ?? product().title;
  const page = await (await sharedContext()).newPage();
  try {
    await page.setViewportSize(options.viewport ?? { width: 1400, height: 900 });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Storage.clearDataForOrigin', { origin: new URL(server.url).origin, storageTypes: KEPT });
    await devtools.detach();
    const log = record(page);
    await openEditor(page, server.pageUrl(folder), title);
    return { workbench: new Workbench(page, folder, title, log), close: () => page.close() };
  } catch (error) {
    await page.close();
    throw error;
  }
}

function record(page: Page): string[] {
  const log: string[] = [];
  page.on('console', (message) => log.push(`${message.type()} ${message.text()} (${message.location().url})`));
  page.on('pageerror', (error) => log.push(`uncaught ${error.stack ?? error.message}`));
  page.on('crash', () => log.push('the page crashed'));
  return log;
}

/**
 * For a `describe`: opens the editor before its tests and closes it after them. A failed test says what was on the screen and leaves a picture and the page's log in test-results.
 * The answer gives the workbench once a test runs.
 */
export function useWorkbench(options: OpenOptions = {}): () => Workbench {
  let own: EditorServer | undefined;
  let opened: OpenedWorkbench | undefined;
  before(async function () {
    this.timeout(180_000);
    if (options.server) own = await startServer({ ...options.server, vsix: options.server.vsix ?? [findVsix()] });
    opened = await openWorkbench(own ?? (await sharedServer()), options);
  });
  afterEach(async function () {
    if (opened && this.currentTest?.state === 'failed') await keepEvidence(opened, this.currentTest.fullTitle());
  });
  after(async function () {
    this.timeout(60_000);
    await opened?.close();
    await own?.stop();
  });
  return () => {
    if (!opened) throw new Error('The editor is open only while tests run: call this inside `it`.');
    return opened.workbench;
  };
}

async function keepEvidence(opened: OpenedWorkbench, title: string): Promise<void> {
  const name = title.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100);
  const folder = path.join(RESULTS, 'screen');
  await mkdir(folder, { recursive: true });
  const summary = await opened.workbench.summary().catch((error: unknown) => `      nothing could be read: ${String(error)}`);
  console.log(`    On the screen when it failed:\n${summary}`);
  await writeFile(path.join(folder, `${name}.log`), opened.workbench.log.join('\n'));
  await opened.workbench.page.screenshot({ path: path.join(folder, `${name}.png`) });
}
