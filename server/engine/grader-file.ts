import path from 'node:path';
import { compileGrader, type CompiledGrader } from '../../core/grade/compile';
import { graderHash } from '../../core/grade/hash';
import { grader as graderSchema, type Grader } from '../../core/grade/schema';
import { withSchemas } from '../../core/grade/schema-files';
import type { Hasher } from '../../core/ports';
import { diskFiles, slashed } from '../lint/disk';
import { readRubric, type RubricFile } from './rubric-file';
import { JsPatterns } from './js-patterns';

/** A grader file as it is, ready to be used. */
export interface ReadGrader {
  /** Absolute. */
  readonly file: string;
  readonly grader: Grader;
  readonly hash: string;
  readonly compiled: CompiledGrader;
  /** Patterns for the JavaScript engine: they are run before the rules look at an answer. */
  readonly patterns: JsPatterns;
}

/**
 * Reads a `*.grader.yaml`, whatever it is called; relative paths start from `folder`.
 * @throws Problem `file_not_found`, `file_not_readable`, or `grader_invalid` with the line of the first mistake
 */
export async function readGrader(given: RubricFile, folder: string, hasher: Hasher): Promise<ReadGrader> {
  const { file, value } = await readRubric('grader', graderSchema, given, folder);
  const files = diskFiles();
  const grader = withSchemas(value, (schema) => files.read(slashed(path.resolve(path.dirname(file), schema))));
  const patterns = new JsPatterns();
  const compiled = compileGrader(grader, { timedPattern: patterns.timedPattern });
  return { file, grader, hash: graderHash(grader, hasher), compiled, patterns };
}
