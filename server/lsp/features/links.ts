import { fileReferences } from '../../../core/lint/editing/references';
import { uriOfPath } from '../places';
import { reading } from '../reading';
import type { RegisterFeature } from '../state';

/** Files a document leads to, to be opened with a click. In Markdown bodies the editor's own links do. */
export const registerLinks: RegisterFeature = (state) => {
  state.connection.onDocumentLinks(async ({ textDocument }) => {
    const found = await reading(state, textDocument.uri);
    if (!found) return null;
    const { front } = found.context;
    const inKeys = fileReferences(found.context).filter(({ span }) => front?.state !== 'found' || span.start < front.close.start);
    return inKeys.map(({ span, path }) => ({ range: found.range(span), target: uriOfPath(path) }));
  });
  return { capabilities: () => ({ documentLinkProvider: {} }) };
};
