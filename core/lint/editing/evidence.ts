import type { Evidence, RuleEvidence } from '../../grade/evidence';
import type { Say } from '../codes/say';
import type { Context } from '../context';
import { rulesOf } from '../grader/view';
import type { Span } from '../span';
import { entryOf } from '../yaml/tree';

/** `agrees with people on 87 % of 214 answers (82–91 %), kappa 0.61`; nothing when nobody judged what it scores. */
export function agreementText(say: Say, { n, agreement, low, high, kappa }: Evidence): string | undefined {
  if (agreement === null || low === null || high === null) return undefined;
  const args = { share: percent(agreement), n, low: percent(low), high: percent(high) };
  const text =
    n === 1
      ? say('agrees with people on {share} % of 1 answer ({low}–{high} %)', args)
      : say('agrees with people on {share} % of {n} answers ({low}–{high} %)', args);
  return kappa === null ? text : `${text}, kappa ${kappa.toFixed(2)}`;
}

function percent(share: number): number {
  return Math.round(share * 100);
}

export interface PlacedEvidence {
  readonly rule: RuleEvidence;
  /** After the rule's id, or after its type. */
  readonly at: Span;
  readonly text: string;
}

/** What each rule made of right answers and of wrong ones, where it was tried on any. */
export function ruleEvidence(context: Context, { rules }: Evidence): PlacedEvidence[] {
  const views = rulesOf(context);
  return rules.flatMap((rule) => {
    const view = views.find(({ index }) => index === rule.index);
    const [right, wrong] = [rule.right.pass + rule.right.fail, rule.wrong.pass + rule.wrong.fail];
    if (!view || right + wrong === 0) return [];
    const at = entryOf(view.map, 'id')?.value.span ?? view.place;
    const args = { passed: rule.right.pass, right, wrongly: rule.wrong.pass, wrong };
    return { rule, at, text: context.say('passes {passed} of {right} right, {wrongly} of {wrong} wrong', args) };
  });
}
