import * as z from 'zod';
import { toolCall } from '../trace/model';

/** Who speaks; a lower rank counts only where the higher ones are silent (LOOP §3). Highest first. */
export const provenances = ['human', 'earlier_process', 'rule', 'judge', 'agent'] as const;
export const provenance = z.enum(provenances);
export type Provenance = z.infer<typeof provenance>;

export const signalKinds = ['up', 'down', 'correction', 'gold', 'pick', 'score', 'skip', 'note'] as const;
export const signalKind = z.enum(signalKinds);
export type SignalKind = z.infer<typeof signalKind>;

/** An answer given by a person or a file: text, tool calls, or both. */
export const answer = z.object({ text: z.string(), tool_calls: z.array(toolCall).optional() });
export type Answer = z.infer<typeof answer>;

const traceAct = { trace: z.string() };
const tracesAct = { traces: z.array(z.string()).min(1) };

const signal = z.object({
  type: z.literal('signal'),
  ...traceAct,
  /** Index of the judged assistant message; -1 for a question without an answer. */
  turn: z.number().int(),
  candidate: z.string().optional(),
  kind: signalKind,
  provenance,
  /** The correction or the gold answer. */
  answer: answer.optional(),
  /** Why (down), or the words of a note. Redacted. */
  reason: z.string().optional(),
  /** Characters [start, end) of the judged message's plain text that a note is about. */
  range: z.object({ start: z.number().int(), end: z.number().int() }).optional(),
  /** A pick: ids of the better and the worse answer; the trace's own answer is `answer`. A tie prefers neither. */
  better: z.string().optional(),
  worse: z.string().optional(),
  tie: z.boolean().optional(),
  /** A score 0..1 by dimension; `overall` when there is one number. Absent for a raw score without a known scale. */
  scores: z.record(z.string(), z.number()).optional(),
  /** The number as it stood in the file. */
  raw_score: z.number().optional(),
});

const candidate = z.object({
  type: z.literal('candidate'),
  ...traceAct,
  candidate: z.string(),
  answer,
  model: z.string().optional(),
});

const ruleVerdict = z.enum(['pass', 'fail', 'skipped', 'not_applied']);
/** A code of `core/grade/reasons`, and what its sentence is made of. */
export const ruleReason = z.object({
  code: z.string(),
  args: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
const grade = z.object({
  type: z.literal('grade'),
  ...traceAct,
  turn: z.number().int(),
  candidate: z.string().optional(),
  grader: z.string(),
  grader_hash: z.string(),
  score: z.number().nullable(),
  rules: z.record(z.string(), ruleVerdict),
  /** Why, of the rules that did not pass. */
  reasons: z.record(z.string(), ruleReason).optional(),
});

/** JSON of what whoever asked was told, without ids of conversations: the same act sent again is answered so again. */
const told = z.string().optional();

const verdictCounts = z.object({
  pass: z.number().int(),
  fail: z.number().int(),
  skipped: z.number().int(),
  not_applied: z.number().int(),
});

const verdict = z.object({
  type: z.literal('verdict'),
  ...traceAct,
  turn: z.number().int(),
  judge: z.string(),
  run: z.string(),
  model: z.string().optional(),
  score: z.number().nullable(),
  scores: z.record(z.string(), z.number()),
  reason: z.string().optional(),
});

export const exportedFile = z.object({
  /** Relative to the workspace folder or the store's parent when inside it, else absolute. */
  path: z.string(),
  split: z.enum(['train', 'holdout', 'other']),
  rows: z.number().int(),
  sha256: z.string(),
});

/** What happened, one variant per act. Field `type` decides; everything else is in the envelope. */
export const eventBody = z.discriminatedUnion('type', [
  signal,
  /** Takes one's own act back; `restored` undoes that. */
  z.object({ type: z.literal('retracted'), act: z.string(), trace: z.string().optional() }),
  z.object({ type: z.literal('restored'), act: z.string(), trace: z.string().optional() }),
  /** The reason of an earlier verdict of the same reviewer, given afterwards; the newest stands. Never undone by itself. */
  z.object({ type: z.literal('reason_added'), ...traceAct, act: z.string(), reason: z.string() }),
  z.object({ type: z.literal('labels_added'), ...tracesAct, labels: z.array(z.string()).min(1) }),
  z.object({ type: z.literal('labels_removed'), ...tracesAct, labels: z.array(z.string()).min(1) }),
  z.object({ type: z.literal('label_parent_set'), label: z.string(), parent: z.string().nullable() }),
  /** Also merges: the traces of `from` get `to`, and `from` is gone. */
  z.object({ type: z.literal('label_renamed'), from: z.string(), to: z.string() }),
  z.object({ type: z.literal('attributes_set'), ...tracesAct, values: z.record(z.string(), z.string()) }),
  z.object({ type: z.literal('attributes_removed'), ...tracesAct, keys: z.array(z.string()).min(1) }),
  z.object({ type: z.literal('pinned'), ...tracesAct }),
  z.object({ type: z.literal('unpinned'), ...tracesAct }),
  z.object({ type: z.literal('tainted'), ...tracesAct, reason: z.string() }),
  candidate,
  grade,
  verdict,
  /** A grader was run over a selection: what it came to. The grades themselves are in the log files it names. */
  z.object({
    type: z.literal('graded'),
    grader: z.string(),
    grader_hash: z.string(),
    /** As exported files are kept: relative to the workspace inside it. */
    file: z.string(),
    /** False when one trace was graded by itself. */
    whole: z.boolean(),
    /** In the filter language; empty: every trace. */
    slice: z.string(),
    sample: z.number().int().optional(),
    turns: z.enum(['answer', 'all']),
    graded: z.number().int(),
    candidates_graded: z.number().int(),
    passed: z.number().int(),
    failed: z.number().int(),
    no_score: z.number().int(),
    mean_score: z.number().nullable(),
    by_rule: z.record(z.string(), verdictCounts),
    pass_threshold: z.number(),
    segments: z.array(z.string()),
    /** Grades that were new. */
    written: z.number().int().optional(),
  }),
  /**
   * Verdicts of a judge that was run somewhere came in, or more of the same run: the rubric they rest on, frozen. The
   * verdicts are in the log files it names.
   */
  z.object({
    type: z.literal('judged'),
    run: z.string(),
    judge: z.string(),
    /** Canonical JSON of name, instructions and dimensions, and its SHA-256 (RUBRICS §7.1). */
    rubric: z.string(),
    rubric_hash: z.string(),
    /** As exported files are kept: relative to the workspace inside it. */
    file: z.string(),
    model: z.string().optional(),
    verdicts: z.number().int(),
    /** Of those with a score. */
    mean_score: z.number().nullable(),
    segments: z.array(z.string()),
    told,
  }),
  /** Recording of a source was switched; `retention_days` null means for ever. */
  z.object({
    type: z.literal('source_switched'),
    source: z.string(),
    recording: z.boolean(),
    retention_days: z.number().int().nullable(),
  }),
  /** Makes the rows of an import visible. `segments` are the trace files it wrote. */
  z.object({
    type: z.literal('imported'),
    import: z.string(),
    source: z.string(),
    files: z.array(z.string()),
    segments: z.array(z.string()),
    imported: z.number().int(),
    duplicates: z.number().int(),
    refused: z.number().int(),
    retention_days: z.number().int().nullable(),
    told,
  }),
  z.object({
    type: z.literal('dataset_built'),
    dataset: z.string(),
    name: z.string(),
    version: z.number().int().positive(),
    method: z.enum(['sft', 'dpo', 'kto', 'grpo']),
    recipe: z.string(),
    built_hash: z.string(),
    parent: z.string().optional(),
    /** Canonical JSON of the report at building time. */
    report: z.string(),
    /** grpo: what answers are rewarded by, frozen. JSON text. */
    rewards: z.string().optional(),
  }),
  z.object({
    type: z.literal('exported'),
    export: z.string(),
    dataset: z.string(),
    target: z.string(),
    folder: z.string(),
    options: z.record(z.string(), z.string()),
    files: z.array(exportedFile),
    /** What was changed in the rows on the way, by code. */
    notes: z.record(z.string(), z.number().int()).optional(),
  }),
  /** A tombstone, synced before anything is overwritten. A trace that comes in again later is a new recording. */
  z.object({
    type: z.literal('purged'),
    /** SHA-256 of each trace id: the id itself may quote nothing, but a purged trace should not stay listed. */
    trace_hashes: z.array(z.string()),
    holes: z.array(z.object({ segment: z.string(), offset: z.number().int(), length: z.number().int() })),
    why: z.enum(['asked', 'expired']),
  }),
  z.object({
    type: z.literal('purge_finished'),
    purge: z.string(),
    /** Datasets that lost rows: how they stand after this purge. */
    datasets: z.record(z.string(), z.object({ hash: z.string(), purged_rows: z.number().int() })).optional(),
    /** Exports that lost rows: their files as they are after this purge. */
    exports: z.record(z.string(), z.array(exportedFile)).optional(),
  }),
]);

/** One act as it stands in the log. */
export const eventEnvelope = z.object({
  v: z.literal(1),
  /** ULID; the act_id made at the door, so a retried act is folded once. */
  id: z.string(),
  /** Hybrid time, ISO 8601 UTC with milliseconds: never earlier than anything this writer has seen. */
  at: z.string(),
  /** Who: a reviewer's name, never a secret. */
  by: z.string(),
  body: eventBody,
});

export type EventBody = z.infer<typeof eventBody>;
export type LogEvent = z.infer<typeof eventEnvelope>;
export type EventType = EventBody['type'];
export type EventOf<T extends EventType> = Extract<EventBody, { type: T }>;
export type Signal = EventOf<'signal'>;
export type ExportedFile = z.infer<typeof exportedFile>;
