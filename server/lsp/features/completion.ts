import { CompletionItemKind, InsertTextFormat, InsertTextMode, type CompletionItem } from 'vscode-languageserver/node';
import { suggestionsAt } from '../../../core/lint/editing/complete';
import type { Suggestion } from '../../../core/lint/editing/suggestion';
import { readingAt, type Reading } from '../reading';
import type { RegisterFeature } from '../state';

const kinds: Readonly<Record<Suggestion['kind'], CompletionItemKind>> = {
  key: CompletionItemKind.Property,
  word: CompletionItemKind.EnumMember,
  name: CompletionItemKind.Reference,
  value: CompletionItemKind.Value,
  file: CompletionItemKind.File,
  folder: CompletionItemKind.Folder,
  heading: CompletionItemKind.Class,
  snippet: CompletionItemKind.Snippet,
};

/** Keys, words, names of the store and paths, as one writes. */
export const registerCompletion: RegisterFeature = (state) => {
  state.connection.onCompletion(async (params) => {
    const found = await readingAt(state, params);
    if (!found) return null;
    const snippets = state.client().textDocument?.completion?.completionItem?.snippetSupport === true;
    const items = suggestionsAt(found.context, found.offset);
    return { isIncomplete: false, items: items.map((item) => itemOf(item, found, snippets)) };
  });
  return {
    capabilities: () => ({ completionProvider: { triggerCharacters: [' ', ':', '-', '[', '{', ',', '"', "'", '#', '(', '/'] } }),
  };
};

function itemOf(item: Suggestion, { range, context }: Reading, snippets: boolean): CompletionItem {
  const snippet = item.snippet && snippets;
  const newText = item.snippet && !snippets ? withoutPlaces(item.insert) : item.insert;
  const replace = range(item.replace);
  const typed = context.text.slice(item.replace.start, item.replace.end);
  return {
    label: item.label,
    kind: kinds[item.kind],
    textEdit: { range: replace, newText: context.eol === '\n' ? newText : newText.replaceAll('\n', context.eol) },
    insertTextFormat: snippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    // Indentation is written out: after a dash the line's own would be too little.
    insertTextMode: InsertTextMode.asIs,
    sortText: `${String(10_000 + item.rank)} ${item.label}`,
    // A paragraph or a fence being replaced would match nothing of the label.
    ...(item.kind === 'snippet' || item.kind === 'heading'
      ? { filterText: typed === '' ? item.label : `${typed} ${item.label}` }
      : {}),
    ...(item.detail === undefined ? {} : { detail: item.detail }),
    ...(item.says === undefined ? {} : { documentation: { kind: 'markdown', value: item.says } }),
    ...(item.again === true ? { command: { title: 'Suggest', command: 'editor.action.triggerSuggest' } } : {}),
  };
}

/** A snippet for an editor that knows none: its proposals as plain text. */
function withoutPlaces(snippet: string): string {
  return snippet
    .replace(/\$\{\d+\|([^,|}]*)[^}]*\|\}/g, '$1')
    .replace(/\$\{\d+:([^}]*)\}/g, '$1')
    .replace(/\$\d+/g, '');
}
