import { stat } from 'node:fs/promises';
import type { CurrentGraders } from '../../core/feedback/scores';
import { Problem } from '../../core/lib/problem';
import type { EngineContext } from './context';
import { placeOf } from './exports';
import { readGrader } from './grader-file';

interface Known {
  readonly changed: number;
  readonly hash: string | undefined;
}

/** Hashes of files by what they were when they were last read; grader files are looked at often and change seldom. */
const known = new WeakMap<EngineContext, Map<string, Known>>();

/**
 * The hash of each grader's file as it is now; grades by other rules are stale. Of a file that is gone or in error the
 * newest grades count.
 */
export async function currentGraders(context: EngineContext): Promise<CurrentGraders> {
  const current = new Map<string, string>();
  for (const { body } of await context.store.graderRuns()) {
    if (current.has(body.grader)) continue;
    current.set(body.grader, (await hashOf(context, body.grader, placeOf(context, body.file))) ?? body.grader_hash);
  }
  return current;
}

async function hashOf(context: EngineContext, name: string, file: string): Promise<string | undefined> {
  const files = known.get(context) ?? new Map<string, Known>();
  known.set(context, files);
  const found = await stat(file).catch(() => undefined);
  if (!found) return undefined;
  const before = files.get(file);
  if (before?.changed === found.mtimeMs) return before.hash;
  const hash = await read(context, name, file);
  files.set(file, { changed: found.mtimeMs, hash });
  return hash;
}

async function read(context: EngineContext, name: string, file: string): Promise<string | undefined> {
  try {
    const { compiled, hash } = await readGrader({ path: file }, context.workspace, context.hasher);
    return compiled.name === name ? hash : undefined;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
