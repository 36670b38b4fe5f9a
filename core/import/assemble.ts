import type { Message, ToolDefinition, Trace } from '../trace/model';
import { lastAssistantTurn, plainText } from '../trace/plain';
import type { Draft, ImportedCandidate, ImportedVerdict, ReadOptions, Row, RowReader, Sink } from './draft';
import type { RowFacts } from './facts';
import { Refusal } from './refusals';

/** What a dialect has read of one conversation; the rest follows from it. */
export interface Parts {
  readonly dialect: string;
  readonly shape: Draft['shape'];
  readonly line: number;
  readonly messages: readonly Message[];
  readonly tools?: readonly ToolDefinition[] | undefined;
  readonly facts: RowFacts;
  readonly verdicts?: readonly ImportedVerdict[];
  readonly candidates?: readonly ImportedCandidate[];
  readonly parent_unique_id?: string | undefined;
}

const cutReasons = new Set(['length', 'max_tokens', 'MAX_TOKENS', 'max_output_tokens']);

/** Puts a conversation together, or says why there is none in what was read. */
export function assemble(parts: Parts): Draft | Refusal {
  if (parts.messages.length === 0) return new Refusal('no_messages', { reason: 'the list is empty' });
  const answer_turn = lastAssistantTurn(parts.messages);
  const verdicts = parts.verdicts ?? [];
  if (answer_turn < 0 && !verdicts.some((verdict) => verdict.kind === 'gold')) return new Refusal('no_answer');
  return {
    dialect: parts.dialect,
    shape: parts.shape,
    line: parts.line,
    request_id: parts.facts.request_id,
    unique_id: parts.facts.unique_id,
    generic_id: parts.facts.generic_id,
    parent_unique_id: parts.parent_unique_id,
    model: parts.facts.model,
    captured_at: parts.facts.captured_at,
    messages: parts.messages,
    answer_turn,
    tools: parts.tools,
    labels: parts.facts.labels,
    attributes: parts.facts.attributes,
    meta: parts.facts.meta,
    task_key: parts.facts.task_key,
    flags: flagsOf(parts.messages, answer_turn, parts.facts.meta),
    verdicts,
    candidates: parts.candidates ?? [],
  };
}

/** A prompt is missing when nobody but the model says anything before the answer. */
function flagsOf(messages: readonly Message[], answerTurn: number, meta: Trace['meta']): Trace['flags'] {
  const before = answerTurn < 0 ? messages : messages.slice(0, answerTurn);
  const prompted = before.some((m) => m.role !== 'assistant' && m.role !== 'tool' && plainText(m.content).trim() !== '');
  const cut = meta.finish_reason !== undefined && cutReasons.has(meta.finish_reason);
  return { ...(prompted ? {} : { prompt_missing: true }), ...(cut ? { truncated: true } : {}) };
}

/** A reader for dialects in which every row stands alone. */
export function eachRow(read: (row: Row, options: ReadOptions, sink: Sink) => Draft | Refusal) {
  return (sink: Sink, options: ReadOptions): RowReader => ({
    row(row) {
      const result = read(row, options, sink);
      if (result instanceof Refusal) sink.refuse(row.line, result);
      else {
        sink.used(1);
        sink.draft(result);
      }
    },
    end: () => undefined,
  });
}

/** A reader for dialects whose rows may hold several conversations, each read or refused by itself. */
export function someOfEachRow(read: (row: Row, options: ReadOptions, sink: Sink) => readonly (Draft | Refusal)[]) {
  return (sink: Sink, options: ReadOptions): RowReader => ({
    row(row) {
      const results = read(row, options, sink);
      const kept = results.filter((result): result is Draft => !(result instanceof Refusal));
      if (kept.length > 0) sink.used(1);
      else if (results.length === 0) sink.ignored(1);
      // The record counts once, whatever came of it.
      let records = kept.length > 0 ? 0 : 1;
      for (const result of results) {
        if (!(result instanceof Refusal)) continue;
        sink.refuse(row.line, result, records);
        records = 0;
      }
      for (const draft of kept) sink.draft(draft);
    },
    end: () => undefined,
  });
}
