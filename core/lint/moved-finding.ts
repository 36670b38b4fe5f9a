import type { Edit, Finding, Fix } from './finding';
import { span } from './span';

/** The same finding with its repairs worked out, so that it holds nothing of the text it was found in. */
export function settled(finding: Finding): Finding {
  const fixes = finding.fixes?.();
  return fixes ? { ...finding, fixes: () => fixes } : finding;
}

/** The same finding where its text stands now. */
export function movedFinding(finding: Finding, by: number): Finding {
  if (by === 0) return finding;
  const { fixes, related } = finding;
  return {
    ...finding,
    span: span(finding.span.start + by, finding.span.end + by),
    ...(fixes ? { fixes: () => fixes().map((fix) => movedFix(fix, by)) } : {}),
    // What is in another file has not moved.
    ...(related
      ? {
          related: related.map((other) =>
            other.path === undefined ? { ...other, span: span(other.span.start + by, other.span.end + by) } : other,
          ),
        }
      : {}),
  };
}

function movedFix(fix: Fix, by: number): Fix {
  return { ...fix, edits: fix.edits.map((edit): Edit => ({ ...edit, start: edit.start + by, end: edit.end + by })) };
}
