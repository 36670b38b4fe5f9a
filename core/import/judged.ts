import { lastAssistantTurn } from '../trace/plain';
import { assemble } from './assemble';
import { readBase } from './base';
import type { Draft, ReadOptions, Row, Sink } from './draft';
import { readFacts } from './facts';
import { isFields } from './fields';
import { isMessageList } from './messages';
import { Refusal } from './refusals';
import { readVerdicts, shapeOf } from './verdicts';

/**
 * Reads a row that holds one conversation and, in columns beside it, perhaps what an earlier process said of its answer.
 * A row that is itself a list of messages is a conversation with nothing beside it.
 */
export function readJudgedRow(dialect: string, row: Row, options: ReadOptions, sink: Sink): Draft | Refusal {
  const value = isMessageList(row.value) ? { messages: row.value } : row.value;
  if (!isFields(value)) return new Refusal('not_an_object', { kind: kindOf(row.value) });
  const note = sink.note.bind(sink);
  const base = readBase(value, note);
  if (base instanceof Refusal) return base;
  const { verdicts, used } = readVerdicts(value, lastAssistantTurn(base.messages), options.scale, note);
  return assemble({
    dialect,
    shape: shapeOf(verdicts, base.kind),
    line: row.line,
    messages: base.messages,
    tools: base.tools,
    facts: readFacts(value, used.size === 0 ? base.used : new Set([...base.used, ...used]), note),
    verdicts,
    candidates: base.candidates,
  });
}

/** What a JSON value is, in words. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'string':
      return 'a text';
    case 'number':
    case 'bigint':
      return 'a number';
    case 'boolean':
      return 'true or false';
    default:
      return 'an object';
  }
}
