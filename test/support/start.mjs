// @ts-check
/**
 * `npm start`: from a fresh clone to the extension running in an editor on the sample. Plain Node, nothing installed before.
 *   --check  opens the editor in a headless Chromium, waits for the extension, says "ready" and ends
 *   --keep   goes on with the sample folder of the last start instead of a fresh copy
 *   LOOP_PORT fixes the port of the editor server; VSCODE_EXECUTABLE names a desktop VS Code
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { launchChromium, openEditor } from './editor/browser.mjs';
import { npm, onPath } from './editor/command.mjs';
import { findDesktopCode, runDesktopCode } from './editor/desktop-code.mjs';
import { CACHE, findVsix, product, ROOT } from './editor/paths.mjs';
import { startServer, stopOnSignals } from './editor/server.mjs';
import { quietSettings } from './editor/settings.mjs';

const check = process.argv.includes('--check');
const keep = process.argv.includes('--keep');
const say = (/** @type {string} */ line) => console.log(`• ${line}`);

async function main() {
  requireNode();
  stopOnSignals(0);
  await installPackages();
  say('Building and packaging the extension …');
  await npm(['run', 'package'], { cwd: ROOT });
  const workspace = await sampleWorkspace();
  const code = check ? undefined : findDesktopCode();
  if (code) await openDesktop(code, workspace);
  else await openServer(workspace);
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    throw new Error(`This needs Node 20.19 or newer; you have ${process.versions.node}.`);
}

/** Installs when nothing is there yet, or when the lockfile is newer than what is. */
async function installPackages() {
  const lock = path.join(ROOT, 'package-lock.json');
  const installed = path.join(ROOT, 'node_modules', '.package-lock.json');
  // npm writes both files within one install, in no fixed order.
  const sameInstall = 10_000;
  if (existsSync(installed) && (!existsSync(lock) || statSync(installed).mtimeMs + sameInstall >= statSync(lock).mtimeMs)) return;
  say('Installing the packages …');
  await npm([existsSync(lock) ? 'ci' : 'install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: ROOT });
}

/** A copy to play with; the sample itself is never changed. */
async function sampleWorkspace() {
  const workspace = path.join(CACHE, 'sample-workspace');
  if (keep && existsSync(workspace)) return workspace;
  await rm(workspace, { recursive: true, force: true });
  await cp(path.join(ROOT, 'extension', 'sample'), workspace, { recursive: true });
  return workspace;
}

/**
 * @param {string} code
 * @param {string} workspace
 */
async function openDesktop(code, workspace) {
  say(`Opening VS Code (${code}) with a profile of its own …`);
  const profile = path.join(CACHE, 'desktop');
  const settings = path.join(profile, 'data', 'User', 'settings.json');
  await mkdir(path.dirname(settings), { recursive: true });
  if (!existsSync(settings)) await writeFile(settings, JSON.stringify(quietSettings('light'), undefined, 2));
  await runDesktopCode(code, profile, ['--install-extension', findVsix(), '--force']);
  await runDesktopCode(code, profile, ['--new-window', workspace]);
  say(`VS Code is open on ${workspace}. Look for “${product().title}” in the activity bar.`);
}

/** @param {string} workspace */
async function openServer(workspace) {
  say('Starting the editor …');
  // Other users of this machine, and web pages, can reach the port as well: only who has this address gets in.
  const token = randomBytes(16).toString('hex');
  // The editor has a home of its own; acts still carry the name their author has in git.
  const git = process.env['GIT_CONFIG_GLOBAL'] ?? path.join(homedir(), '.gitconfig');
  const env = existsSync(git) ? { GIT_CONFIG_GLOBAL: git } : {};
  const server = await startServer({ vsix: [findVsix()], token, port: Number(process.env['LOOP_PORT'] ?? 0), env, say });
  try {
    const address = server.pageUrl(workspace);
    if (check) return await checkReady(address);
    say(`The editor is running: ${address}`);
    say(`Look for “${product().title}” in the activity bar. Ctrl+C ends it.`);
    openBrowser(address);
    await server.ended;
    throw new Error(`The editor server ended:\n${server.output().slice(-2000)}`);
  } finally {
    await server.stop();
  }
}

/** @param {string} address */
async function checkReady(address) {
  const browser = await launchChromium(say);
  const page = await browser.newPage();
  try {
    await openEditor(page, address, product().title);
    say('ready');
  } finally {
    await page.close();
    await browser.close();
  }
}

/**
 * Where there is no screen the printed address has to do.
 * @param {string} address
 */
function openBrowser(address) {
  const screen = process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'];
  const opener = screen ? onPath('xdg-open', existsSync) : undefined;
  if (opener) spawn(opener, [address], { stdio: 'ignore', detached: true }).unref();
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
