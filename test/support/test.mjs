// `npm test`: installs, builds and runs every test, the real editor included. Plain Node, nothing installed before.
// `--only unit|editor` runs a part. Ends with one line `N passed, N failed`.
import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const totals = { passed: 0, failed: 0 };
/** How mocha says what passed and what failed. */
const MOCHA = [/^\s*(\d+) passing\b/gm, /^\s*(\d+) failing\b/gm];
/** How the editor's runner sums up: it runs some files a second time, so mocha's own counts are too many. */
const EDITOR = [/^ {2}\w+ +(\d+) passed/gm, /^ {2}\w+ +\d+ passed.*: (\d+) of \d+ failed$/gm];

/** Runs one command in the project's folder; `counts`: adds up what passed and failed by what it prints. `whole`: prints it all at its end. */
function step(title, command, args, { counts, whole = false } = {}) {
  if (!whole) console.log(`\n── ${title}`);
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1', MOCHA_COLORS: '0' },
      shell: process.platform === 'win32',
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      if (!whole) process.stdout.write(chunk);
      if (counts || whole) output += chunk;
    });
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(false);
    });
    child.on('close', (code) => {
      if (whole) console.log(`\n── ${title}\n${output}`);
      // Some programs colour whatever they are told.
      const plain = output.replace(/\x1b\[[\d;]*m/g, '');
      const sum = (pattern) => [...plain.matchAll(pattern)].reduce((n, match) => n + Number(match[1]), 0);
      const [passed = 0, failed = 0] = counts?.map(sum) ?? [];
      totals.passed += passed;
      totals.failed += failed;
      if (counts && passed + failed === 0) console.error(`${title}: no test ran.`);
      const ok = code === 0 && !(counts && passed === 0);
      if (!ok && failed === 0) totals.failed += 1;
      resolve(ok);
    });
  });
}

function installed() {
  const [lock, marker] = ['package-lock.json', 'node_modules/.package-lock.json'].map((file) => path.join(root, file));
  return existsSync(marker) && statSync(marker).mtimeMs >= statSync(lock).mtimeMs;
}

/** Neither needs the other, and each keeps one core busy. */
async function checks() {
  const check = (title, script) => step(title, npm, ['run', '--silent', script], { whole: true });
  const good = await Promise.all([check('Type check', 'typecheck'), check('Lint', 'lint')]);
  return good.every(Boolean);
}

const stages = [
  ['install', async () => installed() || (await step('Install', npm, ['ci', '--no-audit', '--no-fund']))],
  ['unit', checks],
  ['package', () => step('Build and package', npm, ['run', '--silent', 'package'])],
  ['unit', () => step('Tests of core, server and webview', npm, ['run', '--silent', 'test:unit'], { counts: MOCHA })],
  ['editor', () => step('Tests in the real editor', npm, ['run', '--silent', 'test:editor'], { counts: EDITOR })],
];

let ok = true;
for (const [name, run] of stages) {
  if (only && (name === 'unit' || name === 'editor') && name !== only) continue;
  const good = await run();
  ok &&= good;
  // Without its packages or its bundle nothing later can say anything true.
  if (!good && (name === 'install' || name === 'package')) break;
}
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = ok ? 0 : 1;
