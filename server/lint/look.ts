import { fileKind } from '../../core/lint/kinds';
import { lint } from '../../core/lint/lint';
import type { LintInput } from '../../core/lint/context';
import type { Diagnosis } from '../../core/lint/finding';
import { committedExpert } from './committed';
import { readDocument } from './disk';

/** A saved file with what is wrong with it. */
export interface Looked {
  readonly path: string;
  readonly text: string;
  readonly diagnoses: readonly Diagnosis[];
}

export type Around = Pick<LintInput, 'workspace' | 'files' | 'skills' | 'targets' | 'overrides' | 'facts' | 'say'>;

/** Looks at a saved file. `undefined` when it cannot be read or is none of ours. */
export async function lookAt(path: string, around: Around): Promise<Looked | undefined> {
  const kind = fileKind(path);
  const document = kind && readDocument(path);
  if (!document) return undefined;
  const { text, disk } = document;
  const committed = await committedExpert(kind, text, path);
  return { path, text, diagnoses: lint({ kind, text, path, disk, committed, ...around }) };
}
