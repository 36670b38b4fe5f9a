import type { Diagnosis, Edit } from './finding';

/** What remains to be edited when every fix that may be applied unasked is applied; overlapping ones wait for the next round. */
export function safeEdits(diagnoses: readonly Diagnosis[]): Edit[] {
  const taken: Edit[] = [];
  for (const diagnosis of diagnoses) {
    const fix = diagnosis.fixes().find((candidate) => candidate.auto === true && candidate.edits.length > 0);
    if (fix && !fix.edits.some((edit) => taken.some((other) => collide(edit, other)))) taken.push(...fix.edits);
  }
  return taken.sort((a, b) => a.start - b.start || a.end - b.end);
}

function collide(a: Edit, b: Edit): boolean {
  return a.start <= b.end && b.start <= a.end;
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
