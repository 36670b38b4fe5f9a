import { factsOf, type ActFacts } from '../feedback/facts';
import { isReviewing } from '../feedback/standing';
import type { CurrentGraders } from '../feedback/scores';
import type { Hasher, JudgedTrace } from '../ports';
import { markersOf } from '../redact/marker';
import { plainText } from '../trace/plain';
import type { Message, Trace } from '../trace/model';
import { leftOutCode } from './books';
import { askedText, lengthOf } from './content';
import { resultOf, type CheckedRow, type ItemResult } from './drafts';
import { itemsOf } from './item';
import type { MethodContext, Rewards } from './methods/method';
import { replacedModels, type ModelSpan } from './models';
import { Prompts } from './prompts';
import type { LeftOutCode } from './report-schema';
import type { LeftOutRef, RowRef } from './row';
import { Tasks } from './tasks';
import type { RowStat } from './warnings/warning';

/** What the outside knows that a build needs. */
export interface BuildContext {
  readonly hasher: Hasher;
  /** Content hash of each grader file as it is; absent: the newest hash seen is the current one. */
  readonly graders?: CurrentGraders | undefined;
  /** `store.models()`, for `stale_feedback`. */
  readonly models?: readonly ModelSpan[] | undefined;
  readonly rewards?: Rewards | undefined;
}

/** Takes traces one by one and keeps only references and small numbers: no text outlives the call. */
export class Collector {
  readonly rows: RowStat[] = [];
  readonly leftOut: LeftOutRef[] = [];
  readonly prompts = new Prompts();
  readonly tasks = new Tasks();
  readonly dropped = new Map<LeftOutCode, number>();
  readonly decisions = { considered: 0, kept: 0, high: 0 };
  readonly verdicts = { human: 0, reviewers: new Set<string>(), total: 0, replaced: 0 };
  readonly scoreOrigins = new Set<string>();
  readonly graders = new Set<string>();
  readonly judges = new Set<string>();
  /** Items by judge that people judged too. */
  readonly measured = new Map<string, number>();
  span: { first: string; last: string } | undefined;
  tracesIn = 0;
  sliceSize = 0;

  private readonly seen = new Set<string>();
  private readonly lists = new Map<string, string[]>();
  private readonly method: MethodContext;
  private readonly isReplaced: ReturnType<typeof replacedModels>;

  constructor(
    recipe: MethodContext['recipe'],
    private readonly context: BuildContext,
  ) {
    const rewards = context.rewards ?? { rules: () => false, judge: undefined };
    this.method = { recipe, graders: context.graders, rewards };
    this.isReplaced = replacedModels(context.models ?? []);
  }

  take({ trace, acts, labels }: JudgedTrace): void {
    this.sliceSize++;
    const found = factsOf(trace, acts);
    const facts = labels ? { ...found, labels } : found;
    this.measure(facts);
    const { recipe } = this.method;
    if (facts.tainted.length > 0 && !recipe.include_tainted) {
      this.leaveOut(trace, ['tainted']);
      return;
    }
    const results = itemsOf(trace, facts, recipe).map((item) => resultOf(item, this.method, this.context.hasher));
    const codes: LeftOutCode[] = [];
    const lost: LeftOutCode[] = [];
    const before = this.rows.length;
    for (const result of results) {
      this.decide(result);
      const rows = this.fresh(result);
      lost.push(...result.lost, ...repeat('duplicate_row', result.rows.length - rows.length));
      if (result.missing) codes.push(result.missing);
      if (rows.length > 0) this.addItem(result, rows, this.intern(facts.labels));
    }
    if (this.rows.length === before) {
      this.leaveOut(trace, [...codes, ...lost]);
      return;
    }
    this.keep(trace, lost, before);
  }

  private keep(trace: Trace, lost: readonly LeftOutCode[], from: number): void {
    this.tracesIn++;
    for (const code of lost) this.dropped.set(code, (this.dropped.get(code) ?? 0) + 1);
    const head = this.rows[from]?.ref;
    if (head && lost.length > 0) head.dropped = [...new Set(lost)].sort();
    // One trace is one task, whatever its turns ask.
    this.tasks.join(this.rows.slice(from).map((row) => row.ref.task));
    const { captured_at } = trace;
    const { first, last } = this.span ?? { first: captured_at, last: captured_at };
    this.span = { first: captured_at < first ? captured_at : first, last: captured_at > last ? captured_at : last };
  }

  private leaveOut(trace: Trace, codes: readonly LeftOutCode[]): void {
    this.leftOut.push({ left_out: leftOutCode(codes), trace: trace.id });
  }

  /** The rows that say something no earlier row said. */
  private fresh(result: ItemResult): CheckedRow[] {
    return result.rows.filter((row) => {
      const known = this.seen.has(row.content);
      this.seen.add(row.content);
      return !known;
    });
  }

  private addItem(result: ItemResult, rows: readonly CheckedRow[], labels: string[]): void {
    const { item, prompt } = result;
    const { trace } = item;
    let asked: string | undefined;
    const ask = () => (asked ??= askedText(item.prompt));
    const number = this.prompts.number(prompt, ask);
    this.prompts.addItem(number, rows.length);
    const task = trace.task_key === undefined ? this.askedKey(ask(), prompt) : `key:${trace.task_key}`;
    const replaced = this.isReplaced(trace.source, trace.model);
    const prompt_chars = item.prompt.reduce((sum, message) => sum + lengthOf(message), 0);
    rows.forEach((row, part) => {
      const ref = this.rowRef(result, row, { part, task, labels });
      this.rows.push({ ref, prompt: number, prompt_chars, replaced, ...answerStats(row) });
    });
    this.count(result, rows, replaced);
  }

  private askedKey(asked: string, prompt: string): string {
    // Two tasks that share 48 bits would merely stay on the same side of the split.
    return (asked === '' ? prompt : this.context.hasher.sha256(asked)).slice(0, 12);
  }

  private rowRef(result: ItemResult, row: CheckedRow, more: { part: number; task: string; labels: string[] }): RowRef {
    const { draft, hash } = row;
    const { item } = result;
    return {
      trace: item.trace.id,
      turn: item.turn,
      part: more.part,
      split: 'train',
      task: more.task,
      ...(draft.chosen ? { chosen: draft.chosen.ref } : {}),
      ...(draft.rejected ? { rejected: draft.rejected.ref } : {}),
      ...(draft.desirable === undefined ? {} : { desirable: draft.desirable }),
      ...(draft.reward ? { reward: draft.reward } : {}),
      acts: [...draft.acts],
      ...(draft.scored ? { score: draft.scored.value } : {}),
      source: draft.source,
      reviewers: this.intern(draft.reviewers),
      ...(item.trace.model === undefined ? {} : { model: item.trace.model }),
      labels: more.labels,
      at: item.trace.captured_at,
      ...charsOf(draft),
      hash,
    };
  }

  /** Counts acts once per item, however many rows rest on them. */
  private count(result: ItemResult, rows: readonly CheckedRow[], replaced: boolean): void {
    const verdicts = new Set(rows.flatMap(({ draft }) => (draft.scored ? [] : draft.acts)));
    for (const act of result.item.facts.signals) {
      if (!verdicts.has(act.id) || !isReviewing(act.provenance)) continue;
      this.verdicts.total++;
      if (replaced) this.verdicts.replaced++;
      if (act.provenance !== 'human') continue;
      this.verdicts.human++;
      this.verdicts.reviewers.add(act.reviewer);
    }
    const { judge } = this.method.rewards;
    for (const { draft } of rows) {
      this.countScore(draft.scored);
      if (draft.reward === 'judge' && judge !== undefined) this.judges.add(judge);
    }
  }

  private countScore(scored: CheckedRow['draft']['scored']): void {
    if (!scored) return;
    this.scoreOrigins.add(scored.origin);
    const names = { graders: this.graders, judges: this.judges, human: undefined, imported: undefined }[scored.origin];
    for (const name of names ? scored.names : []) names?.add(name);
  }

  private decide({ decision }: ItemResult): void {
    if (!decision) return;
    this.decisions.considered++;
    if (decision.kept) this.decisions.kept++;
    if (decision.high) this.decisions.high++;
  }

  private measure({ verdicts, standing }: ActFacts): void {
    if (verdicts.length === 0) return;
    const pairs = new Set(verdicts.filter((v) => v.score !== null).map((v) => JSON.stringify([v.judge, v.turn])));
    for (const pair of pairs) {
      const [judge, turn] = JSON.parse(pair) as [string, number];
      const here = standing.by_turn.get(turn);
      const judged = [...(here?.polar ?? []), ...(here?.golds ?? [])].some((act) => act.provenance === 'human');
      if (judged) this.measured.set(judge, (this.measured.get(judge) ?? 0) + 1);
    }
  }

  /** Equal lists are one list in memory: there are few of them and many rows. */
  private intern(names: readonly string[]): string[] {
    const key = JSON.stringify(names);
    const known = this.lists.get(key) ?? [...names];
    this.lists.set(key, known);
    return known;
  }
}

function charsOf({ chosen, rejected }: CheckedRow['draft']): Pick<RowRef, 'chars' | 'rejected_chars'> {
  return {
    ...(chosen ? { chars: lengthOf(chosen.message) } : {}),
    ...(rejected ? { rejected_chars: lengthOf(rejected.message) } : {}),
  };
}

function answerStats({ draft }: CheckedRow): Pick<RowStat, 'answer_chars' | 'rejected_chars' | 'marked' | 'scored'> {
  const { chars, rejected_chars } = charsOf(draft);
  return {
    answer_chars: chars ?? 0,
    rejected_chars,
    marked: draft.chosen !== undefined && isMarked(draft.chosen.message),
    scored: draft.scored !== undefined,
  };
}

/** Arguments of tools are learnt as words are. */
function isMarked({ content, tool_calls = [] }: Message): boolean {
  return [plainText(content), ...tool_calls.map((call) => call.arguments)].some((text) => markersOf(text).length > 0);
}

function repeat(code: LeftOutCode, times: number): LeftOutCode[] {
  return Array.from({ length: times }, () => code);
}
