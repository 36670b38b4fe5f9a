import path from 'node:path';
import { Problem } from '../../core/lib/problem';
import { fileKind } from '../../core/lint/kinds';
import type { Call } from '../../core/protocol/engine';
import type { ImportResult } from '../../core/protocol/results';
import { readDocument, slashed } from '../lint/disk';
import { rubricFiles } from '../lint/walk';
import type { EngineContext } from './context';
import { readGrader, type ReadGrader } from './grader-file';
import { gradeIds } from './grade-run';

type Grades = NonNullable<ImportResult['grades']>;

/**
 * Grades conversations that just came in, by the graders of the workspace that ask for it (`auto: true`), or by all of
 * them where the settings say so. What came in stays, whatever becomes of this; undefined when there is nothing to do.
 * `look`: at the folders as they are now, not as they were a moment ago.
 */
export async function gradeArrivals(
  context: EngineContext,
  ids: readonly string[],
  call: Call,
  { look = false }: { look?: boolean } = {},
): Promise<Grades | undefined> {
  if (ids.length === 0) return undefined;
  const grades: Grades = [];
  for (const read of await autoGraders(context, look)) {
    try {
      const own = { ...call, act_id: context.ids.ulid() };
      const { graded, passed, failed, no_score } = (await gradeIds(context, read, { ids, turns: 'answer' }, own)).counts;
      grades.push({ grader: read.compiled.name, graded, passed, failed, no_score });
    } catch (error) {
      // Stopped, or the store is busy: the grader can be run by hand at any time.
      if (!(error instanceof Problem)) throw error;
      break;
    }
  }
  return grades.length === 0 ? undefined : grades;
}

interface Found {
  readonly at: number;
  readonly graders: Promise<readonly ReadGrader[]>;
}

/** Recording asks with every conversation; the folders are not walked as often, in milliseconds. */
const keptFor = 5000;
const found = new WeakMap<EngineContext, Found>();

function autoGraders(context: EngineContext, look: boolean): Promise<readonly ReadGrader[]> {
  const now = context.clock.now();
  const known = found.get(context);
  if (!look && known && now - known.at < keptFor) return known.graders;
  const graders = findGraders(context);
  found.set(context, { at: now, graders });
  return graders;
}

async function findGraders(context: EngineContext): Promise<ReadGrader[]> {
  const graders: ReadGrader[] = [];
  for (const folder of context.arrivals.folders) {
    for await (const file of rubricFiles(slashed(folder))) {
      const read = fileKind(file) === 'grader' ? await usable(context, file) : undefined;
      if (read) graders.push(read);
    }
  }
  return graders;
}

/** The grader in a file that asks to be used; one that is in error is not used, and the editor says why. */
async function usable(context: EngineContext, file: string): Promise<ReadGrader | undefined> {
  const text = readDocument(path.normalize(file))?.text;
  if (text === undefined || !(context.arrivals.all || /^auto[ \t]*:[ \t]*true\b/m.test(text))) return undefined;
  try {
    return await readGrader({ path: file, text }, context.workspace, context.hasher);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
