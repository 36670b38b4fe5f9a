// @ts-check
/** Starts and stops a VS Code server with the packaged extension installed. One run = one folder that goes away with it. */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { endWithThisProcess, run } from './command.mjs';
import { installEditor } from './install.mjs';
import { endProcesses } from './processes.mjs';
import { environmentOf, makeRunFolder, writeSettings } from './run-folder.mjs';

/**
 * @typedef {object} ServerOptions
 * @property {readonly string[]} vsix extensions to install
 * @property {boolean} [smokeTestDriver] for host tests; only without it do toasts show and modal dialogs work
 * @property {string} [locale] `de`: extensions then use their German texts
 * @property {import('./settings.mjs').Theme} [theme] light when missing
 * @property {Record<string, unknown>} [settings] user settings on top of the quiet ones
 * @property {Record<string, string>} [env] reaches the extension host and what it starts
 * @property {number} [port] a free one when missing
 * @property {string} [token] a secret the address must carry; none when missing
 * @property {(line: string) => void} [say] progress of the install
 */

/**
 * @typedef {object} EditorServer
 * @property {string} url `http://127.0.0.1:PORT/`
 * @property {string} dir this run's folder, with `data`, `extensions`, `home`, `tmp`
 * @property {(folder: string, payload?: readonly (readonly [string, string])[]) => string} pageUrl the address that opens a folder
 * @property {() => string} output what the server has printed so far
 * @property {(to: string) => void} keepLogs copies the editor's log files, if it writes any
 * @property {Promise<void>} ended when the server ends, asked to or not
 * @property {() => Promise<void>} stop ends every process of the run and removes its folder; may be called twice
 */

/**
 * @typedef {object} Running
 * @property {string} dir
 * @property {number} [pid]
 */

const READY_WITHIN = 60_000;

/**
 * @param {ServerOptions} options
 * @returns {Promise<EditorServer>}
 */
export async function startServer(options) {
  const editor = await installEditor(options.say);
  /** @type {Running} */
  const running = { dir: await makeRunFolder() };
  const stop = stopper(running);
  try {
    await writeSettings(running.dir, options);
    const env = environmentOf(running.dir, options.env);
    for (const vsix of options.vsix) await installVsix(editor, running.dir, env, vsix);
    return await launch(editor, running, env, options, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * @param {import('./install.mjs').Editor} editor
 * @param {string} dir
 * @param {NodeJS.ProcessEnv} env
 * @param {string} vsix
 */
async function installVsix(editor, dir, env, vsix) {
  const said = await run(editor.node, [editor.server, '--server-data-dir', dir, '--install-extension', vsix], { env });
  // Some refusals still end with 0.
  if (!said.includes('successfully installed')) throw new Error(`The editor did not install ${vsix}:\n${said}`);
}

/**
 * @param {import('./install.mjs').Editor} editor
 * @param {Running} running
 * @param {NodeJS.ProcessEnv} env
 * @param {ServerOptions} options
 * @param {() => Promise<void>} stop
 * @returns {Promise<EditorServer>}
 */
async function launch(editor, running, env, options, stop) {
  const { dir } = running;
  const args = [editor.server, ...serverArguments(dir, options)];
  const child = spawn(editor.node, args, { env, cwd: path.join(dir, 'home'), stdio: ['ignore', 'pipe', 'pipe'] });
  if (child.pid) running.pid = child.pid;
  endWithThisProcess(child);
  let printed = '';
  const ended = new Promise((/** @type {(value: void) => void} */ resolve) => child.once('exit', () => resolve()));
  const keep = (/** @type {Buffer} */ chunk) => void (printed = (printed + chunk).slice(-200_000));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const url = `http://127.0.0.1:${await listening(child, () => printed)}/`;
  return {
    url,
    dir,
    pageUrl: (folder, payload) => address(url, folder, options.token, payload),
    output: () => printed,
    keepLogs: (to) => keepLogs(dir, to, printed),
    ended,
    stop,
  };
}

/**
 * @param {string} dir
 * @param {ServerOptions} options
 * @returns {string[]}
 */
function serverArguments(dir, options) {
  return [
    ...['--host', '127.0.0.1', '--port', String(options.port ?? 0), '--server-data-dir', dir],
    ...['--accept-server-license-terms', '--disable-telemetry', '--disable-workspace-trust'],
    ...(options.token ? ['--connection-token', options.token] : ['--without-connection-token']),
    ...(options.smokeTestDriver ? ['--enable-smoke-test-driver'] : []),
    ...(options.locale ? ['--locale', options.locale] : []),
  ];
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {() => string} printed
 * @returns {Promise<number>} the port
 */
function listening(child, printed) {
  return new Promise((resolve, reject) => {
    const fail = (/** @type {string} */ why) => {
      clearTimeout(timer);
      if (/EADDRINUSE/.test(printed())) return reject(new Error('The port is taken; choose another or none.'));
      reject(new Error(`The editor server ${why}:\n${printed().slice(-4000)}`));
    };
    const timer = setTimeout(() => fail(`was not ready within ${READY_WITHIN / 1000} s`), READY_WITHIN);
    child.once('error', (error) => fail(`could not be started (${error.message})`));
    child.once('exit', (code, signal) => fail(`ended with ${signal ?? code}`));
    child.stdout?.on('data', () => {
      const port = /available at https?:\/\/[^:/\s]+:(\d+)/.exec(printed())?.[1];
      if (!port) return;
      clearTimeout(timer);
      resolve(Number(port));
    });
  });
}

/**
 * @param {string} url
 * @param {string} folder
 * @param {string} [token]
 * @param {readonly (readonly [string, string])[]} [payload]
 */
function address(url, folder, token, payload) {
  const page = new URL(url);
  if (token) page.searchParams.set('tkn', token);
  page.searchParams.set('folder', folder);
  if (payload) page.searchParams.set('payload', JSON.stringify(payload));
  // The editor takes slashes as they are, and people read this.
  return page.href.replaceAll('%2F', '/');
}

/**
 * @param {string} dir
 * @param {string} to
 * @param {string} printed
 */
function keepLogs(dir, to, printed) {
  mkdirSync(to, { recursive: true });
  const logs = path.join(dir, 'data', 'logs');
  if (existsSync(logs)) cpSync(logs, to, { recursive: true });
  writeFileSync(path.join(to, 'server.txt'), printed);
}

/** @type {Set<() => Promise<void>>} */
const stoppers = new Set();

/** @param {Running} running */
function stopper(running) {
  /** @type {Promise<void> | undefined} */
  let stopping;
  const stop = () => (stopping ??= end());
  const end = async () => {
    await endProcesses(running.pid, running.dir);
    await rm(running.dir, { recursive: true, force: true, maxRetries: 5 });
    stoppers.delete(stop);
  };
  stoppers.add(stop);
  return stop;
}

/** Ends every server that this process has started. */
export async function stopAll() {
  await Promise.all([...stoppers].map((stop) => stop()));
}

/**
 * From now on Ctrl+C, a closed terminal and SIGTERM end the servers before they end this process.
 * @param {number} [exitCode] 128 + the signal's number when missing, as shells do
 */
export function stopOnSignals(exitCode) {
  let asked = false;
  for (const [signal, number] of /** @type {const} */ ([
    ['SIGHUP', 1],
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ])) {
    process.on(signal, () => {
      if (asked) return;
      asked = true;
      void stopAll().finally(() => process.exit(exitCode ?? 128 + number));
    });
  }
}
