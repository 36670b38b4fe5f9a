import * as z from 'zod';
import { changeKinds, changeReasons } from '../dataset/compare/reasons';
import { method } from '../dataset/recipe';
import { report } from '../dataset/report-schema';
import { splits } from '../dataset/row';
import { answer, exportedFile, provenance, ruleReason, signalKind } from '../log/events';
import { hasKinds, state } from '../slice/schema';
import { message, origin, trace } from '../trace/model';

const count = z.number().int().nonnegative();
const counts = z.record(z.string(), count);

/** One line of a list or the tree. */
export const traceRow = z.object({
  id: z.string(),
  source: z.string(),
  origin: origin.optional(),
  model: z.string().optional(),
  captured_at: z.string(),
  state,
  /** The counting verdict on the answer under review, when there is one. */
  verdict: z.enum(['up', 'down', 'correction', 'gold', 'pick']).optional(),
  /** That verdict came with the data: nobody here has given one. */
  earlier: z.boolean().optional(),
  /** Last user turn before the answer, white space collapsed, at most 200 code points. */
  preview: z.string(),
  labels: z.array(z.string()),
  attributes: z.record(z.string(), z.string()),
  scores: z.record(z.string(), z.number()),
  has: z.array(z.enum(hasKinds)),
  /** The caller has judged it; only where it was asked for. */
  mine: z.boolean().optional(),
  /** ISO time at which retention removes it; absent when it never expires. */
  expires_at: z.string().optional(),
});
export type TraceRow = z.infer<typeof traceRow>;

export const signalView = z.object({
  id: z.string(),
  kind: signalKind,
  reviewer: z.string(),
  at: z.string(),
  provenance,
  turn: z.number().int(),
  candidate: z.string().optional(),
  text: z.string().optional(),
  tool_calls: answer.shape.tool_calls,
  reason: z.string().optional(),
  better: z.string().optional(),
  worse: z.string().optional(),
  tie: z.boolean().optional(),
  scores: z.record(z.string(), z.number()).optional(),
  raw_score: z.number().optional(),
  range: z.object({ start: z.number().int(), end: z.number().int() }).optional(),
  retracted: z.boolean().optional(),
  /** True when this is the act that counts for its reviewer and turn. */
  counts: z.boolean().optional(),
});
export type SignalView = z.infer<typeof signalView>;

export const candidateView = z.object({
  id: z.string(),
  at: z.string(),
  by: z.string(),
  model: z.string().optional(),
  text: z.string(),
  tool_calls: answer.shape.tool_calls,
});

const scoreView = z.object({
  turn: z.number().int(),
  candidate: z.string().optional(),
  from: z.enum(['human', 'imported', 'grader', 'judge']),
  name: z.string(),
  score: z.number().nullable(),
  dimensions: z.record(z.string(), z.number()),
  rules: z.record(z.string(), z.string()).optional(),
  /** Why, of the rules that did not pass. `message` is English. */
  reasons: z.record(z.string(), ruleReason.extend({ message: z.string() })).optional(),
  reason: z.string().optional(),
  stale: z.boolean().optional(),
});

/** Everything known about one trace beside its messages. */
export const traceFacts = z.object({
  state,
  verdict: traceRow.shape.verdict,
  signals: z.array(signalView),
  scores: z.array(scoreView),
  verdicts: z.array(scoreView),
  candidates: z.array(candidateView),
  labels: z.array(z.string()),
  attributes: z.record(z.string(), z.string()),
  pinned: z.boolean(),
  /** Why it should not be trained on: from the log it came in, then from people. */
  tainted: z.array(z.string()),
  redactions: counts,
  expires_at: z.string().optional(),
});
export type TraceFacts = z.infer<typeof traceFacts>;

export const shownTrace = z.object({ ...trace.shape, answer: z.string(), ...traceFacts.shape });
export type ShownTrace = z.infer<typeof shownTrace>;

/** One message in the outline: enough to lay the conversation out before its text is there. */
export const outlineItem = z.object({
  turn: z.number().int(),
  role: message.shape.role,
  /** UTF-16 length of the text. */
  size: count,
  tools: z.array(z.string()).optional(),
  error: z.boolean().optional(),
  /** First 80 characters, white space collapsed. */
  head: z.string(),
});
/** A message of the window; `cut` is the full length when only the first part (64 KB) is here. */
export const windowItem = z.object({ turn: z.number().int(), message, cut: count.optional() });

export const openedTrace = z.object({
  trace: z.object({ ...trace.omit({ messages: true }).shape, message_count: count }),
  facts: traceFacts,
  outline: z.array(outlineItem),
  window: z.array(windowItem),
  /** Position in the queue it was opened from (1-based) and the neighbours there. */
  queue: z.object({ position: count, total: count, previous: z.string().nullable(), next: z.string().nullable() }),
});
export type OpenedTrace = z.infer<typeof openedTrace>;

export const refusedRow = z.object({ file: z.string(), line: count, code: z.string(), message: z.string() });
export const importResult = z.object({
  read: count,
  imported: count,
  duplicates: count,
  refused: count,
  reviewed: count,
  candidates: count,
  id_reused: count,
  records: z.object({ read: count, used: count, ignored: count, refused: count }),
  by_shape: counts,
  refused_by: counts,
  /** The first 100. */
  refused_rows: z.array(refusedRow),
  redactions: counts,
  dialects: counts,
  /** The first 1000. */
  trace_ids: z.array(z.string()),
  /** What graders that grade on arrival made of it. */
  grades: z.array(z.object({ grader: z.string(), graded: count, passed: count, failed: count, no_score: count })).optional(),
  /** Things worth knowing that lost nothing: `score_without_scale`, `encoding_replaced` …, with counts. */
  notes: counts,
});
export type ImportResult = z.infer<typeof importResult>;

export const importPreview = z.object({
  ...importResult.shape,
  files: z.array(z.object({ file: z.string(), dialect: z.string(), bytes: count })),
  /** Column or field names seen, for the mapping dialog, with what they would be read as. */
  fields: z.array(z.object({ name: z.string(), reads_as: z.string().optional() })),
  /** Examples of what would be masked, in context, the value itself replaced by its marker. */
  masks: z.array(z.object({ kind: z.string(), count, examples: z.array(z.string()) })),
  /** The first three conversations as they would be stored, with what their rows say of them. */
  sample: z.array(
    trace.extend({
      said: z.array(
        z.object({
          kind: z.union([signalKind, z.literal('candidate')]),
          /** Absent for a candidate, which answers what the answer under review does. */
          turn: z.number().int().optional(),
          answer: answer.optional(),
          reason: z.string().optional(),
          scores: z.record(z.string(), z.number()).optional(),
          raw_score: z.number().optional(),
        }),
      ),
    }),
  ),
});
export type ImportPreview = z.infer<typeof importPreview>;

export const acted = z.object({ act_id: z.string(), state });
export const labelled = z.object({ labels: z.array(z.string()), attributes: z.record(z.string(), z.string()) });

export const group = z.object({
  key: z.string(),
  /** Traces in the group, and how many of them are reviewed. */
  total: count,
  reviewed: count,
});
export type Group = z.infer<typeof group>;

/** A build as it is named beside others; `rows` as there are now. */
const buildHead = z.object({
  dataset_id: z.string(),
  name: z.string(),
  version: z.number().int(),
  method,
  hash: z.string(),
  built_at: z.string(),
  rows: count,
  purged_rows: count,
});

export const datasetRow = buildHead.extend({
  train_rows: count,
  holdout_rows: count,
  warnings: z.array(z.string()),
  /** Why its recipe or report cannot be read: then it has no warnings, and nothing can be done with it but name it. */
  unreadable: z.string().optional(),
  /** The build of the same name before this one. */
  parent: z.string().optional(),
  exports: z.array(z.object({ export: z.string(), target: z.string(), folder: z.string(), at: z.string() })),
});
export type DatasetRow = z.infer<typeof datasetRow>;

export const built = z.object({
  dataset_id: z.string(),
  version: z.number().int(),
  hash: z.string(),
  unchanged: z.boolean(),
  item_count: count,
  /** Traces of it whose retention runs out within 30 days; `dataset.pin` keeps them. */
  expiring: z.object({ traces: count, soonest: z.string().nullable() }),
  report,
});
export const buildPreview = z.object({
  rows: count,
  traces_in: count,
  slice_size: count,
  train_rows: count,
  holdout_rows: count,
  report,
});

/** A row in one of two compared builds. */
const comparedRow = z.object({
  split: z.enum(splits),
  part: z.number().int(),
  desirable: z.boolean().optional(),
  source: provenance,
  hash: z.string(),
});
export const comparison = z.object({
  from: buildHead,
  to: buildHead,
  /** Rows only in `to`, only in `from`, in both but not the same, and the same in both. */
  counts: z.object({ in: count, out: count, changed: count, same: count }),
  /** For each kind of change, how many rows for which reason. */
  why: z.object({ in: counts, out: counts, changed: counts }),
  /** Settings that the recipes do not share; null where one is not set. */
  recipe: z.array(z.object({ key: z.string(), from: z.unknown(), to: z.unknown() })),
  /** A page of the rows that differ: what came in or changed first, then what went out. */
  rows: z.array(
    z.object({
      change: z.enum(changeKinds),
      why: z.enum(changeReasons),
      trace: z.string(),
      turn: z.number().int(),
      preview: z.string(),
      from: comparedRow.optional(),
      to: comparedRow.optional(),
    }),
  ),
  /** Rows that differ and fit what was asked for. */
  total: count,
});
export type Comparison = z.infer<typeof comparison>;

export const exportResult = z.object({
  files: z.array(exportedFile),
  refused: counts,
  target: z.string(),
  warnings: z.array(z.string()),
  folder: z.string(),
});
export const verifyResult = z.object({
  ok: z.boolean(),
  files: z.array(
    z.object({
      dataset: z.string(),
      path: z.string(),
      state: z.enum(['current', 'stale', 'missing', 'changed', 'holds_purged']),
      rows: count,
    }),
  ),
  /** Files of the store's own log that are gone: nobody can say what they held. */
  missing: z.array(z.string()),
});
export const deleteResult = z.object({
  purged: count,
  datasets_changed: count,
  exports_rewritten: z.array(z.string()),
  exports_unreachable: z.array(z.string()),
  /** Set when git has or had files of the store: its history keeps old text. */
  git_history: z.boolean(),
});
export const statsResult = z.object({
  traces: count,
  by_state: counts,
  by_source: counts,
  acts: count,
  bytes: z.object({ traces: count, log: count, index: count, datasets: count }),
  index: z.object({ events: count, age: count }),
  store: z.string(),
  /** Whether git sees the log. */
  shared: z.boolean(),
  /** Nothing can be written into its folder. */
  read_only: z.boolean(),
  /** That is because the disk was full when it was opened; a call that writes looks whether there is room again. */
  disk_full: z.boolean().optional(),
  /** Conversations that acts speak of and that are not in this copy of the store. */
  elsewhere: count,
  /** Acts that would have put a label under itself, and so have no effect: two merged logs can bring them. */
  label_circles: z.array(z.object({ act: z.string(), label: z.string(), parent: z.string() })),
  /** Stretches of the log that could not be taken as they are; the first 100. Empty when all is well. */
  damage: z.array(
    z.object({
      file: z.string(),
      offset: count,
      length: count,
      kind: z.enum(['damaged', 'torn', 'lines_missing', 'not_understood', 'file_missing']),
    }),
  ),
});
export const sharedResult = z.object({
  store: z.string(),
  shared: z.boolean(),
  /** Acts in the log, which is what git sees. */
  acts: count,
  in_git: z.boolean(),
  /** The rule (file:line:pattern) of an outer ignore file that keeps the store out of git all the same. */
  kept_out: z.string().optional(),
});
export type SharedResult = z.infer<typeof sharedResult>;
export type StatsResult = z.infer<typeof statsResult>;

const passFail = z.object({ pass: count, fail: count });
const share = z.number().nullable();
/** How far a grader and people agree, over the answers that both judged. */
export const evidence = z.object({
  n: count,
  /** With its 95 % interval; null when there is nothing to compare. */
  agreement: share,
  low: share,
  high: share,
  kappa: share,
  rules: z.array(
    z.object({
      id: z.string(),
      /** Its place among the rules of the file, from 0. */
      index: count,
      right: passFail,
      wrong: passFail,
      /** Traces whose answer it fails, the newest first. */
      fails: z.array(z.string()),
    }),
  ),
});

export const rubricFacts = z.object({
  conversations: count,
  labels: z.array(z.object({ label: z.string(), count, parent: z.string().optional() })),
  /** Value → conversations, by key. */
  attributes: z.record(z.string(), counts),
  sources: counts,
  models: counts,
  /** `count`: conversations that call it; `args`: how often each argument was given. */
  tools: z.array(z.object({ name: z.string(), count, args: counts })),
  /** False when so many conversations call tools that only the newest were looked at. */
  all_tools: z.boolean(),
  /** The rubric each of the newest runs of judges rests on, newest first. */
  judge_runs: z.array(z.object({ judge: z.string(), rubric: z.string() })),
});
export type RubricFacts = z.infer<typeof rubricFacts>;

export const sourceRow = z.object({
  source: z.string(),
  recording: z.boolean(),
  by: z.string().optional(),
  at: z.string().optional(),
  /** Days; null means for ever. */
  retention_days: z.number().int().nullable(),
  traces: count,
  last_captured_at: z.string().optional(),
});
export type SourceRow = z.infer<typeof sourceRow>;

export const recordResult = z.object({
  captured: z.boolean(),
  trace_id: z.string().optional(),
  duplicate: z.boolean().optional(),
  reason: z.string().optional(),
  label_problem: z.string().optional(),
});
