import type { TraceHeader } from '../../../core/ports';

/** JSON of texts that many rows share: sources, models, files, times of recording. */
const quoted = new Map<string, string>();
const mostQuoted = 100;

/** As `JSON.stringify` writes a header, in half its time. Members come in this order and no other, whoever made the object. */
export function headerJson(header: TraceHeader): string {
  const { id, source, model, captured_at, recorded_at, expires_at, content, generic_id, act, preview } = header;
  return (
    `{"id":${JSON.stringify(id)},"source":${shared(source)},"origin":${originJson(header.origin)},` +
    (model === undefined ? '' : `"model":${shared(model)},`) +
    `"captured_at":${JSON.stringify(captured_at)},"recorded_at":${shared(recorded_at)},` +
    (expires_at === undefined ? '' : `"expires_at":${shared(expires_at)},`) +
    `"answer_turn":${header.answer_turn},"message_count":${header.message_count},"has_tool_calls":${header.has_tool_calls},` +
    `"labels":${header.labels.length === 0 ? '[]' : JSON.stringify(header.labels)},` +
    `"attributes":${recordJson(header.attributes)},"tainted":${header.tainted},"redactions":${recordJson(header.redactions)},` +
    `"content":${JSON.stringify(content)},` +
    (generic_id === undefined ? '' : `"generic_id":${JSON.stringify(generic_id)},`) +
    (act === undefined ? '' : `"act":${JSON.stringify(act)},`) +
    `"preview":${JSON.stringify(preview)}}`
  );
}

function originJson(origin: TraceHeader['origin']): string {
  const { kind, file, line } = origin;
  if (kind !== 'imported' || file === undefined || line === undefined) return JSON.stringify(origin);
  return `{"kind":"imported","file":${shared(file)},"line":${line}}`;
}

function recordJson(record: Readonly<Record<string, unknown>>): string {
  for (const _ in record) return JSON.stringify(record);
  return '{}';
}

function shared(text: string): string {
  let json = quoted.get(text);
  if (json === undefined) {
    json = JSON.stringify(text);
    if (quoted.size === mostQuoted) quoted.clear();
    quoted.set(text, json);
  }
  return json;
}
