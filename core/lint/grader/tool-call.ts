import { argumentKeys } from '../../grade/schema';
import type { Findings } from '../finding';
import { unknownKeys } from '../unknown-keys';
import { entriesOf, entryOf, isEmpty, itemsOf, numberOf, resolved, textOf, valueOf } from '../yaml/tree';
import type { RuleCheck } from './each-rule';
import type { RuleView } from './view';

/** GRD070, GRD072, GRD074: which tool, how often, with what. */
export const toolCallChecks: RuleCheck = function* ({ text }, rule) {
  if (rule.type !== 'tool_call') return;
  yield* named(rule);
  yield* counts(rule);
  yield* unknownKeys(text, valueOf(rule.map, 'count'), ['min', 'max'], 'GRD006', '`count`');
  for (const argument of entriesOf(valueOf(rule.map, 'args'))) {
    yield* unknownKeys(text, argument.value, argumentKeys, 'GRD006', 'an argument check');
  }
};

function* named({ map, place, typo }: RuleView): Findings {
  const tool = entryOf(map, 'tool');
  const anyOf = entryOf(map, 'any_of');
  if (!tool && !anyOf) {
    if (!typo) yield { code: 'GRD070', span: place };
    return;
  }
  const nothing =
    (tool && (isEmpty(tool.value) || textOf(tool.value) === '')) ??
    (anyOf && resolved(anyOf.value)?.kind === 'list' && itemsOf(anyOf.value).length === 0);
  if (nothing === true) yield { code: 'GRD070', span: (tool ?? anyOf)?.key.span ?? place };
}

function* counts({ map }: RuleView): Findings {
  const none = textOf(valueOf(map, 'expect')) === 'not_called';
  if (none) {
    for (const key of ['count', 'args']) {
      const entry = entryOf(map, key);
      if (entry) yield { code: 'GRD074', args: { key }, span: entry.key.span, unnecessary: true };
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
    yield { code: 'GRD072', variant: 'never', span: max.value.span };
  }
}
