/**
 * Why a rule came out as it did. Each is what the answer is or does, so that it can stand behind a verdict:
 * "fail: does not contain "sorry"". `{name}` is filled from the arguments.
 */
export const reasonTexts = {
  as_asked: 'is as the rule asks',
  outside_slice: 'is not in the slice of this rule',
  rule_off: 'is not looked at: the rule is switched off',
  rule_unusable: 'cannot be checked: the rule has a mistake',
  too_deep: 'is nested too deeply to be checked',
  phrase_missing: 'does not contain "{phrase}"',
  phrases_missing: 'contains none of the {count} phrases',
  phrase_found: 'contains "{phrase}"',
  phrase_forbidden: 'contains "{phrase}"',
  text_differs: 'is not "{expected}"',
  texts_differ: 'is none of the {count} expected answers',
  start_differs: 'does not start as expected',
  end_differs: 'does not end as expected',
  gold_differs: 'differs from the gold answer',
  no_gold: 'has no gold answer to compare with',
  no_number: 'holds no number',
  number_found: 'says {found}',
  number_differs: 'says {found}, not {expected}',
  number_out_of_range: 'says {found}, which is not {range}',
  several_numbers: 'holds {count} different numbers, not one',
  gold_no_number: 'has a gold answer without a number',
  gold_several_numbers: 'has a gold answer with {count} different numbers',
  not_json: 'is not JSON',
  json_in_fence: 'is JSON in a code fence, not JSON alone',
  no_fence: 'has no code fence',
  fence_not_json: 'has a code fence that holds no JSON',
  no_json: 'holds no JSON',
  key_missing: 'lacks the key {path}',
  schema_differs: 'does not fit the schema at {where}: {what}',
  pattern_found: 'matches the pattern',
  pattern_missing: 'does not match the pattern',
  pattern_absent: 'does not match the pattern',
  pattern_forbidden: 'matches the pattern',
  pattern_too_slow: 'takes the pattern too long',
  pattern_not_run: 'needs the JavaScript engine, which does not run here',
  tool_called: 'calls {tool}',
  tool_not_called: 'does not call {tool}',
  tool_forbidden: 'calls {tool}',
  tool_absent: 'does not call {tool}',
  argument_differs: 'calls {tool} with another {argument}',
  called_too_often: 'calls {tool} {count} times, {most} at most',
  called_too_rarely: 'calls {tool} {count} times, {least} at least',
} as const;

export type ReasonCode = keyof typeof reasonTexts;
export const reasonCodes = Object.keys(reasonTexts) as [ReasonCode, ...ReasonCode[]];

export interface Reason {
  readonly code: ReasonCode;
  readonly args?: Readonly<Record<string, string | number>> | undefined;
}

/** The reason in English. */
export function reasonText({ code, args = {} }: Reason): string {
  return reasonTexts[code].replace(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole));
}

export function isReasonCode(code: string): code is ReasonCode {
  return Object.hasOwn(reasonTexts, code);
}

const longest = 60;

/** A piece of a file or an answer inside a reason: one line, harmless, not long. */
export function shown(text: string): string {
  const clean = text
    .slice(0, longest * 4)
    .replace(/[\p{Cc}\p{Cf}\p{Zs}\u2028\u2029]+/gu, ' ')
    .trim();
  const points = Array.from(clean);
  return points.length <= longest ? clean : `${points.slice(0, longest - 1).join('')}…`;
}
