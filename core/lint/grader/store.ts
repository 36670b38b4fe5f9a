import type { Context, Rule } from '../context';
import type { Finding, Findings, Fix } from '../finding';
import { nearest } from '../near';
import { type SliceCodes } from '../slices';
import { emptySlice, sliceOf, thatHas } from '../store-slices';
import { entriesOf, oneOrMore, textOf, valueOf, type YamlNode } from '../yaml/tree';
import { scalarText } from '../yaml/write';
import { ofType, rulesOf } from './view';

const codes: SliceCodes = { keys: 'GRD006', never: 'GRD082', label: { code: 'GRD083' }, shape: 'GRD014', what: 'a slice' };

/** GRD032, GRD071, GRD075, GRD084, GRD094: what the recorded conversations say about the rules. */
export const storeRules: Rule = function* (context) {
  if (!context.facts) return;
  yield* slices(context);
  yield* tools(context);
  yield* golds(context);
  yield* tellingNothing(context);
};

function* slices(context: Context): Findings {
  const named = entriesOf(valueOf(context.map, 'slices')).map(({ key, value }) => ({ node: value, span: key.span }));
  const inline = rulesOf(context).flatMap(({ map }) => {
    const node = valueOf(map, 'slice');
    return node?.kind === 'map' ? [{ node, span: node.span }] : [];
  });
  for (const { node, span } of [...named, ...inline]) {
    const slice = sliceOf(context, node, codes);
    const finding = slice && emptySlice(context, node, slice, { code: 'GRD084', span });
    if (finding) yield finding;
  }
}

function* tools(context: Context): Findings {
  const { facts } = context;
  if (!facts || facts.tools.length === 0) return;
  for (const { map } of ofType(context, 'tool_call')) {
    const named = [...oneOrMore(valueOf(map, 'tool')), ...oneOrMore(valueOf(map, 'any_of'))];
    for (const node of named) {
      const finding = facts.allTools ? unknownTool(context, node) : undefined;
      if (finding) yield finding;
    }
    const only = named.length === 1 ? facts.tools.find(({ name }) => name === textOf(named[0])) : undefined;
    for (const { name, key } of only ? entriesOf(valueOf(map, 'args')) : []) {
      if (only && !Object.hasOwn(only.args, name)) yield unknownArgument(name, only, key);
    }
  }
}

function unknownTool({ facts }: Context, node: YamlNode): Finding | undefined {
  const tool = textOf(node);
  const names = facts?.tools.map(({ name }) => name) ?? [];
  if (tool === undefined || tool === '' || names.includes(tool)) return undefined;
  const near = nearest(tool, names);
  const variant = near === undefined ? {} : { variant: 'near' };
  return { code: 'GRD071', ...variant, args: { tool, near: near ?? '' }, span: node.span, fixes: () => replaced(node, near) };
}

function unknownArgument(
  argument: string,
  { name, args }: { name: string; args: Readonly<Record<string, number>> },
  key: YamlNode,
): Finding {
  const near = nearest(argument, Object.keys(args));
  const variant = near === undefined ? {} : { variant: 'near' };
  const facts = { argument, tool: name, near: near ?? '' };
  return { code: 'GRD075', ...variant, args: facts, span: key.span, fixes: () => replaced(key, near) };
}

function replaced(node: YamlNode, near: string | undefined): Fix[] {
  return near === undefined
    ? []
    : [{ title: 'replace', args: { text: near }, edits: [{ ...node.span, text: scalarText(near) }] }];
}

/** Rules that compare with gold answers where there are none. */
function* golds(context: Context): Findings {
  const { facts, map: root } = context;
  for (const { map } of [...ofType(context, 'exact'), ...ofType(context, 'number')]) {
    const reference = valueOf(map, 'reference');
    if (!facts || !reference || textOf(reference) !== 'gold') continue;
    const given = valueOf(map, 'slice');
    const name = textOf(given);
    const node = name === undefined ? given : valueOf(valueOf(root, 'slices'), name);
    if (given && !node) continue;
    const slice = node ? sliceOf(context, node, codes) : {};
    const golden = slice && thatHas(slice, 'gold');
    const n = slice && facts.count(slice);
    if (!golden || n === undefined || n === 0 || facts.count(golden) !== 0) continue;
    yield { code: 'GRD032', args: { n }, span: reference.span };
  }
}

/** Fewer answers than this of either kind are no evidence. */
const leastAnswers = 5;

/** GRD094: rules that say the same of every answer people judged. */
function* tellingNothing(context: Context): Findings {
  const views = rulesOf(context);
  for (const { index, right, wrong } of context.facts?.evidence?.rules ?? []) {
    const view = views.find((rule) => rule.index === index);
    const passes = right.pass + wrong.pass;
    const fails = right.fail + wrong.fail;
    if (!view || right.pass + right.fail < leastAnswers || wrong.pass + wrong.fail < leastAnswers) continue;
    if (passes > 0 && fails > 0) continue;
    yield { code: 'GRD094', args: { verdict: passes > 0 ? 'passes' : 'fails', n: passes + fails }, span: view.place };
  }
}
