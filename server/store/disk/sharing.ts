import fs from 'node:fs';
import { codeOf } from './errors';
import type { Disk } from './disk';
import type { Layout } from './layout';

/** Recorded conversations are never committed by accident. */
export const ignoreAll = '*\n';

/** Feedback goes into git; conversations, what is built from them and what belongs to this copy alone do not. */
const ignoreConversations = `# Feedback is shared in git; conversations are not.
*
!/.gitignore
!/.gitattributes
!/store.json
!/log/
!/log/*.jsonl
`;

/**
 * No line end may be changed: the log is addressed by bytes. Two histories of one file (a reviewer's own appends, and a
 * deletion elsewhere that scrubbed a line beside them) are put together line by line; a line that stands twice then is
 * taken once.
 */
const attributes = `*.jsonl -text merge=union
`;

/** The log of this store goes into git, and other clones have it. */
export function isShared({ attributes: file }: Layout): boolean {
  return fs.existsSync(file);
}

/** Makes git see the log, or see nothing of the store again. What git has already stays in its history. */
export async function setShared(disk: Disk, layout: Layout, shared: boolean): Promise<void> {
  if (shared) {
    await replaceText(disk, layout.ignore, ignoreConversations);
    await replaceText(disk, layout.attributes, attributes);
  } else {
    await replaceText(disk, layout.ignore, ignoreAll);
    await disk.unlink(layout.attributes, 'identity');
  }
}

async function replaceText(disk: Disk, file: string, text: string): Promise<void> {
  if (textOf(file) !== text) await disk.replace(file, [Buffer.from(text)], 'identity');
}

function textOf(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
