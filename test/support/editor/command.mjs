// @ts-check
/** Runs other programs for the editor harness. Only node: modules, because it works before anything is installed. */
import { spawn } from 'node:child_process';
import path from 'node:path';

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [show] pass the output through instead of keeping it for the error message
 * @property {number} [timeout] milliseconds
 */

/**
 * Runs a program to its end and rejects, with the tail of what it said, unless it exits with 0.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<string>} its standard output; empty when shown
 */
export function run(file, args, options = {}) {
  // Windows starts .cmd files only through a shell, and a shell needs the quotes.
  const shell = process.platform === 'win32' && /\.cmd$/i.test(file);
  const quote = (/** @type {string} */ text) => (shell ? `"${text}"` : text);
  const child = spawn(quote(file), args.map(quote), {
    cwd: options.cwd,
    env: options.env ?? process.env,
    timeout: options.timeout,
    shell,
    stdio: options.show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  });
  endWithThisProcess(child);
  let out = '';
  let all = '';
  child.stdout?.on('data', (chunk) => ((out += chunk), (all += chunk)));
  child.stderr?.on('data', (chunk) => (all += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) return resolve(out);
      const shown = [path.basename(file), ...args].join(' ');
      reject(new Error(`\`${shown}\` ended with ${signal ?? code}.${all ? `\n${all.slice(-4000)}` : ''}`));
    });
  });
}

/**
 * A last resort: whatever way this process ends, a child still running is told to end too.
 * @param {import('node:child_process').ChildProcess} child
 */
export function endWithThisProcess(child) {
  const end = () => void child.kill();
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
}

/**
 * The npm that belongs to the running Node, wherever it was called from.
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function npm(args, options = {}) {
  const env = cleanEnvironment(options.env ?? process.env);
  const cli = process.env['npm_execpath'];
  if (cli && /npm-cli\.c?js$/.test(cli)) return run(process.execPath, [cli, ...args], { ...options, env });
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { ...options, env });
}

/**
 * What `npm run` adds for its own script (package fields, the project's prefix) must not reach a program started for another folder.
 * Registry, cache and proxy settings stay.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function cleanEnvironment(env) {
  const own =
    /^(npm_(package|lifecycle|command|node_execpath|config_(local_prefix|prefix|global_prefix))|INIT_CWD$|NODE_OPTIONS$)/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.test(name)));
}

/**
 * Finds a program on PATH, without starting it.
 * @param {string} name
 * @param {(file: string) => boolean} exists
 * @returns {string | undefined}
 */
export function onPath(name, exists) {
  const endings = process.platform === 'win32' ? ['.cmd', '.exe'] : [''];
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
    for (const ending of endings) {
      const file = path.join(folder, name + ending);
      if (folder && exists(file)) return file;
    }
  }
  return undefined;
}
