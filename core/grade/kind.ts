import type { AnswerView } from './answer';
import type { Reason } from './reasons';
import type { GraderRule, RuleType, RuleVerdict } from './schema';

/** What a rule finds in an answer it applies to, and why. */
export interface Checked extends Reason {
  readonly verdict: Exclude<RuleVerdict, 'not_applied'>;
}

export type Check = (answer: AnswerView) => Checked;

/** What the JavaScript engine found in a text within a time limit; undefined when the time was up. */
export type TimedPattern = (text: string) => boolean | undefined;

/** What checking needs of the outside. */
export interface GradeTools {
  /** For `engine: js`; absent where no time limit can be kept. */
  readonly timedPattern?: ((pattern: string, flags: string) => TimedPattern) | undefined;
}

export type RuleOf<T extends RuleType> = Extract<GraderRule, { type: T }>;

/** One rule type: how a rule as written becomes a check. Never throws; a rule that cannot be used says so of every answer. */
export interface RuleKind<T extends RuleType> {
  readonly type: T;
  compile(rule: RuleOf<T>, tools: GradeTools): Check;
}

export function pass(code: Reason['code'] = 'as_asked', args?: Reason['args']): Checked {
  return { verdict: 'pass', code, ...(args ? { args } : {}) };
}

export function fail(code: Reason['code'], args?: Reason['args']): Checked {
  return { verdict: 'fail', code, ...(args ? { args } : {}) };
}

export function skipped(code: Reason['code'], args?: Reason['args']): Checked {
  return { verdict: 'skipped', code, ...(args ? { args } : {}) };
}
