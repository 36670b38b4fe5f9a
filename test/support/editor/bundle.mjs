// @ts-check
/** Makes one file of the host tests, which the editor can load as its test suite. */
import { createRequire } from 'node:module';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './paths.mjs';

/** A folder with nothing in it but a manifest: the extension under test is installed, not developed. */
export const HOST_EXTENSION = path.join(ROOT, 'test', 'support', 'editor', 'host-extension');

/**
 * @param {string} folder all `*.test.ts` in it and below
 * @returns {string[]} in the order of their paths
 */
export function testFiles(folder) {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const files = names.filter((name) => name.endsWith('.test.ts')).sort();
  if (files.length === 0) throw new Error(`There is no *.test.ts in ${folder}.`);
  return files.map((name) => path.join(folder, name));
}

/**
 * @param {readonly string[]} files
 * @param {string} outfile
 */
export async function bundleHostTests(files, outfile) {
  const { build } = await import('esbuild');
  const mocha = createRequire(import.meta.url).resolve('mocha');
  const load = files.map((file) => `require(${JSON.stringify(file)});`).join(' ');
  await build({
    stdin: {
      contents: `const { runSuite } = require('./suite'); exports.run = () => runSuite(__filename, () => { ${load} });`,
      resolveDir: path.join(ROOT, 'test', 'support', 'editor'),
    },
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    sourcemap: 'linked',
    logLevel: 'warning',
    external: ['vscode'],
    // By its full path, because the bundle lies in a temporary folder.
    plugins: [{ name: 'mocha', setup: (b) => b.onResolve({ filter: /^mocha$/ }, () => ({ path: mocha, external: true })) }],
  });
}
