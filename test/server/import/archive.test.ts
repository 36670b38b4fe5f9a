import assert from 'node:assert/strict';
import { crc32, deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { Problem } from '../../../core/lib/problem';
import { testFolder, type TestFolder } from './folder';
import { readDrafts } from './read-drafts';

interface Entry {
  readonly name: string;
  readonly text: string;
  readonly method?: number;
}

/** An archive as zip programs write it: a header before each entry, a directory at the end. */
function zip(entries: readonly Entry[], comment = ''): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text, method = 8 } of entries) {
    const plain = Buffer.from(text);
    const packed = method === 8 ? deflateRawSync(plain) : plain;
    const header = Buffer.alloc(46);
    header.writeUInt32LE(0x02014b50, 0);
    header.writeUInt16LE(method, 10);
    header.writeUInt32LE(crc32(plain), 16);
    header.writeUInt32LE(packed.length, 20);
    header.writeUInt32LE(plain.length, 24);
    header.writeUInt16LE(Buffer.byteLength(name), 28);
    header.writeUInt32LE(offset, 42);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    header.copy(local, 4, 6, 32);
    files.push(local, Buffer.from(name), packed);
    directory.push(header, Buffer.from(name));
    offset += 30 + Buffer.byteLength(name) + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...files, ...directory, end, Buffer.from(comment)]);
}

const sample = (id: number) => ({
  id,
  epoch: 1,
  messages: [
    { role: 'user', content: `Question ${id}` },
    { role: 'assistant', content: `Answer ${id}` },
  ],
  output: { model: 'm', choices: [] },
});
const header = { version: 2, status: 'success', eval: { task: 'guess', run_id: 'r', created: '2026-01-01T00:00:00Z' } };
const log: Entry[] = [
  { name: 'header.json', text: JSON.stringify(header) },
  { name: '_journal/start.json', text: JSON.stringify({ version: 2, eval: { task: 'guess' } }) },
  { name: 'samples/1_epoch_1.json', text: JSON.stringify(sample(1)) },
  { name: 'samples/2_epoch_1.json', text: JSON.stringify(sample(2), null, 2), method: 0 },
  { name: 'summaries.json', text: '[]' },
];

describe('archives', () => {
  let folder: TestFolder;
  beforeEach(() => (folder = testFolder()));
  afterEach(() => folder.free());

  const read = (bytes: Buffer, name = 'log.eval') => readDrafts(folder.file(name, bytes));
  const problemOf = async (bytes: Buffer) => {
    try {
      await read(bytes);
    } catch (error) {
      assert.ok(error instanceof Problem);
      return `${error.code}: ${String(error.args['kind'] ?? error.args['reason'])}`;
    }
    return 'read';
  };

  it('of Inspect are read sample by sample', async () => {
    const { conversations, records } = await read(zip(log, 'a comment'));
    assert.deepEqual(
      conversations.map((c) => [c.dialect, c.unique_id, c.line, c.messages[1]?.content, c.task_key]),
      [
        ['inspect', 'r/1/1', 1, 'Answer 1', 'guess/1'],
        ['inspect', 'r/2/1', 2, 'Answer 2', 'guess/2'],
      ],
    );
    assert.deepEqual(records, { read: 2, used: 2, ignored: 0, refused: 0 });
  });

  it('of an Inspect run that was cancelled are read without their header', async () => {
    const { conversations } = await read(zip(log.slice(1)));
    assert.deepEqual(
      conversations.map((c) => c.task_key),
      ['guess/1', 'guess/2'],
    );
  });

  it('of chat apps and of OpenHands are read too', async () => {
    const chat = {
      uuid: 'u',
      name: 'n',
      chat_messages: [
        { sender: 'human', text: 'a' },
        { sender: 'assistant', text: 'b' },
      ],
    };
    const chats = await read(zip([{ name: 'export/conversations.json', text: JSON.stringify([chat, chat]) }]), 'data.zip');
    assert.deepEqual(
      chats.conversations.map((c) => [c.dialect, c.line]),
      [
        ['chat-apps', 1],
        ['chat-apps', 2],
      ],
    );
    const event = (id: number, source: string) =>
      JSON.stringify({ id, source, action: 'message', args: { content: `${source} ${id}` } });
    const events = [10, 9, 0].map((id) => ({ name: `events/${id}.json`, text: event(id, id === 0 ? 'user' : 'agent') }));
    const session = await read(zip(events), 'session.zip');
    assert.deepEqual(
      session.conversations[0]?.messages.map((m) => m.content),
      ['user 0', 'agent 9', 'agent 10'],
    );
  });

  it('of another kind are refused, and damage costs only its entry', async () => {
    assert.equal(await problemOf(zip([{ name: 'photo.png', text: 'x' }])), 'file_not_text: a ZIP archive');
    assert.equal(await problemOf(zip(log).subarray(0, 60)), 'file_not_text: a ZIP archive');
    const unknown = log.map((entry) => (entry.name.startsWith('samples/1') ? { ...entry, method: 99 } : entry));
    assert.equal(await problemOf(zip(unknown)), 'file_not_text: packed in a way not known here');
    const bytes = zip(log);
    const at = bytes.indexOf('samples/1_epoch_1.json') + 'samples/1_epoch_1.json'.length;
    bytes.fill(0xff, at, at + 20);
    const { conversations, refused } = await read(bytes);
    assert.deepEqual([conversations.map((c) => c.unique_id), refused.map((r) => r.code)], [['r/2/1'], ['file_unreadable']]);
  });

  it('never fail in another way, however they are damaged', async () => {
    const whole = zip(log);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), fc.boolean(), async (at, byte, isCut) => {
        const bytes = isCut ? whole.subarray(0, Math.max(4, at)) : Buffer.from(whole);
        if (!isCut) bytes[Math.max(4, at)] = byte;
        const result = await problemOf(bytes);
        assert.match(result, /^read$|^file_not_text: |^file_not_readable: /);
      }),
      { numRuns: 150 },
    );
  });
});
