import { foldsOf, selectionSteps } from '../../../core/lint/editing/outline';
import type { SelectionRange } from 'vscode-languageserver/node';
import { reading } from '../reading';
import type { RegisterFeature } from '../state';

/** Folding by what belongs together, and selections that grow along it. */
export const registerFolding: RegisterFeature = (state) => {
  state.connection.onFoldingRanges(async ({ textDocument }) => {
    const found = await reading(state, textDocument.uri);
    return (
      found &&
      foldsOf(found.context).map((fold) => {
        const { start, end } = found.range(fold);
        return { startLine: start.line, endLine: end.line };
      })
    );
  });
  state.connection.onSelectionRanges(async ({ textDocument, positions }) => {
    const found = await reading(state, textDocument.uri);
    if (!found) return null;
    return positions.map((position) => {
      const steps = selectionSteps(found.context, found.document.offsetAt(position));
      const whole: SelectionRange = { range: found.range({ start: 0, end: found.context.text.length }) };
      return steps.reduce<SelectionRange>((parent, step, i) => (i === 0 ? whole : { range: found.range(step), parent }), whole);
    });
  });
  return { capabilities: () => ({ foldingRangeProvider: true, selectionRangeProvider: true }) };
};
