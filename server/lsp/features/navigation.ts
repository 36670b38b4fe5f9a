import type { Location } from 'vscode-languageserver/node';
import { nameAt } from '../../../core/lint/editing/names';
import { fileReferences } from '../../../core/lint/editing/references';
import { rubricFiles } from '../../lint/walk';
import { pathOfUri, uriOfPath } from '../places';
import { readingAt } from '../reading';
import type { RegisterFeature, State } from '../state';
import { rangeOf } from '../to-lsp';

const top = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** From a name to where it is given, and back to every use; from a path to its file, and from a file to the recipes that name it. */
export const registerNavigation: RegisterFeature = (state) => {
  state.connection.onDefinition(async (params): Promise<Location | null> => {
    const found = await readingAt(state, params);
    if (!found) return null;
    const { context, offset, range } = found;
    const name = nameAt(context, offset)?.name;
    if (name) return { uri: params.textDocument.uri, range: range(name.definition) };
    const file = fileReferences(context).find(({ span }) => offset >= span.start && offset <= span.end);
    return file ? { uri: uriOfPath(file.path), range: top } : null;
  });
  state.connection.onReferences(async (params): Promise<Location[] | null> => {
    const found = await readingAt(state, params);
    if (!found) return null;
    const { context, offset, range } = found;
    const { uri } = params.textDocument;
    const name = nameAt(context, offset)?.name;
    if (!name) return offset <= context.lines.line(1).end && context.path !== undefined ? usersOf(state, context.path) : null;
    const places = params.context.includeDeclaration ? [name.definition, ...name.uses] : name.uses;
    return places.map((place) => ({ uri, range: range(place) }));
  });
  state.connection.onDocumentHighlight(async (params) => {
    const found = await readingAt(state, params);
    const name = found && nameAt(found.context, found.offset)?.name;
    return name ? [name.definition, ...name.uses].map((place) => ({ range: found.range(place) })) : null;
  });
  return {
    capabilities: () => ({ definitionProvider: true, referencesProvider: true, documentHighlightProvider: true }),
  };
};

/** Every place in the workspace that names this file. */
export async function usersOf(state: State, path: string): Promise<Location[]> {
  const found: Location[] = [];
  for (const folder of state.folders()) {
    const root = pathOfUri(folder);
    if (root === undefined) continue;
    for await (const file of rubricFiles(root)) {
      const context = await state.rubrics.readFile(file);
      for (const reference of context ? fileReferences(context) : []) {
        if (context && reference.path === path)
          found.push({ uri: uriOfPath(file), range: rangeOf(context.lines, reference.span) });
      }
    }
  }
  return found;
}
