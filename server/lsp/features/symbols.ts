import { type DocumentSymbol, SymbolKind, type SymbolInformation } from 'vscode-languageserver/node';
import type { Context } from '../../../core/lint/context';
import { outlineOf, type Symbol } from '../../../core/lint/editing/outline';
import { textOf, valueOf } from '../../../core/lint/yaml/tree';
import { rubricFiles } from '../../lint/walk';
import { pathOfUri, uriOfPath } from '../places';
import { reading, type Reading } from '../reading';
import type { RegisterFeature, State } from '../state';
import { rangeOf } from '../to-lsp';

const kinds: Readonly<Record<Symbol['kind'], SymbolKind>> = {
  file: SymbolKind.File,
  key: SymbolKind.Property,
  rule: SymbolKind.Function,
  slice: SymbolKind.Variable,
  example: SymbolKind.Event,
  dimension: SymbolKind.Field,
  section: SymbolKind.String,
  export: SymbolKind.Package,
};
const mostFound = 500;

/** The outline of a document, and names across the workspace: files by what they call themselves, rules, dimensions, slices. */
export const registerSymbols: RegisterFeature = (state) => {
  state.connection.onDocumentSymbol(async ({ textDocument }) => {
    const found = await reading(state, textDocument.uri);
    return found ? outlineOf(found.context).map((symbol) => symbolOf(symbol, found)) : null;
  });
  state.connection.onWorkspaceSymbol(async ({ query }, token) => {
    const symbols: SymbolInformation[] = [];
    for await (const path of everyFile(state)) {
      if (token.isCancellationRequested || symbols.length > mostFound) break;
      const context = await state.rubrics.readFile(path);
      if (context) symbols.push(...informationOf(context, path).filter(({ name }) => matches(name, query)));
    }
    return symbols.slice(0, mostFound);
  });
  return { capabilities: () => ({ documentSymbolProvider: true, workspaceSymbolProvider: true }) };
};

function symbolOf(symbol: Symbol, { range }: Pick<Reading, 'range'>): DocumentSymbol {
  const { name, detail, kind, span, at, children } = symbol;
  return {
    name,
    kind: kinds[kind],
    range: range(span),
    selectionRange: range(at),
    ...(detail === undefined ? {} : { detail }),
    ...(children.length === 0 ? {} : { children: children.map((child) => symbolOf(child, { range })) }),
  };
}

async function* everyFile(state: State): AsyncGenerator<string> {
  for (const folder of state.folders()) {
    const path = pathOfUri(folder);
    if (path !== undefined) yield* rubricFiles(path);
  }
}

function informationOf(context: Context, path: string): SymbolInformation[] {
  const uri = uriOfPath(path);
  const name = textOf(valueOf(context.map, 'name'));
  const place = (span: Symbol['span']) => ({ uri, range: rangeOf(context.lines, span) });
  const own = name === undefined ? [] : [{ name, kind: SymbolKind.File, location: place({ start: 0, end: 0 }) }];
  const named = outlineOf(context)
    .flatMap((symbol) => symbol.children)
    .filter(({ kind }) => kind === 'rule' || kind === 'slice' || kind === 'dimension');
  return [
    ...own,
    ...named.map((symbol) => ({
      name: symbol.name,
      kind: kinds[symbol.kind],
      location: place(symbol.at),
      ...(name === undefined ? {} : { containerName: name }),
    })),
  ];
}

/** The letters of the query in their order, capital or small. */
function matches(name: string, query: string): boolean {
  const text = name.toLowerCase();
  let at = 0;
  for (const letter of query.toLowerCase().replace(/\s/g, '')) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
