import type { Trace } from '../trace/model';
import { lastAssistantTurn } from '../trace/plain';
import { isoTime } from '../trace/time';
import { assemble, eachRow } from './assemble';
import { responseMessages } from './copilot/response';
import type { Dialect, Draft, ImportedVerdict, Row, Sink } from './draft';
import { errorText, looksUnique } from './facts';
import { countOf, fieldsOf, first, firstText, isFields, listOf, numberOf, own, textOf, type Fields } from './fields';
import { kindOf } from './judged';
import { readMessages, type Note } from './messages';
import { Refusal } from './refusals';

/** What VS Code writes at "Chat: Export Chat…", and its own session files. */
export const editorChat: Dialect = {
  id: 'editor-chat',
  title: 'VS Code chat exports',
  whole_file: false,
  detect: (value) => isFields(value) && isSession(value),
  read: eachRow((row, _options, sink) => readSession(row, sink)),
};

function isSession(value: Fields): boolean {
  const requests = listOf(own(value, 'requests'));
  const named = ['responderUsername', 'initialLocation', 'requesterUsername', 'sessionId'].some((name) =>
    Object.hasOwn(value, name),
  );
  return (
    requests !== undefined &&
    named &&
    requests.every((request) => isFields(request) && ('response' in request || 'message' in request))
  );
}

function readSession(row: Row, sink: Sink): Draft | Refusal {
  if (!isFields(row.value)) return new Refusal('not_an_object', { kind: kindOf(row.value) });
  const note = sink.note.bind(sink);
  const requests = (listOf(own(row.value, 'requests')) ?? [])
    .filter(isFields)
    .filter((request) => own(request, 'hiddenFromTranscript') !== true);
  const read = readTurns(requests, note);
  if (read instanceof Refusal) return read;
  const id = firstText(row.value, ['sessionId']);
  const unique = id !== undefined && looksUnique(id);
  const { messages, verdicts } = read;
  return assemble({
    dialect: 'editor-chat',
    shape: verdicts.length > 0 ? 'labelled' : 'conversation',
    line: row.line,
    messages,
    facts: {
      unique_id: unique ? id : requestId(requests),
      model: requests.map((request) => firstText(request, ['modelId'])).findLast((model) => model !== undefined),
      captured_at: isoTime(own(requests[0] ?? {}, 'timestamp')) ?? isoTime(own(row.value, 'creationDate')),
      labels: [],
      attributes: {},
      meta: metaOf(row.value, requests),
    },
    verdicts,
  });
}

/** An export has no id of its own, but its first request has. */
function requestId(requests: readonly Fields[]): string | undefined {
  const id = firstText(requests[0] ?? {}, ['requestId']);
  return id !== undefined && /^request_[0-9a-f-]{36}$/.test(id) ? id : undefined;
}

type Turns = { readonly messages: Draft['messages']; readonly verdicts: readonly ImportedVerdict[] };

function readTurns(requests: readonly Fields[], note: Note): Turns | Refusal {
  const items: Record<string, unknown>[] = [];
  const votes: { readonly upTo: number; readonly request: Fields }[] = [];
  for (const request of requests) {
    items.push(question(request), ...responseMessages(request));
    if (own(request, 'vote') !== undefined) votes.push({ upTo: items.length, request });
  }
  const messages = items.length === 0 ? new Refusal('no_messages', { reason: 'the chat is empty' }) : readMessages(items, note);
  if (messages instanceof Refusal) return messages;
  const verdicts = votes.flatMap(({ upTo, request }) => {
    const turn = lastAssistantTurn(messages.slice(0, upTo));
    return turn < 0 ? [] : voteOf(request, turn);
  });
  return { messages, verdicts };
}

function question(request: Fields): Record<string, unknown> {
  const message = own(request, 'message');
  const text = textOf(message) ?? textOf(own(fieldsOf(message) ?? {}, 'text')) ?? '';
  const typed = own(request, 'isSystemInitiated') === true ? { role: 'system', name: 'injected' } : { role: 'user' };
  return { ...typed, content: text, timestamp: own(request, 'timestamp') };
}

/** 1 is a thumb up, 0 a thumb down. */
function voteOf(request: Fields, turn: number): ImportedVerdict[] {
  const vote = numberOf(own(request, 'vote'));
  const reason = firstText(request, ['voteDownReason']);
  if (vote === 1) return [{ kind: 'up', turn }];
  return vote === 0 ? [{ kind: 'down', turn, ...(reason === undefined ? {} : { reason }) }] : [];
}

function metaOf(session: Fields, requests: readonly Fields[]): Trace['meta'] {
  const sum = (name: string) => requests.reduce((total, request) => total + (countOf(own(request, name)) ?? 0), 0);
  const [input_tokens, output_tokens] = [sum('promptTokens'), sum('completionTokens')];
  const result = fieldsOf(own(requests.at(-1) ?? {}, 'result')) ?? {};
  const error = first(result, ['errorDetails']);
  const title = firstText(session, ['customTitle', 'title']);
  return {
    ...(input_tokens + output_tokens > 0 ? { usage: { input_tokens, output_tokens } } : {}),
    ...(error === undefined ? {} : { error: errorText(error) ?? 'error' }),
    ...(title === undefined ? {} : { extra: { title } }),
  };
}
