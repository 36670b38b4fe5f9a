import { fileKind } from '../../core/lint/kinds';
import { lint } from '../../core/lint/lint';
import type { LintInput } from '../../core/lint/context';
import type { Diagnosis } from '../../core/lint/finding';
import { readDocument } from './disk';

/** A saved file with what is wrong with it. */
export interface Looked {
  readonly path: string;
  readonly text: string;
  readonly diagnoses: readonly Diagnosis[];
}

export type Around = Pick<LintInput, 'workspace' | 'files' | 'skills' | 'targets' | 'overrides' | 'facts' | 'say' | 'committed'>;

/** Looks at a saved file. `undefined` when it cannot be read or is none of ours. */
export function lookAt(path: string, around: Around): Looked | undefined {
  const kind = fileKind(path);
  const document = kind && readDocument(path);
  if (!document) return undefined;
  const { text, disk } = document;
  return { path, text, diagnoses: lint({ kind, text, path, disk, ...around }) };
}
