import { formatOf } from '../../../core/lint/editing/format';
import { reading } from '../reading';
import type { RegisterFeature } from '../state';

/** The YAML of a document in one form, comments kept. */
export const registerFormatting: RegisterFeature = (state) => {
  state.connection.onDocumentFormatting(async ({ textDocument }) => {
    const found = await reading(state, textDocument.uri);
    return found ? formatOf(found.context).map((edit) => ({ range: found.range(edit), newText: edit.text })) : null;
  });
  return { capabilities: () => ({ documentFormattingProvider: true }) };
};
