import type { Trace } from '../../trace/model';
import type { NoteCode } from '../draft';
import { MessageReader } from '../messages';
import { usageOf, type AssistantSaid, type SessionRecord, type UserSaid } from './record';

/** Messages of one thread, and what its records say beside them. */
export interface ThreadContent {
  readonly reader: MessageReader;
  readonly model: string | undefined;
  readonly captured_at: string | undefined;
  readonly line: number;
  readonly meta: Trace['meta'];
  readonly size: number;
}

/** Turns records, in order, into messages. Blocks of one API message become one message; usage is counted once for each. */
export function threadContent(records: readonly SessionRecord[], note: (code: NoteCode) => void): ThreadContent {
  const reader = new MessageReader(note);
  const groups = gatherBlocks(records);
  let model: string | undefined;
  let stop_reason: string | undefined;
  let error: string | undefined;
  let usage = { input: 0, output: 0, cached: 0 };
  for (const record of records) {
    if (record.user) addUser(reader, record, record.user, note);
    const group = groups.get(record);
    if (!group) continue;
    const said = joinedBlocks(group);
    addAssistant(reader, record, said, note);
    if (said.failed) error = textOfBlocks(said);
    if (said.synthetic) continue;
    model = said.model ?? model;
    stop_reason = said.stop_reason ?? stop_reason;
    usage = addUsage(usage, group);
  }
  const times = records.map((record) => record.at).filter((at) => at !== undefined);
  return {
    reader,
    model,
    captured_at: times[0],
    line: Math.min(...records.slice(0, 1).map((record) => record.line)),
    meta: metaOf(usage, stop_reason, error),
    size: records.reduce((sum, record) => sum + record.size, 0),
  };
}

type Group = readonly AssistantSaid[];

/** The records of each API message, under the first of them. */
function gatherBlocks(records: readonly SessionRecord[]): Map<SessionRecord, Group> {
  const byId = new Map<string, AssistantSaid[]>();
  const groups = new Map<SessionRecord, Group>();
  for (const record of records) {
    const said = record.assistant;
    if (!said) continue;
    const open = said.message_id === undefined ? undefined : byId.get(said.message_id);
    if (open) {
      open.push(said);
      continue;
    }
    const group = [said];
    if (said.message_id !== undefined) byId.set(said.message_id, group);
    groups.set(record, group);
  }
  return groups;
}

function joinedBlocks(group: Group): AssistantSaid {
  const [head] = group;
  const last = group.at(-1);
  if (!head || !last || group.length === 1) return head ?? emptySaid;
  const stop_reason = group.findLast((said) => said.stop_reason !== undefined)?.stop_reason;
  return { ...head, blocks: group.flatMap((said) => said.blocks), stop_reason };
}

const emptySaid: AssistantSaid = {
  message_id: undefined,
  model: undefined,
  blocks: [],
  stop_reason: undefined,
  usage: undefined,
  synthetic: false,
  failed: false,
};

/** Usage stands on every line of a message and may grow: the largest counts, once. */
function addUsage(sum: ReturnType<typeof usageOf>, group: Group): ReturnType<typeof usageOf> {
  const each = group.map((said) => usageOf(said.usage));
  const most = (name: 'input' | 'output' | 'cached') => Math.max(0, ...each.map((usage) => usage[name]));
  return { input: sum.input + most('input'), output: sum.output + most('output'), cached: sum.cached + most('cached') };
}

function addUser(reader: MessageReader, record: SessionRecord, said: UserSaid, note: (code: NoteCode) => void): void {
  if (said.results.length > 0) reader.add({ role: 'user', content: said.results, timestamp: record.at }, record.line);
  for (const { injected, content } of said.texts) {
    if (injected) note('injected_text');
    const role = injected ? { role: 'system', name: 'injected' } : { role: 'user' };
    reader.add({ ...role, content, timestamp: record.at }, record.line);
  }
}

function addAssistant(reader: MessageReader, record: SessionRecord, said: AssistantSaid, note: (code: NoteCode) => void): void {
  if (said.synthetic) {
    // The client speaking in the model's place is context, never an answer.
    note('injected_text');
    const text = textOfBlocks(said);
    reader.add(
      { role: 'system', name: 'injected', content: text, ...(said.failed ? { error: text } : {}), timestamp: record.at },
      0,
    );
    return;
  }
  reader.add({ role: 'assistant', content: said.blocks, timestamp: record.at }, record.line);
}

function textOfBlocks(said: AssistantSaid): string {
  return said.blocks.flatMap((block) => (typeof block['text'] === 'string' ? [block['text']] : [])).join('\n');
}

function metaOf(usage: ReturnType<typeof usageOf>, finish_reason: string | undefined, error: string | undefined): Trace['meta'] {
  const counted = usage.input + usage.output > 0;
  return {
    ...(counted ? { usage: { input_tokens: usage.input, output_tokens: usage.output } } : {}),
    ...(finish_reason === undefined ? {} : { finish_reason }),
    ...(error === undefined || error === '' ? {} : { error }),
    ...(usage.cached > 0 ? { extra: { cache_read_input_tokens: usage.cached } } : {}),
  };
}
