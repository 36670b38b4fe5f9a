// @ts-check
/**
 * The host tests in a desktop VS Code: `npm run test:desktop`. Takes the one VSCODE_EXECUTABLE names, else downloads one.
 * Never needed for `npm test`.
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { bundleHostTests, HOST_EXTENSION, testFiles } from './bundle.mjs';
import { commandOf, profileArguments, runDesktopCode } from './desktop-code.mjs';
import { CACHE, findVsix, ROOT } from './paths.mjs';
import { quietSettings } from './settings.mjs';

async function executable() {
  const named = process.env['VSCODE_EXECUTABLE'];
  if (named) return named;
  try {
    return await downloadAndUnzipVSCode({ cachePath: path.join(CACHE, 'desktop-download') });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`No desktop VS Code: set VSCODE_EXECUTABLE to one, or let it be downloaded (${why}).`);
  }
}

/** @param {string} dir */
async function runIn(dir) {
  const vscodeExecutablePath = await executable();
  const files = testFiles(path.join(ROOT, 'test', 'vscode', 'host'));
  const [suite, result, workspace, profile] = ['suite.js', 'result.json', 'workspace', 'profile'].map((name) =>
    path.join(dir, name),
  );
  if (!suite || !result || !workspace || !profile) return;
  const user = path.join(profile, 'data', 'User');
  await mkdir(user, { recursive: true });
  await writeFile(path.join(user, 'settings.json'), JSON.stringify(quietSettings('light')));
  const sample = path.join(ROOT, 'extension', 'sample');
  await (existsSync(sample) ? cp(sample, workspace, { recursive: true }) : mkdir(workspace));
  await runDesktopCode(commandOf(vscodeExecutablePath), profile, ['--install-extension', findVsix(), '--force']);
  await bundleHostTests(files, suite);
  await runTests({
    vscodeExecutablePath,
    extensionDevelopmentPath: HOST_EXTENSION,
    extensionTestsPath: suite,
    extensionTestsEnv: { LOOP_HOST_RESULT: result, LOOP_HOST_GREP: process.env['LOOP_HOST_GREP'] },
    launchArgs: [workspace, ...profileArguments(profile), '--disable-workspace-trust'],
  });
  const { tests, passes } = JSON.parse(await readFile(result, 'utf8'));
  console.log(`Desktop host tests: ${passes} of ${tests} passed`);
}

const dir = await mkdtemp(path.join(os.tmpdir(), 'loop-'));
try {
  await runIn(dir);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(dir, { recursive: true, force: true, maxRetries: 5 });
}
