/** Host tests: mocha inside the extension host of a real editor, next to the installed extension. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format } from 'node:util';
import type { Page } from 'playwright-core';
import * as z from 'zod';
import { launchChromium } from './browser.mjs';
import { bundleHostTests, HOST_EXTENSION } from './bundle.mjs';
import { freshFolder } from './open';
import { judge, type Outcome } from './outcome';
import { findVsix, RESULTS, ROOT } from './paths.mjs';
import { REPORT } from './report';
import { startServer, type EditorServer } from './server.mjs';

export interface HostOptions {
  readonly files: readonly string[];
  /** Extensions to install; the product when missing. */
  readonly vsix?: readonly string[];
  /** Only tests whose full title matches. */
  readonly grep?: string | undefined;
  /** Variables for the suite. */
  readonly env?: Readonly<Record<string, string>>;
  /** Receives mocha's report line by line. */
  readonly say?: (line: string) => void;
  /** Milliseconds for all tests together. */
  readonly timeout?: number;
}

interface HostRun {
  readonly server: EditorServer;
  /** The bundled tests, and where they write their numbers. */
  readonly suite: string;
  readonly result: string;
  /** What the editor logs beside mocha's report. */
  readonly log: string[];
}

const numbers = z.object({ tests: z.number(), passes: z.number(), failures: z.number() });
const SAMPLE = path.join(ROOT, 'extension', 'sample');
const EVIDENCE = path.join(RESULTS, 'host');

/** Runs the tests on a copy of the sample. A failing test is an outcome; what rejects is an editor that did not run them. */
export async function runHostTests(options: HostOptions): Promise<Outcome> {
  const server = await startServer({ vsix: options.vsix ?? [findVsix()], smokeTestDriver: true });
  const run = { server, suite: path.join(server.dir, 'suite.js'), result: path.join(server.dir, 'result.json'), log: [] };
  let outcome: Outcome | undefined;
  try {
    await bundleHostTests(options.files, run.suite);
    const exit = await openSuite(run, options);
    outcome = judge(await readResult(run, exit));
    return outcome;
  } finally {
    if (!outcome || outcome.problem) await keepEvidence(run);
    await server.stop();
  }
}

/** Answers the exit code the editor reports for the suite: 0 when `run` resolved. */
async function openSuite(run: HostRun, options: HostOptions): Promise<number> {
  const folder = await freshFolder(run.server, existsSync(SAMPLE) ? { from: SAMPLE } : {});
  const env = { ...options.env, LOOP_HOST_RESULT: run.result, LOOP_HOST_GREP: options.grep ?? '' };
  const address = run.server.pageUrl(folder, [
    ['extensionDevelopmentPath', `vscode-remote://remote${HOST_EXTENSION}`],
    ['extensionTestsPath', `vscode-remote://remote${run.suite}`],
    ['extensionEnvironment', JSON.stringify(env)],
  ]);
  const browser = await launchChromium();
  const page = await browser.newPage();
  try {
    await readLog(page, options.say ?? console.log, run.log);
    return await exitCode(page, address, options.timeout ?? 600_000);
  } finally {
    await page.close();
    await browser.close();
  }
}

async function exitCode(page: Page, address: string, timeout: number): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  let report: (code: number) => void = () => undefined;
  const finished = new Promise<number>((resolve, reject) => {
    report = resolve;
    page.once('crash', () => reject(new Error('The editor page crashed.')));
    timer = setTimeout(() => reject(new Error(`The host tests did not end within ${timeout / 1000} s.`)), timeout);
  });
  await page.exposeFunction('codeAutomationExit', report);
  try {
    await Promise.race([page.goto(address), finished]);
    return await finished;
  } finally {
    clearTimeout(timer);
  }
}

/** Passes on mocha's report, and keeps all the rest the editor logs. */
async function readLog(page: Page, say: (line: string) => void, log: string[]): Promise<void> {
  await page.exposeFunction('codeAutomationLog', (level: string, args: unknown[]) => {
    const line = format(...args);
    if (line.startsWith(REPORT)) say(line.slice(REPORT.length));
    else log.push(`[${level}] ${line}`);
  });
}

/** The numbers the suite wrote. The editor's exit code must agree: a suite that died has written none. */
async function readResult(run: HostRun, exit: number): Promise<Omit<Outcome, 'problem'>> {
  const text = await readFile(run.result, 'utf8').catch(() => undefined);
  if (text === undefined)
    throw new Error(`The host tests ended with ${exit} before one ran; the editor's log is in ${EVIDENCE}.`);
  const result = numbers.parse(JSON.parse(text));
  if ((exit === 0) !== (result.failures === 0 && result.tests > 0)) {
    throw new Error(`The editor reports ${exit} for ${JSON.stringify(result)}.`);
  }
  return result;
}

async function keepEvidence(run: HostRun): Promise<void> {
  run.server.keepLogs(EVIDENCE);
  await writeFile(path.join(EVIDENCE, 'page.txt'), run.log.join('\n'));
}
