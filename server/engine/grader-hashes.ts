import { stat } from 'node:fs/promises';
import type { CurrentGraders } from '../../core/feedback/scores';
import { Problem } from '../../core/lib/problem';
import type { EngineContext } from './context';
import { placeOf } from './exports';
import { readGrader } from './grader-file';
import { readJudge } from './judge-file';

interface Known {
  readonly changed: number;
  readonly is: Named | undefined;
}

/** Hashes of files by what they were when they were last read; rubric files are looked at often and change seldom. */
const known = new WeakMap<EngineContext, Map<string, Known>>();

/**
 * The hash of each grader's file as it is now; grades by other rules are stale. Of a file that is gone or in error the
 * newest grades count.
 */
export async function currentGraders(context: EngineContext): Promise<CurrentGraders> {
  const current = new Map<string, string>();
  for (const { body } of await context.store.graderRuns()) {
    if (current.has(body.grader)) continue;
    const hash = await hashOf(context, placeOf(context, body.file), async (path) => {
      const { compiled, hash } = await readGrader({ path }, context.workspace, context.hasher);
      return { name: compiled.name, hash };
    });
    current.set(body.grader, hash?.name === body.grader ? hash.hash : body.grader_hash);
  }
  return current;
}

/**
 * Runs of judges by another rubric than their file has now, by id. Their verdicts go on counting where no newer run said
 * something else, but no longer speak of what the file says. Of a file that is gone or in error nothing is known.
 */
export async function staleRuns(context: EngineContext): Promise<ReadonlySet<string>> {
  const stale = new Set<string>();
  for (const { body } of await context.store.judgeRuns()) {
    const now = await hashOf(context, placeOf(context, body.file), (path) =>
      readJudge({ path }, context.workspace, context.hasher),
    );
    if (now?.name === body.judge && now.hash !== body.rubric_hash) stale.add(body.run);
  }
  return stale;
}

interface Named {
  readonly name: string;
  readonly hash: string;
}

async function hashOf(context: EngineContext, file: string, read: (path: string) => Promise<Named>): Promise<Named | undefined> {
  const files = known.get(context) ?? new Map<string, Known>();
  known.set(context, files);
  const found = await stat(file).catch(() => undefined);
  if (!found) return undefined;
  const before = files.get(file);
  if (before?.changed === found.mtimeMs) return before.is;
  const is = await orNothing(read(file));
  files.set(file, { changed: found.mtimeMs, is });
  return is;
}

async function orNothing(reading: Promise<Named>): Promise<Named | undefined> {
  try {
    const { name, hash } = await reading;
    return { name, hash };
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
