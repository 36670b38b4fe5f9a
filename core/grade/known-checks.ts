import type { AnswerView } from './answer';
import { compileGrader, type CompiledGrader } from './compile';
import type { Check, Checked } from './kind';
import { compileRule } from './rules';
import type { Grader, GraderRule } from './schema';

/** Beyond this many rules the ones not used for longest are forgotten; each costs a byte an answer. */
const mostRules = 2000;

const verdicts = ['pass', 'fail', 'skipped'] as const;

/** A verdict without its reason, which nobody asks for here. */
const known: Readonly<Record<Checked['verdict'], Checked>> = {
  pass: { verdict: 'pass', code: 'as_asked' },
  fail: { verdict: 'fail', code: 'as_asked' },
  skipped: { verdict: 'skipped', code: 'as_asked' },
};

/**
 * The verdicts of rules on a fixed set of answers. While a grader is being written, one rule changes at a time: the others
 * are neither compiled nor run again.
 */
export class KnownChecks {
  private readonly places: ReadonlyMap<AnswerView, number>;
  /** 0 not known yet, else one more than the place in `verdicts`. */
  private readonly found = new Map<string, Uint8Array>();

  constructor(answers: readonly AnswerView[]) {
    this.places = new Map(answers.map((answer, i) => [answer, i]));
  }

  compile(grader: Grader): CompiledGrader {
    const compiled = compileGrader(grader, {}, (rule) => this.check(rule));
    for (const oldest of [...this.found.keys()].slice(0, -mostRules)) this.found.delete(oldest);
    return compiled;
  }

  private check(rule: GraderRule): Check {
    const key = keyOf(rule);
    const found = this.found.get(key) ?? new Uint8Array(this.places.size);
    this.found.delete(key);
    this.found.set(key, found);
    let check: Check | undefined;
    return (answer) => {
      const place = this.places.get(answer);
      const before = place === undefined ? undefined : verdicts[(found[place] ?? 0) - 1];
      if (before !== undefined) return known[before];
      const checked = (check ??= compileRule(rule))(answer);
      if (place !== undefined) found[place] = verdicts.indexOf(checked.verdict) + 1;
      return checked;
    };
  }
}

/** Keys of a rule that say nothing about answers. */
const besides: ReadonlySet<string> = new Set(['id', 'title', 'weight', 'slice', 'note', 'enabled']);

/** What a verdict depends on. */
function keyOf(rule: GraderRule): string {
  return JSON.stringify(Object.entries(rule).filter(([key]) => !besides.has(key)));
}
