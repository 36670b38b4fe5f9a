import { build } from 'esbuild';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * Runs the bundle beside it with what an earlier process compiled of it: half the time of a start is compiling. The first
 * one that lives for a while leaves that for the others. Node 22 has this built in.
 */
const starter = `
const vm = require('node:vm'), fs = require('node:fs'), path = require('node:path'), { wrap } = require('node:module');
const filename = path.join(__dirname, 'program.cjs'), cache = path.join(__dirname, 'program.cache');
const cachedData = fs.existsSync(cache) ? fs.readFileSync(cache) : undefined;
const script = new vm.Script(wrap(fs.readFileSync(filename, 'utf8')), { filename, cachedData });
script.runInThisContext().call(exports, exports, require, module, filename, __dirname);
const keep = () => {
  fs.writeFileSync(cache + process.pid, script.createCachedData());
  fs.renameSync(cache + process.pid, cache);
};
if (!cachedData) setTimeout(keep, 1000).unref();
`;

export interface Bundled {
  /** The file to run. */
  readonly file: string;
  remove(): void;
}

/**
 * Bundles a program once, so that each process of it starts at once. `beside`: programs that it starts from files of these
 * names in its own folder. Entries are relative to this folder.
 */
export async function bundled(entry: string, beside: Readonly<Record<string, string>> = {}): Promise<Bundled> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'loop-child-'));
  const file = path.join(folder, 'child.cjs');
  fs.writeFileSync(file, starter);
  await Promise.all(
    Object.entries({ 'program.cjs': entry, ...beside }).map(([name, source]) =>
      build({
        entryPoints: [path.join(import.meta.dirname, source)],
        outfile: path.join(folder, name),
        bundle: true,
        platform: 'node',
        target: 'node20',
        format: 'cjs',
        mainFields: ['module', 'main'],
        logLevel: 'warning',
      }),
    ),
  );
  return { file, remove: () => fs.rmSync(folder, { recursive: true, force: true }) };
}
