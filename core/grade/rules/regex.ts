import { normalText } from '../answer';
import { fail, pass, skipped, type Check, type GradeTools, type RuleKind, type RuleOf } from '../kind';
import { compilePattern } from '../pattern';

type RegexRule = RuleOf<'regex'>;

/** A pattern, found or not found. Linear in the length of the answer, unless the file asks for the JavaScript engine. */
export const regexRule: RuleKind<'regex'> = {
  type: 'regex',
  compile(rule, tools) {
    const wanted = (rule.expect ?? 'match') === 'match';
    if (rule.engine === 'js' && !tools.timedPattern) return () => skipped('pattern_not_run');
    let find: (text: string) => boolean | undefined;
    try {
      find = finderOf(rule, tools);
    } catch {
      return () => skipped('rule_unusable');
    }
    return check(find, wanted);
  },
};

function finderOf(
  { pattern, flags = '', engine }: RegexRule,
  { timedPattern }: GradeTools,
): (text: string) => boolean | undefined {
  if (engine === 'js' && timedPattern) return timedPattern(pattern, flags);
  const compiled = compilePattern(normalText(pattern), flags);
  return (text) => compiled.test(text);
}

function check(find: (text: string) => boolean | undefined, wanted: boolean): Check {
  return (answer) => {
    const found = find(answer.text);
    if (found === undefined) return skipped('pattern_too_slow');
    if (found) return wanted ? pass('pattern_found') : fail('pattern_forbidden');
    return wanted ? fail('pattern_missing') : pass('pattern_absent');
  };
}
