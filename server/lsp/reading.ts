import type { Range, TextDocumentPositionParams } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Context } from '../../core/lint/context';
import type { Span } from '../../core/lint/span';
import type { State } from './state';
import { rangeOf } from './to-lsp';

/** One of our documents, read, with the way between offsets and positions. */
export interface Reading {
  readonly document: TextDocument;
  readonly context: Context;
  readonly range: (span: Span) => Range;
}

/** `undefined` when the document is not open or none of ours. */
export async function reading({ documents, rubrics }: State, uri: string): Promise<Reading | undefined> {
  const document = documents.get(uri);
  const context = document && (await rubrics.read(document));
  return document && context ? { document, context, range: (span) => rangeOf(context.lines, span) } : undefined;
}

/** The same with the offset of a position. */
export async function readingAt(
  state: State,
  { textDocument, position }: TextDocumentPositionParams,
): Promise<(Reading & { readonly offset: number }) | undefined> {
  const found = await reading(state, textDocument.uri);
  return found && { ...found, offset: found.document.offsetAt(position) };
}
