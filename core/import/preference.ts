import type { Message } from '../trace/model';
import { assemble, eachRow } from './assemble';
import { answerOf, asMessages, messagesField, promptField, readPrompt } from './base';
import { readTools } from './calls';
import type { Dialect, Draft, Row, Sink } from './draft';
import { readFacts } from './facts';
import { fieldsOf, isFields, listOf, own, type Fields } from './fields';
import { kindOf } from './judged';
import { looksLikeMessage, readMessages, type Note } from './messages';
import { Refusal } from './refusals';
import { readTranscript } from './transcripts/marked';
import { readContent } from './content';

const sides = [
  { chosen: 'chosen', rejected: 'rejected' },
  { chosen: 'preferred_output', rejected: 'non_preferred_output' },
];

function sidesOf(value: unknown): (typeof sides)[number] | undefined {
  if (!isFields(value)) return undefined;
  return sides.find(({ chosen, rejected }) => isSide(own(value, chosen)) && isSide(own(value, rejected)));
}

function isSide(value: unknown): boolean {
  return typeof value === 'string' || Array.isArray(value) || looksLikeMessage(value);
}

/** A prompt with a chosen and a rejected answer, as continuations or as two whole transcripts. */
export const preference: Dialect = {
  id: 'preference',
  title: 'Preference rows (chosen and rejected)',
  whole_file: false,
  detect: (value) => sidesOf(value) !== undefined,
  read: eachRow((row, _options, sink) => readPreference(row, sink, 'preference')),
};

/** Reads a row with `chosen` and `rejected`, also one that another dialect made of its own. */
export function readPreference(row: Row, sink: Sink, dialect: string): Draft | Refusal {
  const names = sidesOf(row.value);
  if (!names || !isFields(row.value)) return new Refusal('not_an_object', { kind: kindOf(row.value) });
  const value = row.value;
  const note = sink.note.bind(sink);
  const used = new Set([names.chosen, names.rejected]);
  const prompt = promptMessages(value, used, note);
  if (prompt instanceof Refusal) return prompt;
  const chosen = wholeSide(own(value, names.chosen), prompt, note);
  const rejected = wholeSide(own(value, names.rejected), prompt, note);
  if (chosen instanceof Refusal) return chosen;
  if (rejected instanceof Refusal) return rejected;
  const turn = divergence(chosen, rejected);
  if (turn instanceof Refusal) return turn;
  const better = chosen[turn];
  const input = fieldsOf(own(value, 'input'));
  return assemble({
    dialect,
    shape: 'preference',
    line: row.line,
    messages: rejected,
    tools: readTools(own(value, 'tools') ?? (input ? own(input, 'tools') : undefined)),
    facts: readFacts(value, used, note),
    verdicts: [{ kind: 'correction', turn, answer: answerOf(better ? [better] : []) }],
  });
}

/** What both answers were given to: `prompt`, a list of messages, or OpenAI's `input.messages`. */
function promptMessages(row: Fields, used: Set<string>, note: Note): Message[] | Refusal {
  if (promptField(row) !== undefined) return withSystem(row, used, readPrompt(row, used, note));
  const input = fieldsOf(own(row, 'input'));
  const holder = input && messagesField(input) !== undefined ? input : row;
  const name = messagesField(holder);
  if (name === undefined) return [];
  used.add(holder === row ? name : 'input');
  const list = listOf(own(holder, name)) ?? [];
  return list.length === 0 ? [] : withSystem(row, used, readMessages(list, note));
}

function withSystem(row: Fields, used: Set<string>, messages: Message[] | Refusal): Message[] | Refusal {
  const system = own(row, 'system');
  if (messages instanceof Refusal || typeof system !== 'string' || system === '' || messages[0]?.role === 'system')
    return messages;
  used.add('system');
  return [{ role: 'system', content: readContent(system).content }, ...messages];
}

/** A side as a whole conversation: a transcript stands for itself, an answer continues the prompt. */
function wholeSide(value: unknown, prompt: readonly Message[], note: Note): Message[] | Refusal {
  const split = typeof value === 'string' && prompt.length === 0 ? readTranscript(value) : undefined;
  const side = split ?? asMessages(value, 'assistant', note);
  if (side instanceof Refusal) return side;
  return side.some((message) => message.role === 'user') ? side : [...prompt, ...side];
}

/**
 * The turn at which the two part, compared from the start. Both must have an assistant message there: answers to
 * different questions are no preference.
 */
function divergence(chosen: readonly Message[], rejected: readonly Message[]): number | Refusal {
  const parted = rejected.findIndex((message, i) => !sameMessage(message, chosen[i]));
  const turn = parted < 0 ? rejected.findLastIndex((m) => m.role === 'assistant') : parted;
  if (rejected[turn]?.role === 'assistant' && chosen[turn]?.role === 'assistant') return turn;
  return new Refusal('no_messages', { reason: 'chosen and rejected do not answer the same prompt' });
}

function sameMessage(a: Message, b: Message | undefined): boolean {
  return b !== undefined && a.role === b.role && JSON.stringify(a) === JSON.stringify(b);
}
