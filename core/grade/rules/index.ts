import { skipped, type Check, type GradeTools, type RuleKind } from '../kind';
import type { GraderRule, RuleType } from '../schema';
import { containsRule } from './contains';
import { exactRule } from './exact';
import { jsonRule } from './json';
import { numberRule } from './number';
import { regexRule } from './regex';
import { toolCallRule } from './tool-call';

/** Every type of rule. */
export const ruleKinds: { readonly [T in RuleType]: RuleKind<T> } = {
  contains: containsRule,
  exact: exactRule,
  number: numberRule,
  json: jsonRule,
  regex: regexRule,
  tool_call: toolCallRule,
};

export function compileRule(rule: GraderRule, tools: GradeTools = {}): Check {
  // The table has each type's kind under its name; the compiler cannot tie the two together.
  const kind = ruleKinds[rule.type] as { compile(rule: GraderRule, tools: GradeTools): Check };
  const check = kind.compile(rule, tools);
  return (answer) => {
    try {
      return check(answer);
    } catch (error) {
      // JSON inside of JSON inside of JSON: there is no stack for it.
      if (error instanceof RangeError) return skipped('too_deep');
      throw error;
    }
  };
}
