import { normaliseLabel } from '../../../core/feedback/label';
import type { EventBody, EventOf } from '../../../core/log/events';
import type { Fold, FoldContext, FoldedAct } from './context';
import { isLater } from './context';

/** What can be marked on a trace. The whole history is kept, so that an act taken back leaves what was before it. */
export const markKinds = { label: 0, attribute: 1, pin: 2, taint: 3 } as const;
type MarkKind = keyof typeof markKinds;
type MarkEvent = Extract<EventBody, { traces: string[] }>;

function mark(context: FoldContext, n: number, kind: MarkKind, word: number, a: number, live: boolean, value?: string): void {
  context.db.run('insert into marks(n, kind, word, a, live, value) values (?, ?, ?, ?, ?, ?) on conflict do nothing', [
    n,
    markKinds[kind],
    word,
    a,
    live ? 1 : 0,
    value ?? null,
  ]);
}

type Put = (n: number) => void;

function forEachTrace(context: FoldContext, act: FoldedAct<MarkEvent>, put: Put): void {
  for (const trace of new Set(act.body.traces)) {
    const n = context.numberOf(trace);
    put(n);
    context.touchMarks(n);
  }
}

function foldLabels(context: FoldContext, act: FoldedAct<EventOf<'labels_added' | 'labels_removed'>>): void {
  const live = act.body.type === 'labels_added';
  const words = act.body.labels.map((label) => context.words.number(normaliseLabel(label)));
  forEachTrace(context, act, (n) => {
    for (const word of words) mark(context, n, 'label', word, act.a, live);
  });
}

export const foldLabelsAdded: Fold<'labels_added'> = foldLabels;
export const foldLabelsRemoved: Fold<'labels_removed'> = foldLabels;

export const foldAttributesSet: Fold<'attributes_set'> = (context, act) => {
  const values = Object.entries(act.body.values).map(([key, value]) => ({ word: context.words.number(key), value }));
  forEachTrace(context, act, (n) => {
    for (const { word, value } of values) mark(context, n, 'attribute', word, act.a, true, value);
  });
};

export const foldAttributesRemoved: Fold<'attributes_removed'> = (context, act) => {
  const words = act.body.keys.map((key) => context.words.number(key));
  forEachTrace(context, act, (n) => {
    for (const word of words) mark(context, n, 'attribute', word, act.a, false);
  });
};

export const foldPinned: Fold<'pinned'> = (context, act) =>
  forEachTrace(context, act, (n) => mark(context, n, 'pin', 0, act.a, true));

export const foldUnpinned: Fold<'unpinned'> = (context, act) =>
  forEachTrace(context, act, (n) => mark(context, n, 'pin', 0, act.a, false));

export const foldTainted: Fold<'tainted'> = (context, act) =>
  forEachTrace(context, act, (n) => mark(context, n, 'taint', 0, act.a, true));

/** What the marks on a trace come to, starting from what it arrived with. */
export interface MarkState {
  readonly labels: ReadonlySet<number>;
  readonly attributes: ReadonlyMap<number, string>;
  readonly pinned: boolean;
  readonly tainted: boolean;
}

export interface GivenMarks {
  readonly labels: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  readonly tainted: boolean;
}

interface Step {
  readonly at: number;
  readonly id: string;
  apply(): void;
}

/** Replays the marks of a trace and the renamings of labels in their own order (at, id). */
export function replayMarks(context: FoldContext, n: number, given: GivenMarks): MarkState {
  const { db, words } = context;
  const labels = new Set(given.labels.map((label) => words.number(normaliseLabel(label))));
  const attributes = new Map(Object.entries(given.attributes).map(([key, value]) => [words.number(key), value]));
  const flags = { pinned: false, tainted: given.tainted };
  const steps: Step[] = renamings(context, labels);
  const rows = db.rows(
    'select x.at, x.id, m.kind, m.word, m.live, m.value from marks m join acts x on x.a = m.a where m.n = ? and x.retracted = 0',
    [n],
  );
  for (const [at, id, kind, word, live, value] of rows) {
    const set = kind === markKinds.label ? labels : attributes;
    const apply = () => {
      if (kind === markKinds.pin) flags.pinned = live === 1;
      else if (kind === markKinds.taint) flags.tainted = true;
      else if (live !== 1) set.delete(Number(word));
      else if (set === labels) labels.add(Number(word));
      else attributes.set(Number(word), String(value));
    };
    steps.push({ at: Number(at), id: String(id), apply });
  }
  steps.sort((a, b) => (isLater(a, b) ? 1 : -1));
  for (const step of steps) step.apply();
  return { labels, attributes, ...flags };
}

function renamings({ db }: FoldContext, labels: Set<number>): Step[] {
  const rows = db.rows(
    'select x.at, x.id, l.label, l.parent from label_acts l join acts x on x.a = l.a where l.renamed = 1 and x.retracted = 0',
  );
  return rows.map(([at, id, from, to]) => ({
    at: Number(at),
    id: String(id),
    apply: () => {
      if (labels.delete(Number(from))) labels.add(Number(to));
    },
  }));
}

/** Writes the outcome where queries look for it. */
export function writeMarks({ db }: FoldContext, n: number, state: MarkState): void {
  db.run('delete from trace_labels where n = ?', [n]);
  for (const label of state.labels) db.run('insert into trace_labels(n, label) values (?, ?)', [n, label]);
  db.run('delete from trace_attributes where n = ?', [n]);
  for (const [key, value] of state.attributes) {
    db.run('insert into trace_attributes(n, key, value) values (?, ?, ?)', [n, key, value]);
  }
}
