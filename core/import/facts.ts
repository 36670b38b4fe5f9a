import { isAttributeKey, isLabel, normaliseLabel } from '../feedback/label';
import type { Trace } from '../trace/model';
import { isoTime } from '../trace/time';
import { countOf, first, firstText, isFields, listOf, own, scalarText, type Fields } from './fields';
import type { Note } from './messages';

/** What a row says beside its conversation. */
export interface RowFacts {
  readonly request_id?: string | undefined;
  readonly unique_id?: string | undefined;
  readonly generic_id?: string | undefined;
  readonly model?: string | undefined;
  readonly captured_at?: string | undefined;
  readonly task_key?: string | undefined;
  readonly labels: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  readonly meta: Trace['meta'];
}

const requestNames = ['request_id', 'requestId'];
const idNames = ['id', 'uuid', '_id', 'row_id', 'custom_id'];
const modelNames = ['model', 'model_name', 'model_id', 'modelId', 'response_model', 'request_model'];
const timeNames = [
  ...['captured_at', 'created_at', 'createdAt', 'created', 'timestamp', 'ts', 'time', 'date', 'datetime'],
  ...['request_created_at', 'start_time', 'startTime', 'started_at', 'tstamp'],
];
const taskNames = ['task_key', 'task_id', 'prompt_id'];
const labelNames = ['labels', 'tags'];
const latencyNames = ['latency_ms', 'delay_ms', 'duration_ms'];

/** Names read above; what else is scalar goes into `meta.extra`. */
const known = new Set([
  ...[...requestNames, ...idNames, ...modelNames, ...timeNames, ...taskNames, ...labelNames, ...latencyNames],
  ...['attributes', 'usage', 'finish_reason', 'stop_reason', 'error', 'metadata'],
]);

/** Reads what stands beside the conversation; `used` are the fields that were read as the conversation itself. */
export function readFacts(row: Fields, used: ReadonlySet<string>, note: Note): RowFacts {
  const id = used.has('id') ? undefined : firstText(row, idNames);
  return {
    request_id: firstText(row, requestNames),
    ...identified(id),
    model: firstText(row, modelNames),
    captured_at: isoTime(first(row, timeNames)),
    task_key: firstText(row, taskNames),
    labels: readLabels(first(row, labelNames), note),
    attributes: readAttributes(own(row, 'attributes'), note),
    meta: readMeta(row, used),
  };
}

const uniqueForms = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  /^[0-9A-HJKMNP-TV-Z]{26}$/,
  /^[0-9a-f]{24,}$/i,
  /^(?:chatcmpl|cmpl|resp|msg|req|gen|run|conv|thread|batch_req)[-_][\w-]{8,}$/,
];

/** Whether an id is made to be unique in the world, not just in its file. */
export function looksUnique(id: string): boolean {
  return id.length >= 16 && uniqueForms.some((form) => form.test(id));
}

/** An id as the kind of key it can be (LOOP §1); an empty one is none. */
export function identified(id: string | undefined): Pick<RowFacts, 'unique_id' | 'generic_id'> {
  if (id === undefined || id === '') return { unique_id: undefined, generic_id: undefined };
  return looksUnique(id) ? { unique_id: id, generic_id: undefined } : { unique_id: undefined, generic_id: id };
}

/** Bare tags, as a list or separated by commas: NFC, lower case, trimmed, without repetition (LOOP §4). */
export function readLabels(value: unknown, note: Note): string[] {
  const given = typeof value === 'string' ? value.split(/[,;\n]/) : (listOf(value) ?? []);
  const labels = new Set<string>();
  for (const item of given.slice(0, 100)) {
    const label = normaliseLabel(scalarText(item) ?? '');
    if (label === '') continue;
    if (isLabel(label)) labels.add(label);
    else note('label_invalid');
  }
  return [...labels];
}

export function readAttributes(value: unknown, note: Note): Record<string, string> {
  if (!isFields(value)) return {};
  const kept: [string, string][] = [];
  for (const [key, item] of Object.entries(value).slice(0, 100)) {
    const text = typeof item === 'boolean' ? String(item) : scalarText(item);
    if (text === undefined) continue;
    if (isAttributeKey(key)) kept.push([key.normalize('NFC'), text]);
    else note('attribute_invalid');
  }
  return Object.fromEntries(kept);
}

function readMeta(row: Fields, used: ReadonlySet<string>): Trace['meta'] {
  const usage = readUsage(own(row, 'usage'));
  const finish_reason = firstText(row, ['finish_reason', 'stop_reason']);
  const latency_ms = countOf(first(row, latencyNames));
  const error = used.has('error') ? undefined : errorText(own(row, 'error'));
  const extra = readExtra(row, used);
  return {
    ...(usage ? { usage } : {}),
    ...(finish_reason === undefined ? {} : { finish_reason }),
    ...(latency_ms === undefined ? {} : { latency_ms }),
    ...(error === undefined ? {} : { error }),
    ...(extra ? { extra } : {}),
  };
}

/** Token counts under OpenAI's or Anthropic's names. */
export function readUsage(value: unknown): Trace['meta']['usage'] {
  if (!isFields(value)) return undefined;
  const input = countOf(first(value, ['prompt_tokens', 'input_tokens', 'promptTokens', 'inputTokens', 'input']));
  const output = countOf(first(value, ['completion_tokens', 'output_tokens', 'completionTokens', 'outputTokens', 'output']));
  if (input === undefined && output === undefined) return undefined;
  return { ...(input === undefined ? {} : { input_tokens: input }), ...(output === undefined ? {} : { output_tokens: output }) };
}

/** An error as one text: `type: message`. */
export function errorText(value: unknown): string | undefined {
  if (!isFields(value)) return scalarText(value);
  const kind = firstText(value, ['code', 'type']);
  const said = firstText(value, ['message', 'detail']) ?? errorText(own(value, 'error'));
  const parts = [kind, said].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(': ') : 'error';
}

const extraLimit = 32;

/** Scalars beside the conversation, those of `metadata` included, bounded in number and size. */
function readExtra(row: Fields, used: ReadonlySet<string>): Trace['meta']['extra'] {
  const kept: [string, string | number | boolean][] = [];
  for (const name in row) {
    if (known.has(name) || used.has(name)) continue;
    keep(kept, name, row[name]);
  }
  const metadata = own(row, 'metadata');
  if (isFields(metadata)) for (const name of Object.keys(metadata)) keep(kept, `metadata.${name}`, metadata[name]);
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

function keep(kept: [string, string | number | boolean][], name: string, value: unknown): void {
  if (kept.length >= extraLimit) return;
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) kept.push([name, value]);
  else if (typeof value === 'bigint') kept.push([name, String(value)]);
  else if (typeof value === 'string' && value !== '') kept.push([name, value]);
}
