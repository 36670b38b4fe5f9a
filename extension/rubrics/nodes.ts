import type { Uri } from 'vscode';
import type { Result } from '../../core/protocol/operations';
import type { RubricKind } from '../language/documents';

export type GraderRow = Result<'grade.overview'>[number];
export type LastRun = NonNullable<GraderRow['last']>;
export type Agreement = Result<'grade.agreement'>;
export type JudgeRun = Result<'judge.runs'>[number];

export interface KindNode {
  readonly kind: 'kind';
  readonly of: RubricKind;
  readonly files: readonly Uri[];
}

export interface FileNode {
  readonly kind: 'file';
  readonly uri: Uri;
  /** A judge: the newest run that rests on it. */
  readonly run?: JudgeRun | undefined;
}

/** A grader file with what the store knows of it; without a store there is only the file. */
export interface GraderNode {
  readonly kind: 'grader';
  readonly uri: Uri;
  readonly row: GraderRow | undefined;
}

/** One line about a grader. */
export type FactNode =
  | { readonly kind: 'slice'; readonly grader: GraderNode; readonly row: GraderRow }
  | { readonly kind: 'run'; readonly grader: GraderNode; readonly last: LastRun }
  | { readonly kind: 'rule'; readonly grader: GraderNode; readonly id: string; readonly counts: LastRun['by_rule'][string] }
  | { readonly kind: 'agreement'; readonly grader: GraderNode; readonly found: Agreement };

export type RubricNode = KindNode | FileNode | GraderNode | FactNode;
