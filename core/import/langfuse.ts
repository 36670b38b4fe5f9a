import type { Message, ToolDefinition, Trace } from '../trace/model';
import { isoTime } from '../trace/time';
import { assemble, eachRow } from './assemble';
import { readTools } from './calls';
import type { Dialect, Draft, ImportedVerdict, Row, Sink } from './draft';
import { errorText, identified, readLabels, readUsage } from './facts';
import { fieldsOf, firstText, isFields, listOf, numberOf, own, textOf, type Fields } from './fields';
import { kindOf } from './judged';
import type { Note } from './messages';
import { Refusal } from './refusals';
import { plainSide, readSides } from './sides';

/** A trace as Langfuse's "Download JSON" gives it: `{trace, observations}`. */
export const langfuse: Dialect = {
  id: 'langfuse',
  title: 'Langfuse trace',
  whole_file: false,
  detect: (value) => isFields(value) && isFields(own(value, 'trace')) && Array.isArray(own(value, 'observations')),
  read: eachRow((row, _options, sink) => readTrace(row, sink)),
};

function readTrace(row: Row, sink: Sink): Draft | Refusal {
  const trace = isFields(row.value) ? fieldsOf(own(row.value, 'trace')) : undefined;
  if (!isFields(row.value) || !trace) return new Refusal('not_an_object', { kind: kindOf(row.value) });
  const note = sink.note.bind(sink);
  const generations = (listOf(own(row.value, 'observations')) ?? [])
    .filter(isFields)
    .filter((observation) => own(observation, 'type') === 'GENERATION')
    .sort((a, b) => startOf(a).localeCompare(startOf(b)));
  const messages = conversationOf(trace, generations, note);
  if (messages instanceof Refusal) return messages;
  const last = generations.at(-1);
  const turn = messages.findLastIndex((message) => message.role === 'assistant');
  return assemble({
    dialect: 'langfuse',
    shape: corrections(trace, turn).length > 0 ? 'preference' : 'conversation',
    line: row.line,
    messages,
    tools: toolsOf(last),
    facts: { ...identified(firstText(trace, ['id'])), ...beside(trace, last, note) },
    verdicts: corrections(trace, turn),
  });
}

function startOf(observation: Fields): string {
  return isoTime(own(observation, 'startTime')) ?? '';
}

/** The trace's own input and output when they are a conversation, else those of the last generation, else plain texts. */
function conversationOf(trace: Fields, generations: readonly Fields[], note: Note): Message[] | Refusal {
  for (const holder of [trace, ...generations.toReversed()]) {
    const messages = readSides(own(holder, 'input'), own(holder, 'output'), note);
    if (messages instanceof Refusal) return messages;
    if (messages?.some((message) => message.role === 'assistant')) return messages;
  }
  const [input, output] = [plainSide(own(trace, 'input')), plainSide(own(trace, 'output'))];
  if (input === undefined || output === undefined)
    return new Refusal('no_messages', { reason: 'no messages were recorded in it' });
  return [
    { role: 'user', content: input },
    { role: 'assistant', content: output },
  ];
}

function beside(trace: Fields, last: Fields | undefined, note: Note) {
  return {
    model: last ? firstText(last, ['model']) : undefined,
    captured_at: isoTime(own(trace, 'timestamp')),
    labels: readLabels(own(trace, 'tags'), note),
    attributes: {},
    meta: metaOf(trace, last),
  };
}

function metaOf(trace: Fields, last: Fields | undefined): Trace['meta'] {
  const usage = last ? (readUsage(own(last, 'usageDetails')) ?? readUsage(own(last, 'usage'))) : undefined;
  const failed = last && own(last, 'level') === 'ERROR';
  const extra: [string, string | number][] = [];
  for (const name of ['name', 'sessionId', 'environment', 'release', 'version']) {
    const text = firstText(trace, [name]);
    if (text !== undefined) extra.push([name, text]);
  }
  for (const score of scoresOf(trace)) {
    const value = numberOf(own(score, 'value')) ?? firstText(score, ['stringValue']);
    const name = firstText(score, ['name']);
    if (name !== undefined && value !== undefined && extra.length < 32) extra.push([`score.${name}`, value]);
  }
  return {
    ...(usage ? { usage } : {}),
    ...(failed ? { error: errorText(own(last, 'statusMessage')) ?? 'error' } : {}),
    ...(extra.length > 0 ? { extra: Object.fromEntries(extra) } : {}),
  };
}

function scoresOf(trace: Fields): readonly Fields[] {
  return (listOf(own(trace, 'scores')) ?? []).filter(isFields);
}

/** A person's rewritten output; the newest counts. */
function corrections(trace: Fields, turn: number): ImportedVerdict[] {
  const list = [...scoresOf(trace), ...(listOf(own(trace, 'corrections')) ?? []).filter(isFields)];
  const text = list
    .filter((score) => own(score, 'dataType') === 'CORRECTION')
    .map((score) => textOf(own(score, 'longStringValue')))
    .findLast((value) => value !== undefined);
  return text === undefined || turn < 0 ? [] : [{ kind: 'correction', turn, answer: { text } }];
}

function toolsOf(last: Fields | undefined): readonly ToolDefinition[] | undefined {
  return last ? readTools(own(last, 'toolDefinitions')) : undefined;
}
