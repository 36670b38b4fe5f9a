import { InlayHintKind } from 'vscode-languageserver/node';
import { inlaysOf } from '../../../core/lint/editing/inlays';
import { reading } from '../reading';
import type { RegisterFeature } from '../state';
import { onFacts } from '../store-facts';

/** Counts of slices, shares of weight and the split of a recipe, beside what they are of. */
export const registerInlayHints: RegisterFeature = (state) => {
  state.connection.languages.inlayHint.on(async ({ textDocument, range }) => {
    const found = await reading(state, textDocument.uri);
    if (!found) return null;
    const { context } = found;
    return inlaysOf(context).flatMap(({ offset, label, says }) => {
      const position = context.lines.position(offset);
      if (position.line < range.start.line || position.line > range.end.line) return [];
      return { position, label, kind: InlayHintKind.Type, tooltip: says, paddingLeft: true };
    });
  });
  let following: { dispose(): void } | undefined;
  return {
    capabilities: () => ({ inlayHintProvider: true }),
    started() {
      if (state.client().workspace?.inlayHint?.refreshSupport !== true) return;
      following = onFacts(state.facts, () => state.connection.languages.inlayHint.refresh());
    },
    stop: () => following?.dispose(),
  };
};
