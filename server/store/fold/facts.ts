import type { TraceFacts, TraceHeader } from '../../../core/ports';
import { shortHash } from '../index/trace-key';
import { genericHash } from './generic-ids';
import { hasBit, labelledBit } from './refresh';

/** What the index keeps of a conversation, from the header of its line. */
export function factsOf(header: Omit<TraceHeader, 'preview'>): TraceFacts {
  const { source, expires_at, generic_id } = header;
  return {
    id: header.id,
    content: shortHash(header.content),
    source,
    model: header.model,
    at: Date.parse(header.captured_at),
    recorded: recordedMs(header.recorded_at),
    expires: expires_at === undefined ? null : Date.parse(expires_at),
    bits: givenBits(header),
    turn: header.answer_turn,
    labels: header.labels,
    attributes: header.attributes,
    generic: generic_id === undefined ? undefined : genericHash(source, generic_id),
  };
}

let lastRecorded = { text: '', ms: NaN };

/** All rows of an import were recorded at one time. */
function recordedMs(text: string): number {
  if (text !== lastRecorded.text) lastRecorded = { text, ms: Date.parse(text) };
  return lastRecorded.ms;
}

/** Of these the newest line of a trace decides; others add up. */
export const givenMask = hasBit('tool_calls') | hasBit('redactions');

function givenBits(header: Omit<TraceHeader, 'preview'>): number {
  return (
    (header.has_tool_calls ? hasBit('tool_calls') : 0) |
    (Object.values(header.redactions).some((count) => count > 0) ? hasBit('redactions') : 0) |
    (header.tainted ? hasBit('tainted') : 0) |
    (header.labels.length > 0 ? labelledBit : 0)
  );
}
