// @ts-check
/** The desktop VS Code of this machine, if there is one, by its command-line program. */
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cleanEnvironment, onPath, run } from './command.mjs';

const MAC = 'Visual Studio Code.app/Contents/Resources/app/bin/code';
/** @type {Partial<Record<NodeJS.Platform, readonly string[]>>} */
const PLACES = {
  darwin: [`/Applications/${MAC}`, path.join(os.homedir(), 'Applications', MAC)],
  linux: ['/usr/share/code/bin/code', '/usr/bin/code', '/snap/bin/code'],
  win32: [process.env['LOCALAPPDATA'] && path.join(process.env['LOCALAPPDATA'], 'Programs'), process.env['ProgramFiles']].flatMap(
    (folder) => (folder ? [path.join(folder, 'Microsoft VS Code', 'bin', 'code.cmd')] : []),
  ),
};

/**
 * VSCODE_EXECUTABLE, else `code` on PATH, else the usual places. Undefined where no window could open.
 * @returns {string | undefined}
 */
export function findDesktopCode() {
  const named = process.env['VSCODE_EXECUTABLE'];
  if (named) return commandOf(named);
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) return undefined;
  // In a remote terminal, and in WSL, `code` talks to a window on another machine, which takes no folders of its own from us.
  const elsewhere = process.env['VSCODE_IPC_HOOK_CLI'] ?? process.env['WSL_DISTRO_NAME'];
  const found = elsewhere ? undefined : onPath('code', existsSync);
  return found ?? (PLACES[process.platform] ?? []).find((file) => existsSync(file));
}

/**
 * The command-line program that belongs to an executable, a macOS app folder, or itself.
 * @param {string} executable
 * @returns {string}
 */
export function commandOf(executable) {
  if (!existsSync(executable)) throw new Error(`VSCODE_EXECUTABLE names ${executable}, which does not exist.`);
  const folder = path.dirname(executable);
  const near = [
    path.basename(folder) === 'bin' ? executable : '',
    path.join(executable, 'Contents/Resources/app/bin/code'),
    path.join(folder, '../Resources/app/bin/code'),
    path.join(folder, 'bin', process.platform === 'win32' ? 'code.cmd' : 'code'),
  ];
  const found = near.find((file) => file !== '' && existsSync(file));
  if (!found) throw new Error(`VSCODE_EXECUTABLE names ${executable}, which has no bin/code beside it.`);
  return found;
}

/**
 * Runs it with a profile of its own, so that the user's settings and extensions are neither used nor changed.
 * @param {string} command
 * @param {string} profile folder
 * @param {readonly string[]} args
 */
export async function runDesktopCode(command, profile, args) {
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  await run(command, [...profileArguments(profile), ...root, ...args], { env: cleanEnvironment(process.env), timeout: 120_000 });
}

/** @param {string} profile */
export function profileArguments(profile) {
  return ['--user-data-dir', path.join(profile, 'data'), '--extensions-dir', path.join(profile, 'extensions')];
}
