import type { Rule } from '../context';
import type { Findings } from '../finding';
import { nearest } from '../near';
import { isExpert } from '../parts';
import { oneOrMore, textOf, valueOf } from '../yaml/tree';
import { scalarText } from '../yaml/write';
import type { Context } from '../context';

/** A small model learns little from fewer good examples. */
const enoughExamples = 100;

/** SKL208, SKL209: an expert beside the recorded conversations. */
export const storeRules: Rule = function* (context) {
  if (!context.facts || !isExpert(context)) return;
  yield* goodExamples(context);
  yield* tools(context);
};

/** Conversations labelled with the expert's name are its own. */
function* goodExamples({ map, facts }: Context): Findings {
  const status = valueOf(map, 'status') ?? valueOf(map, 'expert_status');
  const name = textOf(valueOf(map, 'name'));
  if (!facts || !status || name === undefined || !/^(?:collecting|training)$/.test(textOf(status) ?? '')) return;
  if (!facts.labels.some(({ label }) => label === name)) return;
  const n = facts.count({ label: name, has: ['up', 'correction', 'gold'] });
  if (n !== undefined && n < enoughExamples)
    yield { code: 'SKL208', args: { n }, span: status.span, fixes: () => [{ title: 'build', edits: [], command: 'build' }] };
}

function* tools({ map, facts }: Context): Findings {
  if (!facts?.allTools || facts.tools.length === 0) return;
  const names = facts.tools.map((tool) => tool.name);
  for (const node of oneOrMore(valueOf(map, 'tools'))) {
    const tool = textOf(node);
    if (tool === undefined || tool.includes(',') || names.includes(tool)) continue;
    const near = nearest(tool, names);
    yield {
      code: 'SKL209',
      ...(near === undefined ? {} : { variant: 'near' }),
      args: { tool, near: near ?? '' },
      span: node.span,
      fixes: () =>
        near === undefined ? [] : [{ title: 'replace', args: { text: near }, edits: [{ ...node.span, text: scalarText(near) }] }],
    };
  }
}
