import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Problem } from '../../core/lib/problem';
import { applyEdits, safeEdits } from '../../core/lint/fixes';
import { type Around, lookAt, type Looked } from './look';

/** A fix may bring to light what another one can mend; a file that never settles is left after this many rounds. */
const mostRounds = 10;

/** Makes every repair that cannot change what the author means. Answers with the file as it is then. */
export async function fixFile(path: string, around: Around): Promise<{ looked: Looked | undefined; fixed: number }> {
  let looked = await lookAt(path, around);
  let fixed = 0;
  for (let round = 0; round < mostRounds && looked; round++) {
    const edits = safeEdits(looked.diagnoses);
    const text = applyEdits(looked.text, edits);
    if (text === looked.text) break;
    replaceFile(path, text);
    const before = looked.diagnoses.length;
    looked = await lookAt(path, around);
    // A repair may bring something else to light.
    fixed += Math.max(1, before - (looked?.diagnoses.length ?? 0));
  }
  return { looked, fixed };
}

/** The new text takes the old one's place in one step, with the old one's permissions. */
function replaceFile(path: string, text: string): void {
  const part = `${path}.loop-part`;
  try {
    writeFileSync(part, text, { mode: statSync(path).mode });
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new Problem('file_not_readable', { path, reason });
  }
}
