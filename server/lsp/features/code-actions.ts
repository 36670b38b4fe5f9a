import {
  type ClientCapabilities,
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type CreateFile,
  type Diagnostic,
  type RenameFile,
  type TextDocumentEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Diagnosis, Edit, Fix } from '../../../core/lint/finding';
import { safeEdits } from '../../../core/lint/fixes';
import { linesOf } from '../../../core/lint/lines';
import { uriOfPath } from '../places';
import type { RegisterFeature, State } from '../state';
import { rangeOf } from '../to-lsp';

const fixAll = `${CodeActionKind.SourceFixAll}.loop`;

/** Ways out of what is wrong, and one action for all repairs that need no asking. */
export const registerCodeActions: RegisterFeature = (state) => {
  state.connection.onCodeAction(async (params) => {
    const document = state.documents.get(params.textDocument.uri);
    const diagnoses = document && (await state.rubrics.diagnose(document));
    return document && diagnoses ? actionsFor(state, document, diagnoses, params) : [];
  });
  return {
    capabilities: () => ({ codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, fixAll] } }),
  };
};

function actionsFor(
  state: State,
  document: TextDocument,
  diagnoses: readonly Diagnosis[],
  { context }: CodeActionParams,
): CodeAction[] {
  const wanted = (kind: string) =>
    context.only === undefined || context.only.some((only) => kind === only || kind.startsWith(`${only}.`));
  const actions: CodeAction[] = [];
  if (wanted(CodeActionKind.QuickFix)) {
    for (const diagnostic of context.diagnostics) actions.push(...quickFixes(state, document, diagnoses, diagnostic));
  }
  // Offered only where it was asked for by name: it is no answer to one squiggle.
  const edits = context.only !== undefined && wanted(fixAll) ? safeEdits(diagnoses) : [];
  if (edits.length > 0) {
    actions.push({
      title: state.say()('Repair everything that needs no asking'),
      kind: fixAll,
      edit: editOf(state, document, { edits }),
    });
  }
  return actions;
}

function quickFixes(state: State, document: TextDocument, diagnoses: readonly Diagnosis[], diagnostic: Diagnostic): CodeAction[] {
  const lines = linesOf(document.getText());
  const start = document.offsetAt(diagnostic.range.start);
  // The editor's own check of SKILL.md names no source; what it says at the same place has the same repair.
  const own = diagnostic.source === 'loop';
  if (!own && diagnostic.source !== undefined) return [];
  const diagnosis = diagnoses.find(
    ({ code, span }) => (!own || code === diagnostic.code) && document.offsetAt(rangeOf(lines, span).start) === start,
  );
  if (!diagnosis) return [];
  return diagnosis
    .fixes()
    .filter((fix) => canApply(state, fix))
    .map((fix, i) => ({
      title: fix.label,
      kind: CodeActionKind.QuickFix,
      diagnostics: [diagnostic],
      ...(i === 0 ? { isPreferred: true } : {}),
      ...(commandOf(state, document, fix) ?? { edit: editOf(state, document, fix) }),
    }));
}

/** What our own extension does where an edit cannot. */
const ownCommands = {
  save_utf8: 'loop.rubrics.save_utf8',
  save_lf: 'loop.rubrics.save_lf',
  build: 'loop.dataset.build',
} as const satisfies Record<NonNullable<Fix['command']>, string>;

function commandOf(state: State, { uri }: TextDocument, { command, label }: Fix & { label: string }) {
  if (command === undefined || !state.hasCommands()) return undefined;
  return { command: { title: label, command: ownCommands[command], arguments: command === 'build' ? [] : [uri] } };
}

function canApply(state: State, fix: Fix): boolean {
  if (fix.command !== undefined && state.hasCommands()) return true;
  const { workspace }: ClientCapabilities = state.client();
  const operations = workspace?.workspaceEdit?.resourceOperations ?? [];
  if (fix.rename) return operations.includes('rename');
  if (fix.create !== undefined) return operations.includes('create');
  return fix.edits.length > 0;
}

/** Edits bound to the version they were made for, so that an editor refuses them when the text has moved on. */
function editOf(
  { client }: State,
  document: TextDocument,
  fix: Pick<Fix, 'edits' | 'rename' | 'create' | 'content'>,
): WorkspaceEdit {
  const edits = textEdits(document, fix.edits);
  if (!client().workspace?.workspaceEdit?.documentChanges) return { changes: { [document.uri]: edits } };
  const changes: (TextDocumentEdit | RenameFile | CreateFile)[] = [];
  if (edits.length > 0) changes.push({ textDocument: { uri: document.uri, version: document.version }, edits });
  if (fix.rename) changes.push({ kind: 'rename', oldUri: uriOfPath(fix.rename.from), newUri: uriOfPath(fix.rename.to) });
  if (fix.create !== undefined) changes.push(...creation(uriOfPath(fix.create), fix.content));
  return { documentChanges: changes };
}

/** A file that is there already stays as it is: what was to be put into one that is new would be written over it. */
function creation(uri: string, content: string | undefined): (CreateFile | TextDocumentEdit)[] {
  const start = { line: 0, character: 0 };
  if (content === undefined) return [{ kind: 'create', uri, options: { ignoreIfExists: true } }];
  const edits = [{ range: { start, end: start }, newText: content }];
  return [
    { kind: 'create', uri },
    { textDocument: { uri, version: null }, edits },
  ];
}

function textEdits(document: TextDocument, edits: readonly Edit[]) {
  const lines = linesOf(document.getText());
  return edits.map((edit) => ({ range: rangeOf(lines, edit), newText: edit.text }));
}
