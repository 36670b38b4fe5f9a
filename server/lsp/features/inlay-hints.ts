import { type InlayHint, InlayHintKind } from 'vscode-languageserver/node';
import type { Context } from '../../../core/lint/context';
import { ruleEvidence } from '../../../core/lint/editing/evidence';
import { graderIn } from '../../../core/lint/grader/parsed';
import { type Inlay, inlaysOf } from '../../../core/lint/editing/inlays';
import { reading } from '../reading';
import type { RegisterFeature, State } from '../state';
import { onFacts } from '../store-facts';

/** Counts of slices, shares of weight and the split of a recipe, beside what they are of. */
export const registerInlayHints: RegisterFeature = (state) => {
  state.connection.languages.inlayHint.on(async ({ textDocument, range }) => {
    const found = await reading(state, textDocument.uri);
    if (!found) return null;
    const { context } = found;
    const shown = [...inlaysOf(context).map(hintOf(context)), ...(await evidenceHints(state, context))];
    return shown.filter(({ position }) => position.line >= range.start.line && position.line <= range.end.line);
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

function hintOf({ lines }: Context): (inlay: Inlay) => InlayHint {
  return ({ offset, label, says }) => ({
    position: lines.position(offset),
    label,
    kind: InlayHintKind.Type,
    tooltip: says,
    paddingLeft: true,
  });
}

/** Behind each rule what it made of answers people judged; followed like a link, the traces it fails. */
async function evidenceHints(state: State, context: Context): Promise<InlayHint[]> {
  const grader = graderIn(context);
  const evidence = grader && (await state.facts.evidence(grader));
  if (!evidence) return [];
  return ruleEvidence(context, evidence).map(({ rule, at, text }) => {
    const command = { title: 'Show', command: 'loop.rubrics.show_failing', arguments: [rule.id, rule.fails] };
    const part = { value: text, ...(state.hasCommands() && rule.fails.length > 0 ? { command } : {}) };
    return { position: context.lines.position(at.end), label: [part], paddingLeft: true };
  });
}
