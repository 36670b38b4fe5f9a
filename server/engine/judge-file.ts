import { frozenJudge } from '../../core/judge/freeze';
import { judge as judgeSchema, type Dimension } from '../../core/judge/schema';
import type { Hasher } from '../../core/ports';
import { Problem } from '../../core/lib/problem';
import { judgeFromYaml, judgeYaml } from '../../core/lint/judge/from-yaml';
import { readRubric, type RubricFile, textOf } from './rubric-file';

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

/** The `*.judge.md` that a judge written as YAML means. @throws Problem `file_not_found`, `file_not_readable`, `judge_invalid` */
export async function convertedJudge(given: RubricFile, folder: string): Promise<string> {
  const { text } = await textOf(given, folder);
  const made = judgeFromYaml(text);
  if ('text' in made) return made.text;
  throw new Problem('judge_invalid', { file: given.path, reason: made.reason, line: made.line });
}

/** Reads a `*.judge.md`, whatever it is called, or a `*.judge.yaml`. @throws Problem `file_not_found`, `file_not_readable`, `judge_invalid` */
export async function readJudge(given: RubricFile, folder: string, hasher: Hasher): Promise<ReadJudge> {
  const read = judgeYaml.test(given.path) ? { ...given, text: await convertedJudge(given, folder) } : given;
  const { file, value, body } = await readRubric('judge', judgeSchema, read, folder);
  const spec = frozenJudge(value, body);
  return { name: value.name, hash: hasher.sha256(spec), spec, dimensions: value.dimensions, file };
}
