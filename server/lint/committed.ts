import { baseName, folderOf } from '../../core/lint/paths';
import type { FileKind } from '../../core/lint/kinds';
import { headOf } from './head';
import { committedText } from '../engine/git';

/** Texts by path, each with the commit it is of: git is asked once for each commit, not for each key pressed. */
const known = new Map<string, { readonly head: string; readonly text: Promise<string | undefined> }>();
const mostKnown = 200;

/** An expert as it is in the last commit: its status may not go just anywhere from there. Others are not asked for. */
export async function committedExpert(kind: FileKind, text: string, path: string): Promise<string | undefined> {
  if (!isExpert(kind, text)) return undefined;
  const head = headOf(folderOf(path));
  if (head === undefined) return undefined;
  const found = known.get(path);
  if (found?.head === head) return found.text;
  const asked = committedText(folderOf(path), baseName(path) ?? path);
  known.delete(path);
  known.set(path, { head, text: asked });
  for (const oldest of [...known.keys()].slice(0, -mostKnown)) known.delete(oldest);
  return asked;
}

/** What the committed text of a file depends on; nothing for files that are not compared with theirs. */
export function commitOf(kind: FileKind | undefined, text: string, path: string | undefined): string | undefined {
  return kind !== undefined && path !== undefined && isExpert(kind, text) ? headOf(folderOf(path)) : undefined;
}

function isExpert(kind: FileKind, text: string): boolean {
  return kind === 'skill' && /^type:[ \t]*["']?expert\b/im.test(text);
}
