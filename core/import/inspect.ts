import type { Message, Trace } from '../trace/model';
import { lastAssistantTurn } from '../trace/plain';
import { isoTime } from '../trace/time';
import { assemble, someOfEachRow } from './assemble';
import type { Dialect, Draft, ImportedVerdict, Row, Sink } from './draft';
import { errorText, readUsage } from './facts';
import { fieldsOf, first, firstText, has, isFields, listOf, numberOf, own, scalarText, textOf, type Fields } from './fields';
import { isMessageList, readMessages, type Note } from './messages';
import { Refusal } from './refusals';
import { scoreVerdict, shapeOf } from './verdicts';

/** A log of Inspect AI: `{eval, status, samples}`; each sample and epoch is a conversation. */
export const inspect: Dialect = {
  id: 'inspect',
  title: 'Inspect AI logs',
  whole_file: false,
  detect: (value) =>
    isFields(value) && isFields(own(value, 'eval')) && has(value, 'status') && (has(value, 'samples') || has(value, 'plan')),
  read: someOfEachRow((row, options, sink) => readLog(row, options.scale, sink)),
};

type Scale = Parameters<typeof scoreVerdict>[2];

function readLog(row: Row, scale: Scale, sink: Sink): (Draft | Refusal)[] {
  const log = fieldsOf(row.value) ?? {};
  const evaluation = fieldsOf(own(log, 'eval')) ?? {};
  const samples = (listOf(own(log, 'samples')) ?? []).filter(isFields);
  if (samples.length === 0) return [new Refusal('no_messages', { reason: 'the log has no samples' })];
  return samples.map((sample) => readSample(sample, evaluation, row.line, scale, sink.note.bind(sink)));
}

function readSample(given: Fields, evaluation: Fields, line: number, scale: Scale, note: Note): Draft | Refusal {
  const attachments = fieldsOf(own(given, 'attachments'));
  const messages = messagesOf(given, attachments, note);
  if (messages instanceof Refusal) return messages;
  const turn = lastAssistantTurn(messages);
  const output = fieldsOf(own(given, 'output')) ?? {};
  const verdicts = scoresOf(given, turn, scale, note);
  const [id, epoch, task] = [firstText(given, ['id']), firstText(given, ['epoch']), firstText(evaluation, ['task'])];
  const run = firstText(evaluation, ['run_id', 'eval_id']);
  const named = run === undefined || id === undefined ? undefined : `${run}/${id}/${epoch ?? '1'}`;
  return assemble({
    dialect: 'inspect',
    shape: shapeOf(verdicts, 'conversation'),
    line,
    messages,
    facts: {
      unique_id: firstText(given, ['uuid']) ?? named,
      model: firstText(output, ['model']) ?? firstText(evaluation, ['model']),
      captured_at: isoTime(first(given, ['started_at', 'completed_at'])) ?? isoTime(own(evaluation, 'created')),
      task_key: task === undefined || id === undefined ? undefined : `${task}/${id}`,
      labels: [],
      attributes: {},
      meta: metaOf(given, output, task),
    },
    verdicts,
  });
}

function messagesOf(sample: Fields, attachments: Fields | undefined, note: Note): Message[] | Refusal {
  const listed = listOf(own(sample, 'messages')) ?? [];
  if (listed.length > 0)
    return readMessages(
      listed.map((item) => attached(item, attachments, 0)),
      note,
    );
  // Samples that ended before the first call have no messages, only what was to be asked.
  const input = own(sample, 'input');
  const asked = isMessageList(input) ? (listOf(input) ?? []) : [{ role: 'user', content: input ?? '' }];
  const output = fieldsOf(own(sample, 'output'));
  const choice = output ? fieldsOf(listOf(own(output, 'choices'))?.[0]) : undefined;
  const answer = choice ? [own(choice, 'message')] : [];
  return readMessages(
    [...asked, ...answer].map((item) => attached(item, attachments, 0)),
    note,
  );
}

const reference = /attachment:\/\/([0-9a-f]{16,64})/g;

/** The value with `attachment://HASH` replaced by what it stands for. */
function attached(value: unknown, attachments: Fields | undefined, depth: number): unknown {
  if (!attachments || depth > 12) return value;
  if (typeof value === 'string') {
    return value.includes('attachment://')
      ? value.replace(reference, (whole, hash: string) => textOf(own(attachments, hash)) ?? whole)
      : value;
  }
  if (Array.isArray(value)) return value.map((item) => attached(item, attachments, depth + 1));
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, attached(item, attachments, depth + 1)]));
}

/** Correct, partial, incorrect, no answer: the numbers Inspect itself makes of them. */
const letters: ReadonlyMap<unknown, number> = new Map<unknown, number>([
  ...([
    ['C', 1],
    ['P', 0.5],
    ['I', 0],
    ['N', 0],
  ] as const),
  ...([
    [true, 1],
    [false, 0],
  ] as const),
]);

function scoresOf(sample: Fields, turn: number, scale: Scale, note: Note): ImportedVerdict[] {
  const scores = Object.entries(fieldsOf(own(sample, 'scores')) ?? {});
  return scores.flatMap(([name, score]): ImportedVerdict[] => {
    if (!isFields(score)) return [];
    const value = own(score, 'value');
    const known = letters.get(value);
    if (known !== undefined) return [{ kind: 'score', turn, scores: { [name]: known } }];
    const number = typeof value === 'boolean' ? undefined : numberOf(value);
    return number === undefined ? [] : [scoreVerdict(number, turn, scale, note)];
  });
}

function metaOf(sample: Fields, output: Fields, task: string | undefined): Trace['meta'] {
  const choice = fieldsOf(listOf(own(output, 'choices'))?.[0]);
  const finish_reason = choice ? firstText(choice, ['stop_reason']) : undefined;
  const error = own(sample, 'error');
  const usage = usageOf(sample);
  const extra: [string, string | number][] = [];
  const put = (name: string, value: string | number | undefined) => {
    if (value !== undefined) extra.push([name, value]);
  };
  put('task', task);
  put('sample', firstText(sample, ['id']));
  put('epoch', numberOf(own(sample, 'epoch')));
  put('target', scalarText(own(sample, 'target')));
  for (const [name, score] of Object.entries(fieldsOf(own(sample, 'scores')) ?? {}).slice(0, 16)) {
    if (isFields(score)) put(`score.${name}`, scalarText(own(score, 'value')));
  }
  return {
    ...(usage ? { usage } : {}),
    ...(finish_reason === undefined ? {} : { finish_reason }),
    ...(error === undefined || error === null ? {} : { error: errorText(error) ?? 'error' }),
    ...(extra.length > 0 ? { extra: Object.fromEntries(extra) } : {}),
  };
}

/** Of all models the sample used together. */
function usageOf(sample: Fields): Trace['meta']['usage'] {
  const each = Object.values(fieldsOf(own(sample, 'model_usage')) ?? {}).flatMap((usage) => readUsage(usage) ?? []);
  if (each.length === 0) return undefined;
  const sum = (name: 'input_tokens' | 'output_tokens') => each.reduce((total, usage) => total + (usage[name] ?? 0), 0);
  return { input_tokens: sum('input_tokens'), output_tokens: sum('output_tokens') };
}
