import stringify from 'fast-json-stable-stringify';
import type { JudgeKeys } from './schema';

/** A judge's rubric as runs and datasets keep it: canonical JSON of what a verdict depends on (RUBRICS §7.1). */
export function frozenJudge({ name, dimensions }: Pick<JudgeKeys, 'name' | 'dimensions'>, body: string): string {
  return stringify({ name, instructions: body.replace(/\r\n?/g, '\n').trim(), dimensions });
}
