import type { LintInput } from '../../../../core/lint/context';
import type { LintCode } from '../../../../core/lint/codes';
import type { FileKind } from '../../../../core/lint/kinds';

/** A text that must give a code, and one near it that must not. */
export interface Case {
  readonly code: LintCode;
  readonly kind: FileKind;
  readonly bad: string;
  readonly good: string;
  /** What is known around both. */
  readonly around?: Partial<LintInput>;
  /** Where the surroundings make the difference: those of the good one. */
  readonly goodAround?: Partial<LintInput>;
}

/** A workspace that exists in memory only: paths and what is in them. */
export function around(path: string, there: Readonly<Record<string, string>>): Partial<LintInput> {
  const isFolder = (folder: string) => Object.keys(there).some((file) => file.startsWith(`${folder}/`));
  return {
    path,
    workspace: '/w',
    files: {
      kindOf: (file) => (file in there ? 'file' : isFolder(file) ? 'folder' : undefined),
      list: (folder) => [
        ...new Set(
          Object.keys(there)
            .filter((file) => file.startsWith(`${folder}/`))
            .map((file) => file.slice(folder.length + 1).split('/')[0] ?? ''),
        ),
      ],
      read: (file) => there[file],
    },
  };
}
