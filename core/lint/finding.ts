import type { LintCode } from './codes';
import type { FixTitle } from './codes/fixes';
import type { Span } from './span';

export const severities = ['error', 'warning', 'information', 'hint'] as const;
export type Severity = (typeof severities)[number];

export type Args = Readonly<Record<string, string | number>>;

/** Replaces a stretch of the document. */
export interface Edit extends Span {
  readonly text: string;
}

/** One way out. `auto`: may be applied unasked (`--fix`, fix all), because it cannot change what the author means. */
export interface Fix {
  readonly title: FixTitle;
  readonly args?: Args;
  readonly edits: readonly Edit[];
  readonly auto?: boolean;
  /** A file or folder to rename, as paths. */
  readonly rename?: { readonly from: string; readonly to: string };
  /** A file to create, as a path; nothing happens to one that is there. */
  readonly create?: string;
  /** What is in it; nothing when absent. */
  readonly content?: string;
  /**
   * What only the editor can do: save the file as plain UTF-8 or with LF line ends, neither of which an edit of its text
   * can bring about there, or open the dialog that builds a set. Doors without such commands make the edits, if any.
   */
  readonly command?: 'save_utf8' | 'save_lf' | 'build';
}

export interface Related {
  readonly span: Span;
  readonly message: string;
  /** Another file than the one looked at. */
  readonly path?: string;
}

/** What a rule says: a code with the facts of this case. Words and the final severity come from the code's table. */
export interface Finding {
  readonly code: LintCode;
  readonly span: Span;
  readonly args?: Args;
  /** Names another wording, and maybe another severity, of the same code. */
  readonly variant?: string;
  /** Only where one code weighs differently from case to case. */
  readonly severity?: Severity;
  /** Worked out when someone asks. */
  readonly fixes?: () => readonly Fix[];
  readonly related?: readonly Related[];
  /** Shown faded: this text has no effect. */
  readonly unnecessary?: boolean;
}

/** What a rule gives, one by one. */
export type Findings = Generator<Finding, void, void>;

/** A finding in words, ready for any door. */
export interface Diagnosis {
  readonly code: LintCode;
  readonly severity: Severity;
  readonly message: string;
  readonly span: Span;
  fixes(): readonly (Fix & { readonly label: string })[];
  readonly related: readonly Related[];
  readonly unnecessary: boolean;
  /** Stands for so many of its code that are not shown one by one. */
  readonly more?: number;
}

export function rankOf(severity: Severity): number {
  return severities.indexOf(severity);
}
