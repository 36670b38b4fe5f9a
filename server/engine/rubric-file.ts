import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type * as z from 'zod';
import { Problem } from '../../core/lib/problem';
import { decodeDocument, type DiskFacts } from '../../core/lint/encoding';
import { linesOf } from '../../core/lint/lines';
import type { Diagnosis } from '../../core/lint/finding';
import { contextOf, lint, refusalOf } from '../../core/lint/lint';
import { plainValue } from '../../core/lint/yaml/plain';
import { readProblem } from '../read-problem';
import { diskFiles, slashed } from '../lint/disk';

export interface RubricFile {
  /** As it was given: what a problem names. */
  readonly path: string;
  /** What stands in the editor, when that is not saved. */
  readonly text?: string | undefined;
}

export interface ReadRubric<T> {
  /** Absolute. */
  readonly file: string;
  /** What the YAML says, as its schema has it. */
  readonly value: T;
  /** What stands under the front matter of a judge; empty for the others. */
  readonly body: string;
}

type RubricKind = 'grader' | 'judge' | 'recipe';

/**
 * Reads a grader, judge or recipe that the linter has no error in, whatever it is called; relative paths start from
 * `folder`.
 * @throws Problem `file_not_found`, `file_not_readable`, or `grader_invalid` and the like with the line of the first mistake
 */
export async function readRubric<S extends z.ZodType>(
  kind: RubricKind,
  schema: S,
  given: RubricFile,
  folder: string,
): Promise<ReadRubric<z.output<S>>> {
  const file = path.resolve(folder, given.path);
  const { text, disk } = await textOf(given, folder);
  const input = { kind, text, path: slashed(file), disk, files: diskFiles() } as const;
  const mistake = lint(input).find((diagnosis) => diagnosis.severity === 'error');
  const refused = (diagnosis: Diagnosis) =>
    invalid(kind, given.path, diagnosis.message.replace(/\.$/, ''), linesOf(text).position(diagnosis.span.start).line + 1);
  if (mistake) throw refused(mistake);
  const context = contextOf(input);
  const { map, front } = context;
  const body = front?.state === 'found' ? text.slice(front.body.start, front.body.end) : '';
  const parsed = schema.safeParse(plainValue(map));
  if (!parsed.success) {
    // The linter only warns of keys it does not know, and a file can switch codes off.
    const reason = refusalOf(context);
    throw reason ? refused(reason) : invalid(kind, given.path, `it is not in the form of a ${kind}`, 1);
  }
  return { file, value: parsed.data, body };
}

/** What stands in the editor, else on disk. @throws Problem `file_not_found`, `file_not_readable` */
export async function textOf({ path: given, text }: RubricFile, folder: string): Promise<{ text: string; disk?: DiskFacts }> {
  return text === undefined ? decodeDocument(await bytesOf(path.resolve(folder, given), given)) : { text };
}

function invalid(kind: RubricKind, file: string, reason: string, line: number): Problem {
  return new Problem(`${kind}_invalid`, { file, reason, line });
}

async function bytesOf(file: string, given: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (error) {
    throw readProblem(error, given);
  }
}
