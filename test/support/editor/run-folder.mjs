// @ts-check
/** The folder of one run of the editor server: its settings, its HOME, its TMPDIR. Nothing outside it is written. */
import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { cleanEnvironment } from './command.mjs';
import { product } from './paths.mjs';
import { quietSettings } from './settings.mjs';

/** Sockets are made in here, and a socket's path may have 107 bytes: a long TMPDIR is of no use. */
export async function makeRunFolder() {
  const base = os.tmpdir().length <= 20 ? os.tmpdir() : '/tmp';
  const dir = await realpath(await mkdtemp(path.join(base, 'loop-')));
  for (const name of ['home', 'tmp', 'data/User']) await mkdir(path.join(dir, name), { recursive: true });
  return dir;
}

/**
 * @param {string} dir
 * @param {import('./server.mjs').ServerOptions} options
 */
export async function writeSettings(dir, options) {
  const data = path.join(dir, 'data');
  const settings = { ...quietSettings(options.theme ?? 'light'), ...options.settings };
  await writeFile(path.join(data, 'User', 'settings.json'), JSON.stringify(settings));
  if (options.locale) await writeLanguagePack(data, options.locale);
}

/**
 * An empty translation of the editor itself is enough for extensions to be given their own texts. The list must name an extension.
 * @param {string} data
 * @param {string} locale
 */
async function writeLanguagePack(data, locale) {
  const translation = path.join(data, 'main.i18n.json');
  const { id, version } = product();
  const extensions = [{ extensionIdentifier: { id }, version }];
  const pack = { hash: 'loop', label: locale, extensions, translations: { vscode: translation } };
  await writeFile(translation, '{"contents":{}}');
  await writeFile(path.join(data, 'languagepacks.json'), JSON.stringify({ [locale]: pack }));
}

/**
 * What the server, the extension host and everything they start see. The XDG folders would lead out of the run folder.
 * @param {string} dir
 * @param {Record<string, string>} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentOf(dir, extra) {
  const inherited = Object.entries(cleanEnvironment(process.env)).filter(([name]) => !/^(VSCODE_|ELECTRON_|XDG_)/.test(name));
  return { ...Object.fromEntries(inherited), HOME: path.join(dir, 'home'), TMPDIR: path.join(dir, 'tmp'), ...extra };
}
