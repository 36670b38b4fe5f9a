import { MarkupKind } from 'vscode-languageserver/node';
import { hoverAt } from '../../../core/lint/editing/hover';
import { readingAt } from '../reading';
import type { RegisterFeature } from '../state';

/** What a key means, who reads it, how much room is left, what the store knows. */
export const registerHover: RegisterFeature = (state) => {
  state.connection.onHover(async (params) => {
    const found = await readingAt(state, params);
    const hover = found && hoverAt(found.context, found.offset);
    return hover ? { contents: { kind: MarkupKind.Markdown, value: hover.markdown }, range: found.range(hover.span) } : null;
  });
  return { capabilities: () => ({ hoverProvider: true }) };
};
