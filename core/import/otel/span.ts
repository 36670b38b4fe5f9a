import { timeMs } from '../../trace/time';
import { fieldsOf, first, firstText, isFields, listOf, own, scalarText, textOf, type Fields } from '../fields';

/** One span, whatever wrote it down. */
export interface Span {
  readonly trace: string;
  readonly id: string;
  readonly parent: string | undefined;
  /** Milliseconds since 1970; 0 when unknown. */
  readonly start: number;
  readonly attributes: Fields;
  readonly events: readonly { readonly name: string; readonly attributes: Fields }[];
  readonly error: string | undefined;
  readonly line: number;
}

/** Whether a value holds spans: an export request, a dump of one span, or a bare map of GenAI attributes. */
export function holdsSpans(value: unknown): boolean {
  if (!isFields(value)) return false;
  if (Array.isArray(requestSpans(value))) return true;
  return isDump(value) || isAttributeMap(value);
}

/** The spans in a value. */
export function readSpans(value: unknown, line: number): Span[] {
  if (!isFields(value)) return [];
  const resources = listOf(requestSpans(value));
  if (!resources) {
    if (isDump(value)) return [spanOf(value, line)];
    return isAttributeMap(value) ? [spanOf({ attributes: value }, line)] : [];
  }
  const scopes = resources.filter(isFields).flatMap((resource) => listOf(first(resource, scopeNames)) ?? []);
  const spans = scopes.filter(isFields).flatMap((scope) => listOf(own(scope, 'spans')) ?? []);
  return spans.filter(isFields).map((span) => spanOf(span, line));
}

const scopeNames = ['scopeSpans', 'scope_spans', 'instrumentationLibrarySpans'];
const genAi = /^(?:gen_ai|llm|ai|openinference|traceloop)\./;

function requestSpans(value: Fields): unknown {
  return first(value, ['resourceSpans', 'resource_spans']);
}

function isDump(value: Fields): boolean {
  const context = fieldsOf(first(value, ['spanContext', '_spanContext', 'context'])) ?? value;
  const named = firstText(context, ['spanId', 'span_id']) !== undefined;
  return named && typeof own(value, 'name') === 'string' && typeof own(value, 'attributes') === 'object';
}

function isAttributeMap(value: Fields): boolean {
  return Object.keys(value).some((name) => genAi.test(name));
}

function spanOf(span: Fields, line: number): Span {
  const context = fieldsOf(first(span, ['spanContext', '_spanContext', 'context']));
  const id = (names: readonly string[]) => hexId(firstText(span, names) ?? (context ? firstText(context, names) : undefined));
  const above = fieldsOf(own(span, 'parentSpanContext'));
  const parent =
    firstText(span, ['parentSpanId', 'parent_span_id', 'parent_id']) ?? (above ? firstText(above, ['spanId']) : undefined);
  return {
    trace: id(['traceId', 'trace_id']) ?? '',
    id: id(['spanId', 'span_id']) ?? '',
    parent: hexId(parent),
    start: timeMs(first(span, ['startTimeUnixNano', 'start_time_unix_nano', 'startTime', 'start_time'])) ?? 0,
    attributes: attributesOf(own(span, 'attributes')),
    events: (listOf(own(span, 'events')) ?? []).filter(isFields).map((event) => ({
      name: textOf(own(event, 'name')) ?? '',
      attributes: attributesOf(own(event, 'attributes')),
    })),
    error: errorOf(fieldsOf(own(span, 'status'))),
    line,
  };
}

/** Ids are hex by the specification and base64 from printers of protobuf; one form, so that parents are found. */
function hexId(id: string | undefined): string | undefined {
  if (id === undefined || id === '') return undefined;
  const plain = id.replace(/^0x/, '').toLowerCase();
  if (/^(?:[0-9a-f]{16}|[0-9a-f]{32})$/.test(plain)) return plain;
  return /^[A-Za-z0-9+/]{11}=$|^[A-Za-z0-9+/]{22}==$/.test(id) ? hexOf(id) : id;
}

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function hexOf(id: string): string {
  const bits = Array.from(id.replaceAll('=', ''), (char) => base64.indexOf(char).toString(2).padStart(6, '0')).join('');
  const bytes = bits.match(/[01]{8}/g) ?? [];
  return bytes.map((byte) => parseInt(byte, 2).toString(16).padStart(2, '0')).join('');
}

function errorOf(status: Fields | undefined): string | undefined {
  if (!status) return undefined;
  const code = first(status, ['code', 'status_code']);
  if (code !== 2 && scalarText(code)?.endsWith('ERROR') !== true) return undefined;
  return firstText(status, ['message', 'description']) ?? 'error';
}

/** Attributes as a flat map, from a list of `{key, value: AnyValue}` or a map. */
function attributesOf(value: unknown): Fields {
  if (isFields(value)) return value;
  const pairs = (listOf(value) ?? [])
    .filter(isFields)
    .map((item) => [textOf(own(item, 'key')) ?? '', anyValue(own(item, 'value'), 0)]);
  return Object.fromEntries(pairs) as Fields;
}

function anyValue(value: unknown, depth: number): unknown {
  if (!isFields(value) || depth > 20) return value;
  const list = fieldsOf(first(value, ['arrayValue', 'array_value']));
  if (list) return (listOf(own(list, 'values')) ?? []).map((item) => anyValue(item, depth + 1));
  const map = fieldsOf(first(value, ['kvlistValue', 'kvlist_value']));
  if (map) {
    const pairs = (listOf(own(map, 'values')) ?? []).filter(isFields);
    return Object.fromEntries(pairs.map((item) => [textOf(own(item, 'key')) ?? '', anyValue(own(item, 'value'), depth + 1)]));
  }
  return first(value, [
    'stringValue',
    'string_value',
    'intValue',
    'int_value',
    'doubleValue',
    'double_value',
    'boolValue',
    'bool_value',
  ]);
}
