import type { Evidence } from '../../core/grade/evidence';
import type { Grader } from '../../core/grade/schema';
import type { Facts } from '../../core/lint/facts';
import type { Engine } from '../../core/protocol/engine';
import type { Result } from '../../core/protocol/operations';
import { canonicalSlice } from '../../core/slice/canonical';
import type { Slice } from '../../core/slice/schema';
import type { EngineLink } from './engine-link';
import { Previews } from './previews';

/** Verdicts come one after another: what rests on the store is worked out anew once they pause, in milliseconds. */
const settling = 1000;
/** More slices than this are asked for by no workspace; then the counting starts over. */
const mostCounts = 2000;
/** Texts of graders whose comparison is remembered. */
const mostCompared = 10;
/** How long what is shown may wait for a comparison, in milliseconds. */
const patience = 1500;

interface Compared {
  readonly grader: Grader;
  readonly evidence: Promise<Evidence>;
}

/**
 * What the store knows, as far as it has been asked: features read it without waiting, and are told when more is known.
 * While it is asked anew, what was known stands.
 */
export class StoreFacts {
  private known: Result<'store.facts'> | undefined;
  private facts: Facts | undefined;
  private counts = new Map<string, number>();
  private wanted = new Map<string, Slice>();
  private readonly listeners = new Set<() => void>();
  private waiting: NodeJS.Timeout | undefined;
  private engine: Engine | undefined;
  private watching: { dispose(): void } | undefined;
  private readonly compared = new Map<string, Promise<Evidence>>();
  /** The grader compared last, and what came of it: shown somewhere, most likely. */
  private latest: Compared | undefined;
  /** The same as it was before the store changed, until that has been looked into. */
  private before: Compared | undefined;
  private asking = false;
  private readonly previews = new Previews(
    () => this.engine,
    () => this.tell(),
  );

  constructor(link: EngineLink) {
    link.onOpen((engine) => this.turnTo(engine));
  }

  /** Absent without a store, and while nothing is in it. */
  get current(): Facts | undefined {
    return this.facts;
  }

  onChanged(listener: () => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  }

  stop(): void {
    clearTimeout(this.waiting);
    this.previews.clear();
    this.watching?.dispose();
    this.engine = undefined;
  }

  /** What a grader makes of judged answers; nothing without a store, or when it takes longer than a pause in typing. */
  async evidence(grader: Grader): Promise<Evidence | undefined> {
    const { engine } = this;
    if (!engine || !this.facts) return undefined;
    const key = JSON.stringify(grader);
    const known = this.compared.get(key) ?? engine.call('store.evidence', { grader });
    this.compared.delete(key);
    this.compared.set(key, known);
    this.latest = { grader, evidence: known };
    for (const oldest of [...this.compared.keys()].slice(0, -mostCompared)) this.compared.delete(oldest);
    const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patience).unref());
    return Promise.race([known.catch(() => undefined), late]);
  }

  private turnTo(engine: Engine): void {
    this.stop();
    this.engine = engine;
    this.counts = new Map();
    this.latest = this.before = undefined;
    this.compared.clear();
    this.previews.clear();
    this.watching = engine.onChange(() => {
      this.compared.clear();
      this.before ??= this.latest;
      this.later();
    });
    void this.ask();
  }

  private later(): void {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => void this.ask(), settling);
  }

  private async ask(): Promise<void> {
    const { engine } = this;
    if (!engine) return;
    try {
      const known = await engine.call('store.facts', {});
      // What was counted is counted again, so that nothing flickers while it is.
      const slices = new Map([...this.counts.keys()].map((key) => [key, JSON.parse(key) as Slice]));
      const counts = await countAll(engine, slices);
      if (this.engine !== engine) return;
      this.previews.again();
      // Most verdicts change nothing that a file rests on: then nothing is looked at anew.
      const judged = await this.isJudgedOtherwise(engine);
      if (this.engine !== engine) return;
      const same = !judged && JSON.stringify([this.known, [...this.counts]]) === JSON.stringify([known, [...counts]]);
      this.known = known;
      this.counts = counts;
      if (!same) this.tell();
    } catch {
      // The store went away or will not say: then rubric files are looked at without it.
      if (this.engine === engine) this.known = undefined;
    }
  }

  /** Whether a verdict has changed how the grader shown last compares with people. */
  private async isJudgedOtherwise(engine: Engine): Promise<boolean> {
    const { before } = this;
    this.before = undefined;
    if (!before) return false;
    const [was, is] = await Promise.all([before.evidence, engine.call('store.evidence', { grader: before.grader })]);
    if (JSON.stringify(was) === JSON.stringify(is)) return false;
    // Whoever shows it asks again once told; nobody else needs to be compared for.
    if (this.latest === before) this.latest = undefined;
    return true;
  }

  private tell(): void {
    const { known } = this;
    this.facts = known && known.conversations > 0 ? this.made(known) : undefined;
    for (const listener of this.listeners) listener();
  }

  private made(known: Result<'store.facts'>): Facts {
    return {
      conversations: known.conversations,
      labels: known.labels,
      attributes: known.attributes,
      sources: known.sources,
      models: known.models,
      tools: known.tools,
      allTools: known.all_tools,
      judgeRuns: known.judge_runs,
      count: (slice) => this.count(slice),
      preview: (recipe) => this.previews.of(recipe),
    };
  }

  private count(slice: Slice): number | undefined {
    const key = keyOf(slice);
    if (key === undefined) return undefined;
    const known = this.counts.get(key);
    if (known === undefined) this.want(key);
    return known;
  }

  private want(key: string): void {
    this.wanted.set(key, JSON.parse(key) as Slice);
    if (this.asking) return;
    this.asking = true;
    setImmediate(() => void this.countWanted());
  }

  private async countWanted(): Promise<void> {
    const { engine, wanted } = this;
    this.wanted = new Map();
    try {
      if (!engine) return;
      const found = await countAll(engine, wanted);
      if (this.engine !== engine) return;
      if (this.counts.size > mostCounts) this.counts = new Map();
      for (const [key, count] of found) this.counts.set(key, count);
    } catch {
      return;
    } finally {
      this.asking = false;
    }
    this.tell();
  }
}

async function countAll(engine: Engine, slices: ReadonlyMap<string, Slice>): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const [key, slice] of slices) counts.set(key, (await engine.call('trace.count', { slice })).count);
  return counts;
}

/** Equal filters have one key, which is the filter itself. Nothing for a filter with a date that is none. */
function keyOf(slice: Slice): string | undefined {
  try {
    return JSON.stringify(canonicalSlice(slice));
  } catch {
    return undefined;
  }
}

/** Asks the client to ask again once more is known; what it answers does not matter. */
export function onFacts(facts: StoreFacts, refresh: () => Promise<void> | void): { dispose(): void } {
  return facts.onChanged(() => void Promise.resolve(refresh()).catch(() => undefined));
}
