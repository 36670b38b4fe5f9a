import { type Diagnostic, DiagnosticSeverity, DiagnosticTag, type Range } from 'vscode-languageserver/node';
import { bounded } from '../../core/lint/bounded';
import type { Diagnosis, Severity } from '../../core/lint/finding';
import { type Lines, linesOf } from '../../core/lint/lines';
import type { Span } from '../../core/lint/span';
import { uriOfPath } from './places';
import type { State } from './state';

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

export function rangeOf(lines: Lines, { start, end }: Span): Range {
  return { start: lines.position(start), end: lines.position(end) };
}

/** Diagnoses as the editor takes them. */
export function diagnosticsOf(
  uri: string,
  text: string,
  diagnoses: readonly Diagnosis[],
  { pageOf, say }: Pick<State, 'pageOf' | 'say'>,
): Diagnostic[] {
  const lines = linesOf(text);
  return bounded(diagnoses, say()).map((diagnosis) => {
    const href = pageOf(diagnosis.code);
    return { ...diagnosticOf(uri, lines, diagnosis), ...(href === undefined ? {} : { codeDescription: { href } }) };
  });
}

function diagnosticOf(uri: string, lines: Lines, { code, severity, message, span, related, unnecessary }: Diagnosis): Diagnostic {
  return {
    source: 'loop',
    code,
    severity: severities[severity],
    message,
    range: rangeOf(lines, span),
    ...(unnecessary ? { tags: [DiagnosticTag.Unnecessary] } : {}),
    ...(related.length === 0
      ? {}
      : {
          relatedInformation: related.map((other) => ({
            message: other.message,
            // Another file's lines are not at hand: its beginning will do.
            location:
              other.path === undefined
                ? { uri, range: rangeOf(lines, other.span) }
                : { uri: uriOfPath(other.path), range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } } },
          })),
        }),
  };
}
