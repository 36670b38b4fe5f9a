import { evidenceOf, judgedAnswer, type Evidence, type JudgedAnswer } from '../../core/grade/evidence';
import { KnownChecks } from '../../core/grade/known-checks';
import type { Grader } from '../../core/grade/schema';
import type { Store } from '../../core/ports';

/** Of more judged conversations than this, or more text than this, the newest are looked at. */
const mostAnswers = 2000;
const mostCharacters = 32_000_000;

interface Known {
  readonly judged: readonly JudgedAnswer[];
  readonly checks: KnownChecks;
}

/**
 * Compares graders that are being written with what people said. Judged answers are kept in memory until the store
 * changes, so that each edit costs the grading alone.
 */
export class LiveEvidence {
  private known: Promise<Known> | undefined;

  constructor(private readonly store: Store) {
    store.onChange(() => (this.known = undefined));
  }

  async of(grader: Grader): Promise<Evidence> {
    this.known ??= this.read().then((judged) => ({ judged, checks: new KnownChecks(judged.map(({ view }) => view)) }));
    const [{ judged, checks }, labels] = await Promise.all([this.known, this.store.labels()]);
    const parents = new Map(labels.flatMap(({ label, parent }) => (parent === undefined ? [] : [[label, parent] as const])));
    return evidenceOf(checks.compile(grader), judged, parents);
  }

  private async read(): Promise<JudgedAnswer[]> {
    const ids = await this.store.select({ has: ['up', 'down', 'correction'] });
    const newest = ids.slice(-mostAnswers).reverse();
    const judged: JudgedAnswer[] = [];
    let characters = 0;
    for await (const line of this.store.judged(newest)) {
      const answer = judgedAnswer(line);
      characters += line.trace.messages.reduce(
        (sum, { content }) => sum + (typeof content === 'string' ? content.length : 1000),
        0,
      );
      if (answer) judged.push(answer);
      if (characters > mostCharacters) break;
    }
    return judged;
  }
}
