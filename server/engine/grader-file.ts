import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { compileGrader, type CompiledGrader } from '../../core/grade/compile';
import { graderHash } from '../../core/grade/hash';
import { grader as graderSchema, type Grader } from '../../core/grade/schema';
import { withSchemas } from '../../core/grade/schema-files';
import { Problem } from '../../core/lib/problem';
import { decodeDocument } from '../../core/lint/encoding';
import { linesOf } from '../../core/lint/lines';
import { contextOf, lint } from '../../core/lint/lint';
import { plainValue } from '../../core/lint/yaml/plain';
import type { Hasher } from '../../core/ports';
import { diskFiles, slashed } from '../lint/disk';
import { timedPattern } from './timed-pattern';

/** A grader file as it is, ready to be used. */
export interface ReadGrader {
  /** Absolute. */
  readonly file: string;
  readonly grader: Grader;
  readonly hash: string;
  readonly compiled: CompiledGrader;
}

export interface GraderFile {
  readonly path: string;
  /** What stands in the editor, when that is not saved. */
  readonly text?: string | undefined;
}

/**
 * Reads a `*.grader.yaml`, whatever it is called; relative paths start from `folder`.
 * @throws Problem `file_not_found`, `file_not_readable`, or `grader_invalid` with the line of the first mistake
 */
export async function readGrader(given: GraderFile, folder: string, hasher: Hasher): Promise<ReadGrader> {
  const file = path.resolve(folder, given.path);
  const { text, disk } =
    given.text === undefined ? decodeDocument(await bytesOf(file, given.path)) : { text: given.text, disk: undefined };
  const files = diskFiles();
  const input = { kind: 'grader', text, path: slashed(file), disk, files } as const;
  const mistake = lint(input).find((diagnosis) => diagnosis.severity === 'error');
  if (mistake) {
    const line = linesOf(text).position(mistake.span.start).line + 1;
    throw new Problem('grader_invalid', { file: given.path, reason: mistake.message.replace(/\.$/, ''), line });
  }
  const parsed = graderSchema.safeParse(plainValue(contextOf(input).map));
  if (!parsed.success)
    throw new Problem('grader_invalid', { file: given.path, reason: 'it is not in the form of a grader', line: 1 });
  const grader = withSchemas(parsed.data, (schema) => files.read(slashed(path.resolve(path.dirname(file), schema))));
  return { file, grader, hash: graderHash(grader, hasher), compiled: compileGrader(grader, { timedPattern }) };
}

async function bytesOf(file: string, given: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    if (reason === 'ENOENT') throw new Problem('file_not_found', { path: given });
    throw new Problem('file_not_readable', { path: given, reason });
  }
}
