// @ts-check
/** Where things are, and how the packaged extension names itself. Read from package.json, so nothing here can drift from it. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Holds everything that is downloaded or thrown away. LOOP_EDITOR_CACHE moves it, for example onto a cached CI volume. */
export const CACHE = path.resolve(ROOT, process.env['LOOP_EDITOR_CACHE'] || '.vscode-test');

/** Failure screenshots, page logs and editor logs of the last run. */
export const RESULTS = path.join(ROOT, 'test-results');

/** @returns {{ id: string, version: string, title: string }} id is `publisher.name`; title is the activity-bar icon's name */
export function product() {
  const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const title = manifest.contributes?.viewsContainers?.activitybar?.[0]?.title ?? manifest.displayName;
  return { id: `${manifest.publisher}.${manifest.name}`, version: manifest.version, title };
}

/**
 * The packaged extension under test: LOOP_VSIX, else the newest dist/*.vsix.
 * @returns {string}
 */
export function findVsix() {
  const named = process.env['LOOP_VSIX'];
  if (named) {
    if (!existsSync(named)) throw new Error(`LOOP_VSIX names ${named}, which does not exist.`);
    return path.resolve(named);
  }
  const dist = path.join(ROOT, 'dist');
  const found = existsSync(dist) ? readdirSync(dist).filter((name) => name.endsWith('.vsix')) : [];
  const byAge = found.map((name) => path.join(dist, name)).sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  if (!byAge[0]) throw new Error('There is no dist/*.vsix to test. Run `npm run package` first.');
  return byAge[0];
}
