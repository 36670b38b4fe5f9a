import { foldCase, normalText, type AnswerView } from '../answer';
import { fail, pass, type RuleKind } from '../kind';
import { shown } from '../reasons';
import { isWordAt, isWordBefore } from '../words';

/** Phrases: all of `all`, one of `any`, none of `none`. */
export const containsRule: RuleKind<'contains'> = {
  type: 'contains',
  compile(rule) {
    const fold = rule.ignore_case ?? true;
    const find = rule.whole_word ? holdsWord : holdsText;
    const ready = (phrases: readonly string[] | undefined) =>
      (phrases ?? []).map((phrase) => ({ phrase, wanted: fold ? foldCase(normalText(phrase)) : normalText(phrase) }));
    const [all, any, none] = [ready(rule.all), ready(rule.any), ready(rule.none)];
    return (answer) => {
      const text = textOf(answer, fold);
      const found = ({ wanted }: { wanted: string }) => find(text, wanted);
      const forbidden = none.find(found);
      if (forbidden) return fail('phrase_forbidden', { phrase: shown(forbidden.phrase) });
      const missing = all.find((one) => !found(one));
      if (missing) return fail('phrase_missing', { phrase: shown(missing.phrase) });
      if (any.length === 0) return pass();
      const there = any.find(found);
      if (there) return pass('phrase_found', { phrase: shown(there.phrase) });
      const [only] = any;
      return only && any.length === 1
        ? fail('phrase_missing', { phrase: shown(only.phrase) })
        : fail('phrases_missing', { count: any.length });
    };
  },
};

function textOf(answer: AnswerView, fold: boolean): string {
  return fold ? answer.folded : answer.text;
}

function holdsText(text: string, wanted: string): boolean {
  return text.includes(wanted);
}

/** The phrase with no word character on either side. */
function holdsWord(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (!isWordBefore(text, at) && !isWordAt(text, at + wanted.length)) return true;
  }
  return false;
}
