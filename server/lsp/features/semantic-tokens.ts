import { SemanticTokensBuilder } from 'vscode-languageserver/node';
import { tokenKinds, tokensOf } from '../../../core/lint/editing/tokens';
import { reading } from '../reading';
import type { RegisterFeature } from '../state';

/** Colours that a grammar cannot know: names, words that choose, patterns. */
export const registerSemanticTokens: RegisterFeature = (state) => {
  state.connection.languages.semanticTokens.on(async ({ textDocument }) => {
    const found = await reading(state, textDocument.uri);
    const builder = new SemanticTokensBuilder();
    for (const { span, kind, definition } of found ? tokensOf(found.context) : []) {
      const { line, character } = found?.range(span).start ?? { line: 0, character: 0 };
      builder.push(line, character, span.end - span.start, tokenKinds.indexOf(kind), definition ? 1 : 0);
    }
    return builder.build();
  });
  return {
    capabilities: () => ({
      semanticTokensProvider: { legend: { tokenTypes: [...tokenKinds], tokenModifiers: ['definition'] }, full: true },
    }),
  };
};
