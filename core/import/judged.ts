import type { Trace } from '../trace/model';
import { lastAssistantTurn } from '../trace/plain';
import { assemble } from './assemble';
import { messagesField, readBase, type Base } from './base';
import type { Draft, ReadOptions, Row, Sink } from './draft';
import { readFacts, readUsage, type RowFacts } from './facts';
import { fieldsOf, first, firstText, isFields, listOf, own, type Fields } from './fields';
import { unwrapJson } from './json';
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
    facts: withMessageFacts(readFacts(value, used.size === 0 ? base.used : new Set([...base.used, ...used]), note), base, value),
    verdicts,
    candidates: base.candidates,
  });
}

/** What a row does not say of itself, its messages may: some clients write model, cost and time there. */
function withMessageFacts(facts: RowFacts, base: Base, row: Fields): RowFacts {
  const captured_at = facts.captured_at ?? base.messages.find((message) => message.at !== undefined)?.at;
  const timed = captured_at === facts.captured_at ? facts : { ...facts, captured_at };
  if (base.kind === 'completion' || facts.model !== undefined) return timed;
  const name = messagesField(row);
  const said = name === undefined ? [] : (listOf(unwrapJson(own(row, name))) ?? []).filter(isFields);
  const model = said.map(modelOf).findLast((found) => found !== undefined);
  const usage = facts.meta.usage ?? usageOf(said);
  return model === undefined && usage === undefined
    ? timed
    : { ...timed, model, meta: usage ? { ...facts.meta, usage } : facts.meta };
}

function modelOf(message: Fields): string | undefined {
  const info = fieldsOf(first(message, ['modelInfo', 'response_metadata']));
  return firstText(message, ['model', 'model_name']) ?? (info ? firstText(info, ['id', 'model_name', 'model']) : undefined);
}

function usageOf(messages: readonly Fields[]): Trace['meta']['usage'] {
  const each = messages.flatMap((message) => readUsage(first(message, ['metrics', 'usage', 'usage_metadata'])) ?? []);
  if (each.length === 0) return undefined;
  const sum = (name: 'input_tokens' | 'output_tokens') => each.reduce((total, usage) => total + (usage[name] ?? 0), 0);
  return { input_tokens: sum('input_tokens'), output_tokens: sum('output_tokens') };
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
