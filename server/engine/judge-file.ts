import { frozenJudge } from '../../core/judge/freeze';
import { judge as judgeSchema, type Dimension } from '../../core/judge/schema';
import type { Hasher } from '../../core/ports';
import { readRubric, type RubricFile } from './rubric-file';

/** A judge file as it is, frozen. */
export interface ReadJudge {
  readonly name: string;
  /** Of the frozen rubric: what verdicts do not depend on does not change it. */
  readonly hash: string;
  readonly spec: string;
  readonly dimensions: readonly Dimension[];
  /** Absolute. */
  readonly file: string;
}

/** Reads a `*.judge.md`, whatever it is called. @throws Problem `file_not_found`, `file_not_readable`, `judge_invalid` */
export async function readJudge(given: RubricFile, folder: string, hasher: Hasher): Promise<ReadJudge> {
  const { file, value, body } = await readRubric('judge', judgeSchema, given, folder);
  const spec = frozenJudge(value, body);
  return { name: value.name, hash: hasher.sha256(spec), spec, dimensions: value.dimensions, file };
}
