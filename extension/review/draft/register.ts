import {
  commands,
  Disposable,
  l10n,
  Range,
  TabInputTextDiff,
  TextDocumentSaveReason,
  window,
  workspace,
  WorkspaceEdit,
  type TextDocument,
  type Uri,
} from 'vscode';
import { applyEdits, format, parse, type ParseError } from 'jsonc-parser';
import { parseToolCalls } from '../../../core/feedback/tool-calls';
import { Problem } from '../../../core/lib/problem';
import type { Answer } from '../../../core/log/events';
import { answerCalls, answerText } from '../../../core/trace/plain';
import type { ToolCall } from '../../../core/trace/model';
import type { ShownTrace } from '../../../core/protocol/results';
import type { Host } from '../../host';
import type { Targets } from '../targets';
import { draftScheme, draftUri, readAddress, type DraftAddress, type DraftKind } from './address';
import { checkCalls } from './check';
import { createDraftFiles } from './files';

/**
 * Correcting an answer in a real editor, beside the original. Auto-save goes to the draft only; a save by hand, or the
 * command, records it.
 */
export function registerDrafts(host: Host, targets: Targets): Disposable {
  const original = async ({ trace, turn, part }: DraftAddress) => {
    const shown = await host.engine.call('trace.show', { trace }).catch(unlessGone);
    return shown && answerPart(shown, turn, part);
  };
  const files = createDraftFiles(original);
  /** Documents the user is saving by hand right now. */
  const byHand = new Set<string>();

  /** The version of each document that was recorded last: one save records once. */
  const recorded = new Map<string, number>();

  const record = async (document: TextDocument) => {
    const address = readAddress(document.uri);
    if (!address || address.original) return;
    recorded.set(document.uri.toString(), document.version);
    const { trace, turn, kind } = address;
    const shown = await host.engine.call('trace.show', { trace });
    const answer = withPart(shown, address, document.getText());
    await host.engine.call(kind, { trace, turn, answer });
    window.setStatusBarMessage(kind === 'feedback.gold' ? l10n.t('Gold recorded') : l10n.t('Correction recorded'), 3000);
  };
  const open =
    (kind: DraftKind) =>
    async (...args: readonly unknown[]) => {
      const [trace] = targets.any(args);
      // The panel says which answer; a row and the palette mean the last one.
      const turn = typeof args[2] === 'number' ? args[2] : undefined;
      if (trace !== undefined) await openDraft(host, trace, kind, turn, await typedIn(args[3]));
    };
  return Disposable.from(
    workspace.registerFileSystemProvider(draftScheme, files, { isCaseSensitive: true }),
    checkCalls(async (trace) => (await host.engine.call('trace.show', { trace })).tools ?? []),
    workspace.onWillSaveTextDocument(({ document, reason }) => {
      if (reason === TextDocumentSaveReason.Manual && document.uri.scheme === draftScheme) byHand.add(document.uri.toString());
    }),
    workspace.onDidSaveTextDocument((document) => {
      const key = document.uri.toString();
      if (byHand.delete(key) && recorded.get(key) !== document.version) void record(document).catch(host.fail);
    }),
    workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme !== draftScheme) return;
      recorded.delete(uri.toString());
      files.forget(uri);
    }),
    host.command('loop.review.fix_in_editor', open('feedback.correct')),
    host.command('loop.review.gold_in_editor', open('feedback.gold')),
    host.command('loop.review.record_draft', async () => {
      const document = window.activeTextEditor?.document;
      if (document?.uri.scheme !== draftScheme) throw new Problem('text_empty');
      const key = document.uri.toString();
      const before = recorded.get(key);
      // The save may join one that goes on by itself, and then it is not told apart from it: what counts is the wish.
      await document.save();
      if (recorded.get(key) === before) await record(document);
    }),
  );
}

function unlessGone(error: unknown): undefined {
  if (!(error instanceof Problem) || error.code !== 'trace_not_found') throw error;
}

/** What was typed in the panel before the document was asked for. */
async function typedIn(given: unknown): Promise<Answer | undefined> {
  if (given === undefined) return undefined;
  const { answer } = await import('../../../core/log/events');
  return answer.parse(given);
}

async function openDraft(host: Host, trace: string, kind: DraftKind, chosen?: number, typed?: Answer): Promise<void> {
  try {
    await openBeside(host, trace, kind, chosen, typed);
  } catch (error) {
    // The field it was typed in is closed by now.
    if (typed) await window.showTextDocument(await workspace.openTextDocument({ content: typed.text, language: 'markdown' }));
    throw error;
  }
}

async function openBeside(host: Host, trace: string, kind: DraftKind, chosen?: number, typed?: Answer): Promise<void> {
  const shown = await host.engine.call('trace.show', { trace });
  const turn = chosen ?? shown.answer_turn;
  const address = { trace, turn, kind, part: partOf(shown, turn, typed) } as const;
  const title = kind === 'feedback.gold' ? l10n.t('Gold answer (save to record)') : l10n.t('Correction (save to record)');
  const sides: [Uri, Uri] = [draftUri({ ...address, original: true }), draftUri({ ...address, original: false })];
  await commands.executeCommand('vscode.diff', ...sides, title, { preview: false });
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof TabInputTextDiff) await commands.executeCommand('workbench.action.compareEditor.focusPrimarySide');
  if (typed) await goOnWith(sides[1], address.part === 'text' ? typed.text : callsText(typed.tool_calls ?? []));
}

/** The text, unless it is the calls that are to be rewritten. */
function partOf(shown: ShownTrace, turn: number, typed: Answer | undefined): DraftAddress['part'] {
  const calls = answerCalls(shown, turn);
  if (typed && callsText(typed.tool_calls ?? []) !== callsText(calls)) return 'tool_calls';
  if (typed && typed.text !== answerText(shown, turn)) return 'text';
  return calls.length > 0 && answerText(shown, turn).trim() === '' ? 'tool_calls' : 'text';
}

/** The typed words become an unsaved change of the document, which one can take back there. */
async function goOnWith(uri: Uri, text: string): Promise<void> {
  const document = await workspace.openTextDocument(uri);
  const edit = new WorkspaceEdit();
  edit.replace(uri, new Range(document.positionAt(0), document.positionAt(document.getText().length)), text);
  if (document.getText() !== text) await workspace.applyEdit(edit);
}

/** The text of the answer, or its tool calls as indented JSON. */
function answerPart(shown: ShownTrace, turn: number, part: DraftAddress['part']): string {
  return part === 'text' ? answerText(shown, turn) : callsText(answerCalls(shown, turn));
}

/** Numbers and the order of keys stay as they were recorded: only white space is added. */
function callsText(calls: readonly ToolCall[]): string {
  const items = calls.map(({ id, name, arguments: args }) => {
    const raw = isJson(args) ? args : JSON.stringify(args);
    return `{"id":${JSON.stringify(id)},"name":${JSON.stringify(name)},"arguments":${raw}}`;
  });
  const text = `[${items.join(',')}]`;
  return applyEdits(text, format(text, undefined, { insertSpaces: true, tabSize: 2, eol: '\n' }));
}

function isJson(text: string): boolean {
  const problems: ParseError[] = [];
  parse(text, problems);
  return problems.length === 0;
}

/** The whole answer with one part of it rewritten. */
function withPart(shown: ShownTrace, { turn, part }: DraftAddress, text: string): Answer {
  if (part === 'text') {
    const calls = [...answerCalls(shown, turn)];
    if (text.trim() === '') throw new Problem('text_empty');
    return { text, ...(calls.length > 0 ? { tool_calls: calls } : {}) };
  }
  return { text: answerText(shown, turn), tool_calls: parseToolCalls(text) };
}
