import type { Uri } from 'vscode';
import type { DatasetRow } from '../../core/protocol/results';
import type { Result } from '../../core/protocol/operations';

type ExportRow = DatasetRow['exports'][number];
export type FileState = Result<'export.verify'>['files'][number]['state'];

/** A recipe file of the workspace. */
export interface RecipeNode {
  readonly kind: 'recipe';
  readonly uri: Uri;
}

/** All builds of one name, newest first. */
export interface NameNode {
  readonly kind: 'name';
  readonly name: string;
  readonly versions: readonly DatasetRow[];
}

export interface VersionNode {
  readonly kind: 'version';
  readonly row: DatasetRow;
  readonly newest: boolean;
}

export interface ExportNode {
  readonly kind: 'export';
  readonly row: DatasetRow;
  readonly exported: ExportRow;
  /** The worst state among its files; undefined while they were not looked at. */
  readonly state: FileState | undefined;
}

export type DatasetNode = RecipeNode | NameNode | VersionNode | ExportNode;

/** States from the worst to the best. */
const worstFirst: readonly FileState[] = ['holds_purged', 'missing', 'changed', 'stale', 'current'];

/** The worst state among the files of an export: those in its folder itself, for in one below may lie another export. */
export function exportState(folder: string, files: Result<'export.verify'>['files']): FileState | undefined {
  const states = new Set(files.filter(({ path }) => folderOf(path) === trimmed(folder)).map(({ state }) => state));
  return worstFirst.find((state) => states.has(state));
}

/** Of a path as it is kept: relative inside the workspace, whose own folder is none. */
function folderOf(path: string): string {
  return trimmed(path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'), 0)));
}

function trimmed(folder: string): string {
  return folder === '.' ? '' : folder.replace(/[\\/]$/, '');
}

/** Builds by name, in the order their newest build appears. */
export function byName(rows: readonly DatasetRow[]): NameNode[] {
  const names = new Map<string, DatasetRow[]>();
  for (const row of rows) names.set(row.name, [...(names.get(row.name) ?? []), row]);
  return [...names].map(([name, versions]) => ({ kind: 'name', name, versions: versions.sort((a, b) => b.version - a.version) }));
}
