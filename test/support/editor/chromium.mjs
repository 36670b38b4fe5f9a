// @ts-check
/** Finds Chromium, or installs it where that is allowed, or says in one sentence what to do. Never quietly goes without. */
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { onPath, run } from './command.mjs';
import { ROOT } from './paths.mjs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const APT = 'apt-get update && apt-get install -y chromium';

/**
 * @param {(line: string) => void} [say]
 * @returns {Promise<string>} path of a Chromium that starts
 */
export async function findChromium(say = console.log) {
  const named = process.env['CHROME_PATH'];
  if (named) {
    const problem = await startProblem(named);
    if (problem) throw new Error(`CHROME_PATH names ${named}, which does not start: ${problem}`);
    return named;
  }
  const found = (await firstThatStarts(PLACES)) ?? (await firstThatStarts([playwrightPath()]));
  if (found) return found;
  const installed = (await installByPlaywright(say)) ?? (await installByApt(say));
  if (installed) return installed;
  throw new Error(`The editor needs Chromium: run \`${asRoot(APT)}\`, or set CHROME_PATH to a Chromium or Chrome you have.`);
}

/** @param {readonly string[]} files */
async function firstThatStarts(files) {
  for (const file of files) if (existsSync(file) && !(await startProblem(file))) return file;
  return undefined;
}

/**
 * A browser can be there and still lack a library: only a start tells.
 * @param {string} file
 * @returns {Promise<string | undefined>}
 */
async function startProblem(file) {
  try {
    accessSync(file, constants.X_OK);
    await run(file, ['--version', '--no-sandbox'], { timeout: 30_000 });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Where Playwright keeps its own Chromium, present or not. */
function playwrightPath() {
  const require = createRequire(import.meta.url);
  /** @type {typeof import('playwright-core')} */
  const playwright = require('playwright-core');
  return playwright.chromium.executablePath();
}

/** @param {(line: string) => void} say */
async function installByPlaywright(say) {
  say('No Chromium found; asking Playwright for one …');
  const cli = path.join(ROOT, 'node_modules', 'playwright-core', 'cli.js');
  try {
    await run(process.execPath, [cli, 'install', 'chromium'], { timeout: 600_000 });
  } catch {
    say('Playwright could not download it.');
    return undefined;
  }
  return firstThatStarts([playwrightPath()]);
}

/** @param {(line: string) => void} say */
async function installByApt(say) {
  const allowed = process.env['LOOP_ALLOW_APT'] === '1' || /^(1|true)$/.test(process.env['CI'] ?? '');
  if (!allowed || !isRoot() || !onPath('apt-get', existsSync)) return undefined;
  say(`Installing Chromium: ${APT} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await run('apt-get', ['update'], { env });
    await run('apt-get', ['install', '-y', 'chromium'], { env });
  } catch (error) {
    throw new Error(`Chromium could not be installed by apt: ${error instanceof Error ? error.message : String(error)}`);
  }
  return firstThatStarts(PLACES);
}

function isRoot() {
  return process.getuid?.() === 0;
}

/** @param {string} command */
function asRoot(command) {
  return isRoot() ? command : `sudo sh -c '${command}'`;
}
