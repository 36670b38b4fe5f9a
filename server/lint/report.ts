import { bounded } from '../../core/lint/bounded';
import { inEnglish } from '../../core/lint/codes/say';
import type { Diagnosis, Severity } from '../../core/lint/finding';
import { isFixable } from '../../core/lint/fixes';
import { linesOf, type Position } from '../../core/lint/lines';
import type { Looked } from './look';

/** What the command line calls a severity. */
export type Level = 'error' | 'warning' | 'info' | 'hint';

/** One row of the report; positions count from 0, as in the language server protocol. */
export interface Row {
  readonly path: string;
  readonly code: string;
  readonly severity: Level;
  readonly message: string;
  readonly range: { readonly start: Position; readonly end: Position };
  readonly fixable: boolean;
  /** Stands for so many of its code that have no row of their own. */
  readonly more?: number;
}

export function levelOf(severity: Severity): Level {
  return severity === 'information' ? 'info' : severity;
}

/** The rows of one file, under the name it is shown by. */
export function rowsOf({ text, diagnoses }: Looked, path: string): Row[] {
  const lines = linesOf(text);
  return bounded(diagnoses, inEnglish).map((diagnosis) => row(diagnosis, path, lines));
}

function row(diagnosis: Diagnosis, path: string, lines: ReturnType<typeof linesOf>): Row {
  const { code, severity, message, span, more } = diagnosis;
  const range = { start: lines.position(span.start), end: lines.position(span.end) };
  return {
    path,
    code,
    severity: levelOf(severity),
    message,
    range,
    // Worked out for whoever prints it: a repair can take longer to make than its mistake to find.
    get fixable() {
      return isFixable(diagnosis);
    },
    ...(more === undefined ? {} : { more }),
  };
}

/** `path:line:column severity code message`, counted from 1 as editors show it. */
export function textLine({ path, code, severity, message, range }: Row): string {
  return `${path}:${range.start.line + 1}:${range.start.character + 1} ${severity} ${code} ${message}`;
}

/** `2 errors, 1 warning in 3 files`. */
export function summary(rows: readonly Row[], files: number): string {
  const count = (level: Level) => rows.reduce((sum, row) => (row.severity === level ? sum + (row.more ?? 1) : sum), 0);
  const say = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;
  const parts = [say(count('error'), 'error'), say(count('warning'), 'warning')];
  const rest = count('info') + count('hint');
  if (rest > 0) parts.push(say(rest, 'remark'));
  return `${parts.join(', ')} in ${say(files, 'file')}.`;
}
