import { languages, Uri, workspace, type Diagnostic, type Disposable, type TextDocument } from 'vscode';
import type { Middleware } from 'vscode-languageclient';
import { withoutOverlap } from './overlap';

/** How ours are held back where the editor's own check of SKILL.md says the same at the same place. */
export interface Deferring {
  readonly middleware: Pick<Middleware, 'provideDiagnostics' | 'handleDiagnostics'>;
  /** Calls back for a document about which the editor now says something else than when ours were filtered. */
  follow(again: (document: TextDocument) => void): Disposable;
}

export function createDeferring(): Deferring {
  const seen = new Map<string, string>();
  const filtered = (uri: Uri, ours: readonly Diagnostic[]) => {
    const all = languages.getDiagnostics(uri);
    seen.set(uri.toString(), placesOf(all));
    return withoutOverlap(ours, all);
  };
  return {
    middleware: {
      async provideDiagnostics(document, previousResultId, token, next) {
        const uri = document instanceof Uri ? document : document.uri;
        if (!defers(uri)) return next(document, previousResultId, token);
        // Never “unchanged”: what the editor says may have changed.
        const report = await next(document, undefined, token);
        return report && 'items' in report ? { ...report, items: filtered(uri, report.items) } : report;
      },
      handleDiagnostics(uri, diagnostics, next) {
        next(uri, defers(uri) ? filtered(uri, diagnostics) : diagnostics);
      },
    },
    follow: (again) =>
      languages.onDidChangeDiagnostics(({ uris }) => {
        for (const uri of uris) {
          const before = seen.get(uri.toString());
          const document = before === undefined ? undefined : openDocument(uri);
          if (!document || placesOf(languages.getDiagnostics(uri)) === before) continue;
          seen.delete(uri.toString());
          again(document);
        }
      }),
  };
}

function openDocument(uri: Uri): TextDocument | undefined {
  return workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
}

/** The editor checks what it gives the language `skill`. */
function defers(uri: Uri): boolean {
  return openDocument(uri)?.languageId === 'skill' && workspace.getConfiguration('loop', uri).get('skills.deferToVSCode', true);
}

/** Where the editor's own findings are; those carry no source. */
function placesOf(all: readonly Diagnostic[]): string {
  const places = all
    .filter(({ source }) => !source)
    .map(({ range: { start, end } }) => [start.line, start.character, end.line, end.character].join());
  return places.sort().join(' ');
}
