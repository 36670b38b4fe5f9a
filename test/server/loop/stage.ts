import path from 'node:path';
import { readdirSync, writeFileSync } from 'node:fs';
import type { Method as DatasetMethod, RecipeInput } from '../../../core/dataset/recipe';
import type { EventBody, Provenance, SignalKind } from '../../../core/log/events';
import type { Result } from '../../../core/protocol/operations';
import { monotonicIds } from '../../../server/engine/context';
import { encodeAct } from '../../../server/store/log/act-line';
import { makeWorkspace, type Workspace } from '../engine/workspace';

export type Built = Result<'dataset.build'>;

/** One thing that happens to the trace of a case. */
export type Act = (scene: Scene) => Promise<unknown>;

/** What is said of one trace. Reviewer `ana` unless an act says otherwise. */
export interface Scene {
  readonly ws: Workspace;
  readonly trace: string;
  /** Ids of the candidates added so far; acts name them c1, c2 … */
  readonly candidates: string[];
  /** Ids of the acts done so far. */
  readonly done: string[];
}

interface By {
  readonly by?: string;
  readonly turn?: number;
}

function said(method: 'feedback.up' | 'feedback.down' | 'feedback.skip', { by = 'ana', turn }: By = {}, reason?: string): Act {
  return async ({ ws, trace, done }) => {
    const params = { trace, ...(turn === undefined ? {} : { turn }), ...(reason === undefined ? {} : { reason }) };
    done.push((await ws.call(method, params, { reviewer: by })).act_id);
  };
}

function written(method: 'feedback.correct' | 'feedback.gold', text: string, { by = 'ana', turn }: By = {}): Act {
  return async ({ ws, trace, done }) => {
    const params = { trace, answer: { text }, ...(turn === undefined ? {} : { turn }) };
    done.push((await ws.call(method, params, { reviewer: by })).act_id);
  };
}

export const up = (who?: By) => said('feedback.up', who);
export const down = (who?: By, reason?: string) => said('feedback.down', who, reason);
export const skip = (who?: By) => said('feedback.skip', who);
export const fix = (text: string, who?: By) => written('feedback.correct', text, who);
export const gold = (text: string, who?: By) => written('feedback.gold', text, who);

export function note(text: string, range?: { start: number; end: number }): Act {
  return async ({ ws, trace, done }) => {
    done.push((await ws.call('feedback.note', { trace, text, ...(range ? { range } : {}) })).act_id);
  };
}

export function score(overall: number, { by = 'ana' }: By = {}): Act {
  return async ({ ws, trace, done }) => {
    done.push((await ws.call('feedback.score', { trace, scores: { overall } }, { reviewer: by })).act_id);
  };
}

export function candidate(text: string, model?: string): Act {
  return async ({ ws, trace, candidates, done }) => {
    const added = await ws.call('candidate.add', { trace, answer: { text }, ...(model === undefined ? {} : { model }) });
    candidates.push(added.candidate);
    done.push(added.act_id);
  };
}

export function pick(better: string, worse: string, { by = 'ana', tie = false }: By & { tie?: boolean } = {}): Act {
  return async ({ ws, trace, candidates, done }) => {
    const named = (name: string) => (name === 'answer' ? name : (candidates[Number(name.slice(1)) - 1] ?? name));
    const params = { trace, better: named(better), worse: named(worse), ...(tie ? { tie } : {}) };
    done.push((await ws.call('feedback.pick', params, { reviewer: by })).act_id);
  };
}

export function taint(reason = 'unfit'): Act {
  return ({ ws, trace }) => ws.call('trace.taint', { trace, reason });
}

export function label(...labels: string[]): Act {
  return ({ ws, trace }) => ws.call('label.add', { traces: [trace], labels });
}

/** Takes back the nth act of the case (from 1), or ana's newest. */
export function undo(nth?: number): Act {
  return ({ ws, done }) => ws.call('feedback.undo', nth === undefined ? {} : { act: done[nth - 1] ?? '' });
}

export const redo: Act = ({ ws }) => ws.call('feedback.redo', {});

/**
 * Grades the trace by the words in its answers: `five` is worth 0.5, `three` 0.3 and `two` 0.2, so that a score of
 * exactly 0.7 or 0.5 can be had. The rule about amounts applies under the label `amounts` only.
 */
export const grade: Act = ({ ws, trace }) => ws.call('grade.run', { grader: { path: 'words.grader.yaml' }, trace });

export const wordsGrader = `version: 1
name: Words
rules:
  - { id: five, type: contains, any: [five], weight: 5 }
  - { id: three, type: contains, any: [three], weight: 3 }
  - { id: two, type: contains, any: [two], weight: 2 }
  - { id: amount, type: number, expected: 12, weight: 10, slice: { label: amounts } }
`;

/** A conversation of a case: messages, or the columns of a row that brings its verdict. */
export type Row = Readonly<Record<string, unknown>>;

/** The plain conversation of a case: a question nobody else asks, and the words answered. */
export function asked(question: string, answer = 'Answer.'): Row {
  return {
    messages: [
      { role: 'user', content: question },
      { role: 'assistant', content: answer },
    ],
  };
}

/** A store with one trace a case, each under a label of its own. */
export class Stage {
  private constructor(
    readonly ws: Workspace,
    readonly traces: readonly string[],
  ) {}

  static async open(
    rows: readonly Row[],
    { labels = true, scale }: { labels?: boolean; scale?: { low: number; high: number } } = {},
  ): Promise<Stage> {
    const ws = await makeWorkspace();
    ws.write('words.grader.yaml', wordsGrader);
    const lines = rows.map((row, n) => {
      const own = labels ? { labels: [caseLabel(n)] } : {};
      return JSON.stringify({ request_id: `case-${n}`, model: 'm-1', ...row, ...own });
    });
    const file = ws.write('cases.jsonl', `${lines.join('\n')}\n`);
    const params = { paths: [file], source: 'cases', ...(scale ? { scale } : {}) };
    const { trace_ids, imported } = await ws.call('import.run', params);
    if (imported !== rows.length) throw new Error(`${imported} of ${rows.length} rows came in`);
    return new Stage(ws, trace_ids);
  }

  async play(n: number, acts: readonly Act[]): Promise<Scene> {
    const scene = { ws: this.ws, trace: this.traces[n] ?? '', candidates: [], done: [] };
    for (const act of acts) await act(scene);
    return scene;
  }

  build(n: number, method: DatasetMethod, recipe: Partial<RecipeInput> = {}): Promise<Built> {
    return this.ws.call('dataset.build', { name: `${method}-${n}`, method, slice: { label: caseLabel(n) }, ...recipe });
  }

  /** Rows as their trainer sees them: `text`, `chosen > rejected`, `text +`, `text -`, `kind reference`. */
  async rows({ dataset_id }: Built): Promise<string[]> {
    const { rows } = await this.ws.call('dataset.samples', { dataset: dataset_id, limit: 100 });
    return rows.map(({ row }) => shown(row as Sample));
  }
}

export function caseLabel(n: number): string {
  return `case-${n}`;
}

type Messages = readonly { readonly content: string; readonly tool_calls?: readonly { function: { name: string } }[] }[];
interface Sample {
  readonly completion?: Messages;
  readonly chosen?: Messages;
  readonly rejected?: Messages;
  readonly label?: boolean;
  readonly reward_spec?: string;
  readonly reference?: string;
}

function shown({ completion, chosen, rejected, label, reward_spec, reference }: Sample): string {
  if (reward_spec !== undefined) {
    const { kind } = JSON.parse(reward_spec) as { kind: string };
    return reference ? `${kind} ${reference}` : kind;
  }
  if (chosen) return `${textOf(chosen)} > ${textOf(rejected)}`;
  return `${textOf(completion)}${label === undefined ? '' : label ? ' +' : ' -'}`;
}

function textOf(messages: Messages = []): string {
  return messages
    .map(({ content, tool_calls }) => [content, ...(tool_calls ?? []).map((c) => `${c.function.name}()`)].join(''))
    .join('');
}

/**
 * Acts as another copy of the store brings them: a log file of somebody else that was merged in. The store sees them
 * when it is opened again.
 */
export async function merge(ws: Workspace, acts: readonly { by: string; at?: string; body: EventBody }[]): Promise<void> {
  const folder = path.join(ws.store, 'log');
  const n = readdirSync(folder).filter((file) => file.startsWith('colleague-')).length + 1;
  const ids = monotonicIds();
  const lines = acts.map(({ by, at, body }) => encodeAct({ v: 1, id: ids.ulid(), at: at ?? new Date().toISOString(), by, body }));
  writeFileSync(path.join(folder, `colleague-${n}.g0.jsonl`), Buffer.concat(lines));
  await ws.reopen();
}

/** A verdict on an answer by somebody who is no reviewer here. */
export function signalOf(trace: string, kind: SignalKind, provenance: Provenance, turn = 1): EventBody {
  return { type: 'signal', trace, turn, kind, provenance };
}
