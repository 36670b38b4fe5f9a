import { type CodeLens, CodeLensRefreshRequest, type Command } from 'vscode-languageserver/node';
import { slicesIn } from '../../../core/lint/editing/inlays';
import type { Context } from '../../../core/lint/context';
import { agreementText } from '../../../core/lint/editing/evidence';
import { graderIn } from '../../../core/lint/grader/parsed';
import { traces } from '../../../core/lint/editing/complete-keys';
import { printSlice } from '../../../core/slice/print';
import type { Slice } from '../../../core/slice/schema';
import { reading, type Reading } from '../reading';
import type { RegisterFeature, State } from '../state';
import { onFacts } from '../store-facts';

/** Commands of the extension that a lens may run; an editor without it shows the words alone. */
export const lensCommands = {
  show: 'loop.rubrics.show_slice',
  build: 'loop.dataset.build_recipe',
  run: 'loop.grader.run',
  try: 'loop.grader.try',
} as const;

/** What can be done with a file, and with how many conversations, above its first line. */
export const registerCodeLens: RegisterFeature = (state) => {
  state.connection.onCodeLens(async ({ textDocument }): Promise<CodeLens[] | null> => {
    const found = await reading(state, textDocument.uri);
    if (!found) return null;
    const lenses = [
      ...(await agreementLenses(state, found)),
      ...graderLenses(found, textDocument.uri),
      ...sliceLenses(found),
      ...recipeLenses(found, textDocument.uri),
    ];
    return lenses.map((lens) => runnable(lens, state.hasCommands()));
  });
  let following: { dispose(): void } | undefined;
  return {
    capabilities: () => ({ codeLensProvider: {} }),
    started() {
      if (state.client().workspace?.codeLens?.refreshSupport !== true) return;
      following = onFacts(state.facts, () => state.connection.sendRequest(CodeLensRefreshRequest.type));
    },
    stop: () => following?.dispose(),
  };
};

/** On the first line of a grader, how far it and people agree. */
async function agreementLenses(state: State, { context, range }: Reading): Promise<CodeLens[]> {
  const grader = graderIn(context);
  const evidence = grader && (await state.facts.evidence(grader));
  const title = evidence && agreementText(context.say, evidence);
  return title === undefined ? [] : [{ range: range({ start: 0, end: 0 }), command: { title, command: '' } }];
}

/** Above a saved grader what can be done with it, once there are conversations. */
function graderLenses({ context, range }: Reading, uri: string): CodeLens[] {
  const { kind, facts, path, say } = context;
  if (kind !== 'grader' || path === undefined || !facts || facts.conversations === 0) return [];
  const first = range({ start: 0, end: 0 });
  return [
    { range: first, command: { title: say('Run'), command: lensCommands.run, arguments: [uri] } },
    { range: first, command: { title: say('Try on Current Trace'), command: lensCommands.try, arguments: [uri] } },
  ];
}

function sliceLenses({ context, range }: Reading): CodeLens[] {
  const { facts } = context;
  if (!facts) return [];
  if (context.kind === 'grader') {
    return slicesIn(context).flatMap(({ slice, key }) => lensOf(context, slice, undefined, range(key)));
  }
  const [selected] = slicesIn(context);
  if (context.kind === 'skill' || (selected === undefined && isFiltered(context))) return [];
  const { slice, sample } = selected ?? { slice: {}, sample: undefined };
  return lensOf(context, slice, sample, range({ start: 0, end: 0 }));
}

/** A filter is there and not in order: then nothing is said of it. */
function isFiltered({ map }: Context): boolean {
  return map?.entries.some(({ name }) => name === 'slice' || name === 'selection') ?? true;
}

function lensOf({ facts, say }: Context, slice: Slice, sample: number | undefined, range: CodeLens['range']): CodeLens[] {
  const n = facts?.count(slice);
  if (n === undefined) return [];
  const title = sample !== undefined && sample < n ? say('{sample} of {n} traces', { sample, n }) : traces(say, n);
  return [{ range, command: { title, command: lensCommands.show, arguments: [printSlice(slice)] } }];
}

function recipeLenses({ context, range }: Reading, uri: string): CodeLens[] {
  if (context.kind !== 'recipe' || context.path === undefined) return [];
  return [
    {
      range: range({ start: 0, end: 0 }),
      command: { title: context.say('Build'), command: lensCommands.build, arguments: [uri] },
    },
  ];
}

/** An empty command is shown and cannot be pressed. */
function runnable(lens: CodeLens, has: boolean): CodeLens {
  if (has || !lens.command) return lens;
  const words: Command = { title: lens.command.title, command: '' };
  return { ...lens, command: words };
}
