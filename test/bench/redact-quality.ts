import { makeFinder } from '../../core/redact/finder';
import { casesOf, fixtureKinds } from '../core/redact/corpus';

/** How well one kind is found in the fixtures. */
export interface Quality {
  readonly kind: string;
  /** Marked secrets, and those of them masked from end to end. */
  readonly marked: number;
  readonly found: number;
  /** Masks of this kind anywhere in the corpus, and those of them that touch a marked secret of the kind. */
  readonly masks: number;
  readonly right: number;
  readonly negatives: number;
  /** found / marked. */
  readonly recall: number;
  /** right / masks. */
  readonly precision: number;
}

/** Recall and precision by kind over all fixture lines, a kind's own and those of the others. */
export function qualities(): Quality[] {
  const finder = makeFinder({ enabled: ['ip'] });
  const tally = new Map(fixtureKinds.map((kind) => [kind, { marked: 0, found: 0, masks: 0, right: 0, negatives: 0 }]));
  for (const home of fixtureKinds) {
    for (const file of ['positive', 'negative'] as const) {
      for (const { text, secrets } of casesOf(home, file)) {
        const spans = finder.text(text);
        const own = tally.get(home);
        if (own && file === 'negative') own.negatives++;
        if (own) own.marked += secrets.length;
        if (own)
          own.found += secrets.filter((secret) =>
            spans.some((span) => span.start <= secret.start && span.end >= secret.end),
          ).length;
        for (const span of spans) {
          const claimed = tally.get(span.kind);
          if (!claimed || (span.kind === 'ip' && home !== 'ip')) continue;
          claimed.masks++;
          const isRight = span.kind === home && secrets.some((secret) => span.start < secret.end && span.end > secret.start);
          if (isRight) claimed.right++;
        }
      }
    }
  }
  return [...tally].map(([kind, counts]) => ({
    kind,
    ...counts,
    recall: counts.found / counts.marked,
    precision: counts.right / counts.masks,
  }));
}
