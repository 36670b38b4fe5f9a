import { checkExamples, type Mismatch } from '../../grade/examples';
import { reasonText } from '../../grade/reasons';
import type { Context, Rule } from '../context';
import type { Finding } from '../finding';
import { entryOf, itemsOf, valueOf, type YamlEntry } from '../yaml/tree';
import { graderIn } from './parsed';

/** GRD090: runs the cases, as soon as the file is one that can be run. */
export const outcomeRules: Rule = function* (context) {
  if (itemsOf(valueOf(context.map, 'examples')).length === 0) return;
  const parsed = graderIn(context);
  if (parsed) for (const mismatch of checkExamples(parsed)) yield* finding(context, mismatch);
};

function* finding({ map }: Context, mismatch: Mismatch): Generator<Finding> {
  const example = itemsOf(valueOf(map, 'examples'))[mismatch.example];
  const entry = 'rule' in mismatch ? entryOf(valueOf(example, 'expect'), mismatch.rule) : example && entryOf(example, 'score');
  if (!entry) return;
  const [was, expected] = [String(mismatch.was), String(mismatch.expected)];
  if (!('rule' in mismatch)) yield { code: 'GRD090', variant: 'score', args: { was, expected }, ...update(entry, was) };
  else yield { code: 'GRD090', args: { was, expected, why: reasonText(mismatch.reason) }, ...update(entry, was) };
}

function update({ value }: YamlEntry, text: string): Pick<Finding, 'span' | 'fixes'> {
  return { span: value.span, fixes: () => [{ title: 'replace', args: { text }, edits: [{ ...value.span, text }] }] };
}
