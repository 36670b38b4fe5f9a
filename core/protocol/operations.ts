import * as z from 'zod';
import { recipe } from '../dataset/recipe';
import { report } from '../dataset/report-schema';
import { splits } from '../dataset/row';
import { answer } from '../log/events';
import { selection, slice } from '../slice/schema';
import * as r from './results';

/** The most rows one page may ask for. */
export const pageLimit = 500;

const none = z.object({});
const traceId = z.object({ trace: z.string() });
const traceIds = z.object({ traces: z.array(z.string()).min(1).max(100_000) });
const limit = z.number().int().min(1).max(pageLimit).default(200);

/** The order in which traces are reviewed. */
export const queueOrders = ['oldest', 'newest', 'random', 'lowest_score', 'disagreement', 'shortest'] as const;
const queue = z.object({
  slice: slice.optional(),
  order: z.enum(queueOrders).default('oldest'),
  seed: z.number().int().default(1),
});

export const groupings = ['state', 'source', 'label', 'model', 'day'] as const;

const importOptions = z.object({
  /** Absolute paths of files or folders. */
  paths: z.array(z.string()).min(1),
  source: z.string(),
  labels: z.array(z.string()).default([]),
  attributes: z.record(z.string(), z.string()).default({}),
  /** Our field → the file's column. */
  mapping: z.record(z.string(), z.string()).default({}),
  scale: z.object({ low: z.number(), high: z.number() }).optional(),
  /** Absent: imports never expire. */
  retention_days: z.number().int().min(1).optional(),
});

const built = recipe.partial({ name: true });

function op<P extends z.ZodType, R extends z.ZodType>(o: {
  summary: string;
  params: P;
  result: R;
  changes: boolean;
  long?: true;
}) {
  return o;
}

/**
 * Everything the engine can do: the one place that says so. Every door (language server, command line, webview) is a
 * loop over this table, so every way in does the same thing with the same errors.
 * `changes`: writes to the store. `long`: reports progress and can be cancelled.
 */
export const operations = {
  'import.preview': op({
    summary: 'Read files and say what an import would do, writing nothing',
    params: importOptions.partial({ source: true }),
    result: r.importPreview,
    changes: false,
    long: true,
  }),
  'import.run': op({
    summary: 'Import conversations from files',
    params: importOptions,
    result: r.importResult,
    changes: true,
    long: true,
  }),

  'source.list': op({
    summary: 'Sources, and which are being recorded',
    params: none,
    result: z.array(r.sourceRow),
    changes: false,
  }),
  'source.switch': op({
    summary: 'Switch recording of a source on or off',
    params: z.object({
      source: z.string(),
      recording: z.boolean(),
      retention_days: z.number().int().min(1).max(3650).nullable().default(30),
    }),
    result: r.sourceRow,
    changes: true,
  }),
  record: op({
    summary: 'Record conversations into sources that are on',
    /** Rows as they come from the caller: `{source, messages | prompt + completion, model?, request_id?, labels? …}`. */
    params: z.object({ rows: z.array(z.unknown()) }),
    result: z.array(r.recordResult),
    changes: true,
  }),

  'trace.list': op({
    summary: 'A page of traces',
    params: z.object({
      selection: selection.default({}),
      group: z.object({ by: z.enum(groupings), key: z.string() }).optional(),
      order: z.enum(queueOrders).default('newest'),
      limit,
      /** The `next` of the page before. */
      after: z.string().optional(),
    }),
    result: z.object({ rows: z.array(r.traceRow), next: z.string().nullable() }),
    changes: false,
  }),
  'trace.rows': op({
    summary: 'The list lines of some traces; unknown ids are left out',
    params: traceIds,
    result: z.array(r.traceRow),
    changes: false,
  }),
  'trace.show': op({ summary: 'One trace, whole', params: traceId, result: r.shownTrace, changes: false }),
  'trace.open': op({
    summary: 'Outline, first window and facts of one trace',
    params: z.object({ ...traceId.shape, queue: queue.optional() }),
    result: r.openedTrace,
    changes: false,
  }),
  'trace.window': op({
    summary: 'More messages of one trace',
    params: z.object({ ...traceId.shape, from: z.number().int(), to: z.number().int() }),
    result: z.array(r.windowItem),
    changes: false,
  }),
  'trace.part': op({
    summary: 'A piece of one long message',
    params: z.object({ ...traceId.shape, turn: z.number().int(), offset: z.number().int().min(0) }),
    result: z.object({ text: z.string(), end: z.boolean() }),
    changes: false,
  }),
  'trace.facts': op({
    summary: 'What is known of one trace beside its messages',
    params: traceId,
    result: r.traceFacts,
    changes: false,
  }),
  'queue.next': op({
    summary: 'The next unreviewed trace of a queue',
    params: z.object({ ...queue.shape, after: z.string().optional() }),
    result: z.object({ trace: z.string().nullable(), waiting: z.number().int() }),
    changes: false,
  }),
  'trace.groups': op({
    summary: 'Groups of traces with counts',
    params: z.object({ by: z.enum(groupings), slice: slice.default({}) }),
    result: z.array(r.group),
    changes: false,
  }),
  'trace.count': op({
    summary: 'How many traces a slice holds',
    params: z.object({ slice }),
    result: z.object({ count: z.number().int() }),
    changes: false,
  }),

  'feedback.up': op({
    summary: 'Say that an answer is right',
    params: z.object({ ...traceId.shape, turn: z.number().int().optional(), reason: z.string().optional() }),
    result: r.acted,
    changes: true,
  }),
  'feedback.down': op({
    summary: 'Say that an answer is wrong',
    params: z.object({ ...traceId.shape, turn: z.number().int().optional(), reason: z.string().optional() }),
    result: r.acted,
    changes: true,
  }),
  'feedback.correct': op({
    summary: 'Say what should have been answered',
    params: z.object({ ...traceId.shape, turn: z.number().int().optional(), answer, reason: z.string().optional() }),
    result: r.acted,
    changes: true,
  }),
  'feedback.gold': op({
    summary: 'State the reference answer',
    params: z.object({ ...traceId.shape, turn: z.number().int().optional(), answer, reason: z.string().optional() }),
    result: r.acted,
    changes: true,
  }),
  'feedback.skip': op({
    summary: 'Leave a trace without a verdict',
    params: z.object({ ...traceId.shape, turn: z.number().int().optional(), reason: z.string().optional() }),
    result: r.acted,
    changes: true,
  }),
  'feedback.note': op({
    summary: 'Comment on a trace',
    params: z.object({
      ...traceId.shape,
      turn: z.number().int().optional(),
      text: z.string(),
      range: z.object({ start: z.number().int(), end: z.number().int() }).optional(),
    }),
    result: r.acted,
    changes: true,
  }),
  'feedback.score': op({
    summary: 'Score an answer from 0 to 1 by dimension',
    params: z.object({
      ...traceId.shape,
      turn: z.number().int().optional(),
      scores: z.record(z.string(), z.number().min(0).max(1)),
    }),
    result: r.acted,
    changes: true,
  }),
  'feedback.pick': op({
    summary: 'Say which of two answers is better',
    params: z.object({ ...traceId.shape, better: z.string(), worse: z.string(), tie: z.boolean().optional() }),
    result: r.acted,
    changes: true,
  }),
  'feedback.reason': op({
    summary: 'Add a reason to one of your verdicts',
    params: z.object({ act: z.string(), reason: z.string() }),
    result: r.acted,
    changes: true,
  }),
  'feedback.undo': op({
    summary: 'Take back your newest act, or the one named',
    params: z.object({ act: z.string().optional() }),
    result: z.object({
      act_id: z.string(),
      retracted: z.string(),
      trace: z.string().optional(),
      state: r.acted.shape.state.optional(),
    }),
    changes: true,
  }),
  'feedback.redo': op({
    summary: 'Restore the act you took back last',
    params: none,
    result: z.object({
      act_id: z.string(),
      restored: z.string(),
      trace: z.string().optional(),
      state: r.acted.shape.state.optional(),
    }),
    changes: true,
  }),
  'feedback.reasons': op({
    summary: 'Reasons given lately, newest first',
    params: z.object({ limit: z.number().int().min(1).max(9).default(9) }),
    result: z.array(z.string()),
    changes: false,
  }),

  'label.add': op({
    summary: 'Label traces',
    params: z.object({ ...traceIds.shape, labels: z.array(z.string()).min(1), parent: z.string().optional() }),
    result: r.labelled,
    changes: true,
  }),
  'label.remove': op({
    summary: 'Remove labels or attribute keys from traces',
    params: z.object({ ...traceIds.shape, labels: z.array(z.string()).default([]), keys: z.array(z.string()).default([]) }),
    result: r.labelled,
    changes: true,
  }),
  'label.list': op({
    summary: 'Labels with parents and counts',
    params: none,
    result: z.array(z.object({ label: z.string(), parent: z.string().optional(), count: z.number().int() })),
    changes: false,
  }),
  'label.change': op({
    summary: 'Rename, merge or re-parent a label',
    params: z.object({ label: z.string(), to: z.string().optional(), parent: z.string().nullable().optional() }),
    result: z.object({ act_id: z.string() }),
    changes: true,
  }),
  'attribute.set': op({
    summary: 'Set attributes of traces',
    params: z.object({ ...traceIds.shape, values: z.record(z.string(), z.string()) }),
    result: r.labelled,
    changes: true,
  }),
  'attribute.list': op({
    summary: 'Attribute keys with values and counts',
    params: none,
    result: z.array(z.object({ key: z.string(), values: z.record(z.string(), z.number().int()) })),
    changes: false,
  }),
  'trace.pin': op({
    summary: 'Keep traces beyond their retention',
    params: z.object({ ...traceIds.shape, pinned: z.boolean() }),
    result: z.object({ act_id: z.string() }),
    changes: true,
  }),
  'trace.taint': op({
    summary: 'Mark a trace as unfit for training',
    params: z.object({ ...traceId.shape, reason: z.string() }),
    result: z.object({ act_id: z.string() }),
    changes: true,
  }),
  'candidate.add': op({
    summary: 'Add another answer to the same question',
    params: z.object({ ...traceId.shape, answer, model: z.string().optional() }),
    result: z.object({ act_id: z.string(), state: r.acted.shape.state, candidate: z.string() }),
    changes: true,
  }),

  'dataset.preview': op({
    summary: 'What a build would give, live',
    params: built,
    result: r.buildPreview,
    changes: false,
    long: true,
  }),
  'dataset.build': op({ summary: 'Build a dataset', params: recipe, result: r.built, changes: true, long: true }),
  'dataset.list': op({ summary: 'Built datasets, newest first', params: none, result: z.array(r.datasetRow), changes: false }),
  'dataset.report': op({
    summary: 'What a dataset is made of',
    params: z.object({ dataset: z.string() }),
    result: z.object({ ...r.datasetRow.shape, built_hash: z.string(), recipe, report }),
    changes: false,
  }),
  'dataset.samples': op({
    summary: 'Rows as a trainer would see them',
    params: z.object({
      dataset: z.string(),
      split: z.enum(splits).optional(),
      target: z.string().default('trl'),
      limit: z.number().int().min(1).max(pageLimit).default(50),
      offset: z.number().int().min(0).default(0),
    }),
    result: z.object({
      rows: z.array(z.object({ trace: z.string(), split: z.enum(splits), row: z.unknown() })),
      total: z.number().int(),
    }),
    changes: false,
  }),
  'dataset.traces': op({
    summary: 'The traces behind a number of the report',
    /** `part`: `in`, `train`, `holdout`, `left_out:<code>`, `model:<name>`, `reviewer:<name>`, `source:<provenance>`, `label:<label>`, `warning:<code>`. */
    params: z.object({ dataset: z.string(), part: z.string(), limit, after: z.string().optional() }),
    result: z.object({ rows: z.array(r.traceRow), total: z.number().int(), next: z.string().nullable() }),
    changes: false,
  }),
  'export.run': op({
    summary: 'Write a dataset as training files',
    params: z.object({
      dataset: z.string(),
      target: z.string(),
      folder: z.string(),
      options: z.record(z.string(), z.string()).default({}),
    }),
    result: r.exportResult,
    changes: true,
    long: true,
  }),
  'export.targets': op({
    summary: 'Export targets with their methods and options',
    params: none,
    result: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        methods: z.array(z.string()),
        options: z.array(z.object({ name: z.string(), values: z.array(z.string()), summary: z.string() })),
      }),
    ),
    changes: false,
  }),
  'export.verify': op({
    summary: 'Check exported files against the store',
    params: z.object({ dataset: z.string().optional() }),
    result: r.verifyResult,
    changes: false,
  }),

  'trace.delete': op({
    summary: 'Delete traces for good, from the log, datasets and exported files',
    params: z.object({
      traces: z.array(z.string()).optional(),
      where: slice.optional(),
      dry_run: z.boolean().default(false),
      confirmed: z.boolean().default(false),
    }),
    result: r.deleteResult,
    changes: true,
    long: true,
  }),
  'store.stats': op({ summary: 'Counts and sizes of the store', params: none, result: r.statsResult, changes: false }),
  'store.rebuild': op({
    summary: 'Make the index anew from the log',
    params: none,
    result: r.statsResult,
    changes: false,
    long: true,
  }),
} as const;

export type Operations = typeof operations;
export type Method = keyof Operations;
export type Params<M extends Method> = z.input<Operations[M]['params']>;
export type Parsed<M extends Method> = z.output<Operations[M]['params']>;
export type Result<M extends Method> = z.output<Operations[M]['result']>;

export const methodNames = Object.keys(operations) as Method[];

export function isMethod(name: string): name is Method {
  return Object.hasOwn(operations, name);
}
