import { baseName, folderOf } from '../../core/lint/paths';
import { fileKind, type FileKind } from '../../core/lint/kinds';
import { readDocument } from './disk';
import { committedText } from '../engine/git';

/** A saved expert as it is in the last commit: its status may not go just anywhere from there. Others are not asked for. */
export async function committedOf(path: string): Promise<string | undefined> {
  const kind = fileKind(path);
  const text = kind === 'skill' ? readDocument(path)?.text : undefined;
  return kind && text !== undefined ? committedExpert(kind, text, path) : undefined;
}

/** The same of a text that stands in an editor. */
export async function committedExpert(kind: FileKind, text: string, path: string): Promise<string | undefined> {
  if (kind !== 'skill' || !/^type:[ \t]*["']?expert\b/im.test(text)) return undefined;
  return committedText(folderOf(path), baseName(path) ?? path);
}
