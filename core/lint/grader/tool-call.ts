import { argumentKeys } from '../../grade/schema';
import type { Context } from '../context';
import type { Findings, Fix } from '../finding';
import { deleteKey, insertKey } from '../repairs';
import { unknownKeys } from '../unknown-keys';
import { entriesOf, entryOf, isEmpty, itemsOf, numberOf, resolved, textOf, valueOf, type YamlMap } from '../yaml/tree';
import { removeEntry } from '../yaml/write';
import type { RuleCheck } from './each-rule';
import type { RuleView } from './view';

/** GRD070, GRD072, GRD074: which tool, how often, with what. */
export const toolCallChecks: RuleCheck = function* (context, rule) {
  const { text } = context;
  if (rule.type !== 'tool_call') return;
  yield* named(context, rule);
  yield* counts(context, rule);
  yield* unknownKeys(text, valueOf(rule.map, 'count'), ['min', 'max'], 'GRD006', '`count`');
  for (const argument of entriesOf(valueOf(rule.map, 'args'))) {
    yield* unknownKeys(text, argument.value, argumentKeys, 'GRD006', 'an argument check');
  }
};

function* named(context: Context, { map, place, typo }: RuleView): Findings {
  const tool = entryOf(map, 'tool');
  const anyOf = entryOf(map, 'any_of');
  if (!tool && !anyOf) {
    if (!typo) yield { code: 'GRD070', span: place, fixes: () => insertKey(context, map, entryOf(map, 'type'), 'tool: ""') };
    return;
  }
  const nothing =
    (tool && (isEmpty(tool.value) || textOf(tool.value) === '')) ??
    (anyOf && resolved(anyOf.value)?.kind === 'list' && itemsOf(anyOf.value).length === 0);
  if (nothing === true) yield { code: 'GRD070', span: (tool ?? anyOf)?.key.span ?? place };
}

function* counts(context: Context, { map }: RuleView): Findings {
  const none = textOf(valueOf(map, 'expect')) === 'not_called';
  if (none) {
    for (const key of ['count', 'args']) {
      const entry = entryOf(map, key);
      const fixes = () => deleteKey(context.text, map, entry);
      if (entry) yield { code: 'GRD074', args: { key }, span: entry.key.span, unnecessary: true, fixes };
    }
    return;
  }
  const count = valueOf(map, 'count');
  const min = entryOf(count, 'min');
  const max = entryOf(count, 'max');
  const [low, high] = [numberOf(min?.value), numberOf(max?.value)];
  if (min && max && low !== undefined && high !== undefined && low > high) {
    const edits = [
      { ...min.value.span, text: String(high) },
      { ...max.value.span, text: String(low) },
    ];
    yield { code: 'GRD072', span: max.value.span, fixes: () => [{ title: 'swap', edits }] };
  } else if (max && high === 0) {
    const fixes = () => [notCalled(context, map)].filter((fix) => fix !== undefined);
    yield { code: 'GRD072', variant: 'never', span: max.value.span, fixes };
  }
}

/** `expect: not_called` in place of a count that says the same. */
function notCalled({ text }: Context, map: YamlMap): Fix | undefined {
  const [count, expect] = [entryOf(map, 'count'), entryOf(map, 'expect')];
  if (!count) return undefined;
  const args = { text: 'expect: not_called' };
  if (!expect) return { title: 'replace', args, edits: [{ ...count.span, text: args.text }] };
  const removed = removeEntry(text, map, count);
  return removed && { title: 'replace', args, edits: [{ ...expect.value.span, text: 'not_called' }, removed] };
}
