import fs from 'node:fs';
import * as z from 'zod';
import type { Disk } from './disk';
import { codeOf } from './errors';
import type { Layout } from './layout';

/** What belongs to this copy of the store alone (`local.json`). */
export const localFile = z.object({
  writer: z.string().regex(/^[a-z0-9]{1,26}$/),
  path: z.string(),
  device: z.string(),
  inode: z.string(),
  /** The segment files this copy has, so that one that is gone is missed. Absent in files of earlier versions. */
  segments: z.array(z.string()).optional(),
});
export type LocalFile = z.infer<typeof localFile>;

export function readLocal(layout: Layout): LocalFile | undefined {
  const parsed = localFile.safeParse(readJson(layout.local));
  return parsed.success ? parsed.data : undefined;
}

export async function writeLocal(disk: Disk, layout: Layout, local: LocalFile): Promise<void> {
  await writeJson(disk, layout.local, local);
}

/** Undefined when there is no such file, null when it is no JSON. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export async function writeJson(disk: Disk, file: string, value: unknown): Promise<void> {
  await disk.replace(file, [Buffer.from(`${JSON.stringify(value)}\n`)], 'identity');
}
