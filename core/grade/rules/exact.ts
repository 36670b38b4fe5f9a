import { foldCase, normalText } from '../answer';
import { fail, pass, skipped, type Checked, type RuleKind, type RuleOf } from '../kind';
import { shown } from '../reasons';
import { isInsideWord } from '../words';

/** The answer, its start or its end is one of the expected texts, or the gold answer. */
export const exactRule: RuleKind<'exact'> = {
  type: 'exact',
  compile(rule) {
    const { ignore_case = true, ignore_spacing = true, at = 'whole' } = rule;
    const space = (text: string) => (ignore_spacing ? text.replace(oddSpace, ' ').trim() : text);
    const tidy = (text: string) => space(ignore_case ? foldCase(normalText(text)) : normalText(text));
    const compare = comparisons[at];
    const expected = rule.expected === undefined ? [] : [rule.expected].flat();
    const wanted = expected.map(tidy);
    return (answer) => {
      const text = space(ignore_case ? answer.folded : answer.text);
      if (rule.reference !== undefined) {
        if (answer.gold === undefined) return skipped('no_gold');
        return compare(text, tidy(answer.gold)) ? pass() : fail('gold_differs');
      }
      return wanted.some((one) => compare(text, one)) ? pass() : different(rule, expected);
    };
  },
};

/** White space that is not a single blank: most texts have little of it. */
const oddSpace = /\s{2,}|[^\S ]/g;

/** At an end, a word must not go on: "Holanda" does not start with "Hola", nor does 25 end with 5. */
const comparisons: Readonly<Record<'whole' | 'start' | 'end', (text: string, wanted: string) => boolean>> = {
  whole: (text, wanted) => text === wanted,
  start: (text, wanted) => text.startsWith(wanted) && !isInsideWord(text, wanted.length),
  end: (text, wanted) => text.endsWith(wanted) && !isInsideWord(text, text.length - wanted.length),
};

function different({ at = 'whole' }: RuleOf<'exact'>, expected: readonly string[]): Checked {
  if (at === 'start') return fail('start_differs');
  if (at === 'end') return fail('end_differs');
  const [only] = expected;
  return only !== undefined && expected.length === 1
    ? fail('text_differs', { expected: shown(only) })
    : fail('texts_differ', { count: expected.length });
}
