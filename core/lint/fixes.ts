import type { Diagnosis, Edit } from './finding';

/** What remains to be edited when every fix that may be applied unasked is applied; overlapping ones wait for the next round. */
export function safeEdits(diagnoses: readonly Diagnosis[]): Edit[] {
  const taken: Edit[] = [];
  for (const diagnosis of diagnoses) {
    const fix = diagnosis.fixes().find((candidate) => candidate.auto === true && candidate.edits.length > 0);
    if (fix?.edits.every((edit) => isFree(taken, edit)) !== true) continue;
    for (const edit of fix.edits) taken.splice(placeFor(taken, edit), 0, edit);
  }
  return taken;
}

/** Whether an edit touches none of these, which are in order and apart from each other. */
function isFree(taken: readonly Edit[], edit: Edit): boolean {
  const at = placeFor(taken, edit);
  return (taken[at - 1]?.end ?? -1) < edit.start && (taken[at]?.start ?? Infinity) > edit.end;
}

/** Before the first one that begins later. */
function placeFor(taken: readonly Edit[], { start }: Edit): number {
  let low = 0;
  let high = taken.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((taken[middle]?.start ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The text with these edits made; they must not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const ordered = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  let result = '';
  let at = 0;
  for (const edit of ordered) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

export function isFixable(diagnosis: Diagnosis): boolean {
  return diagnosis.fixes().some((fix) => fix.auto === true && fix.edits.length > 0);
}
