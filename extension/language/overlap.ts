import type { Diagnostic } from 'vscode';

/** Codes the editor's own SKILL.md validator reports too (RUBRICS §1.4). */
const shared: ReadonlySet<string> = new Set([
  'SKL100',
  'SKL104',
  'SKL106',
  'SKL120',
  'SKL121',
  'SKL122',
  'SKL151',
  'SKL153',
  'SKL304',
]);

/** Ours without what the editor already says from the same place on. Its own markers carry no source. */
export function withoutOverlap(ours: readonly Diagnostic[], all: readonly Diagnostic[]): Diagnostic[] {
  const theirs = all.filter((diagnostic) => !diagnostic.source);
  return ours.filter((d) => !shared.has(codeOf(d)) || !theirs.some((t) => t.range.start.isEqual(d.range.start)));
}

function codeOf({ code }: Diagnostic): string {
  return String(typeof code === 'object' ? code.value : code);
}
