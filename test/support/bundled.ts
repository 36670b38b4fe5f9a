import { build } from 'esbuild';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Bundles a test program once, so that each process of it starts at once. Answers with the file to run. */
export async function bundled(entry: string): Promise<{ file: string; remove(): void }> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'loop-child-'));
  const file = path.join(folder, 'child.cjs');
  await build({
    entryPoints: [path.join(import.meta.dirname, entry)],
    outfile: file,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    mainFields: ['module', 'main'],
    logLevel: 'warning',
  });
  return { file, remove: () => fs.rmSync(folder, { recursive: true, force: true }) };
}
