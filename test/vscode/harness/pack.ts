/** Packages the probe extension of this folder the way the product is packaged. */
import { cp, mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { build } from 'esbuild';
import { ROOT } from '../../support/editor/paths.mjs';

const PROBE = path.join(ROOT, 'test', 'vscode', 'harness', 'probe');

/** Answers the path of the .vsix, in a temporary folder that the caller removes. */
export async function packProbe(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'loop-probe-'));
  await cp(PROBE, folder, { recursive: true, filter: (file) => !file.endsWith('.ts') });
  await build({
    entryPoints: [path.join(PROBE, 'extension.ts')],
    outfile: path.join(folder, 'extension.js'),
    bundle: true,
    platform: 'node',
    external: ['vscode'],
  });
  const vsix = path.join(folder, 'probe.vsix');
  await createVSIX({ cwd: folder, packagePath: vsix, dependencies: false, allowMissingRepository: true, skipLicense: true });
  return vsix;
}
