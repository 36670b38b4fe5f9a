import { open } from 'node:fs/promises';
import { isFields } from '../../core/import/fields';
import { Refusal } from '../../core/import/refusals';
import { Problem } from '../../core/lib/problem';
import type { RowChunk } from './read-file';
import { RowParser, type FileRow } from './rows';
import { ValueScanner } from './values';
import { entryBytes, zipEntries, type ZipEntry } from './zip';

/** Whether a file begins as a ZIP archive does. False for one that cannot be read: whoever reads it says why. */
export async function isArchive(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'r');
    try {
      const head = Buffer.alloc(4);
      await file.read(head, 0, 4, 0);
      return head.readUInt32BE(0) === 0x504b0304;
    } finally {
      await file.close();
    }
  } catch {
    return false;
  }
}

/** Entries with rows in them, in order, and what to make of each value. Lines are counted by value: an archive has none. */
interface Contents {
  readonly entries: readonly ZipEntry[];
  readonly wrap: (value: unknown) => unknown;
}

const samples = /^samples\/.+\.json$/;
const events = /(?:^|\/)(?:events\/\d+|event[-_][\w-]+)\.json$/;

/**
 * The rows of an archive whose contents are known: a log of Inspect, an export of ChatGPT or Claude.ai, events of OpenHands.
 * @throws Problem when it is another archive, or damaged
 */
export async function* archiveRows(path: string, signal: AbortSignal): AsyncGenerator<RowChunk> {
  const contents = await contentsOf(path, (await zipEntries(path)) ?? [], signal);
  if (!contents)
    throw new Problem('file_not_text', { path, kind: 'a ZIP archive', advice: 'Unpack it and import the files inside.' });
  let line = 0;
  let position = 0;
  for (const entry of contents.entries) {
    for await (const row of entryRows(path, entry, signal)) {
      line++;
      yield { rows: [{ ...row, line, ...('value' in row ? { value: contents.wrap(row.value) } : {}) }], position };
    }
    position += entry.packed;
  }
}

async function contentsOf(path: string, entries: readonly ZipEntry[], signal: AbortSignal): Promise<Contents | undefined> {
  const named = (name: string) => entries.find((entry) => entry.name === name || entry.name.endsWith(`/${name}`));
  const plain = (found: readonly ZipEntry[]): Contents => ({ entries: found, wrap: (value) => value });
  // A run that was cancelled has no header, only how it started.
  const header = named('header.json') ?? named('_journal/start.json');
  const sampled = entries.filter((entry) => samples.test(entry.name));
  if (header && sampled.length > 0) return { entries: sampled, wrap: await asLog(path, header, signal) };
  const conversations = named('conversations.json');
  if (conversations) return plain([conversations]);
  const told = entries.filter((entry) => events.test(entry.name));
  const byNumber = (entry: ZipEntry) => Number(/(\d+)\D*$/.exec(entry.name)?.[1] ?? 0);
  return told.length > 0 ? plain([...told].sort((a, b) => byNumber(a) - byNumber(b))) : undefined;
}

/** A sample as a log of its own, so that it is read as one from a JSON log is. */
async function asLog(path: string, header: ZipEntry, signal: AbortSignal): Promise<Contents['wrap']> {
  for await (const { value } of entryRows(path, header, signal)) {
    if (isFields(value)) return (sample) => ({ status: 'started', ...value, samples: [sample] });
  }
  return (sample) => ({ status: 'started', eval: {}, samples: [sample] });
}

async function* entryRows(path: string, entry: ZipEntry, signal: AbortSignal): AsyncGenerator<FileRow> {
  const scanner = new ValueScanner();
  const parser = new RowParser(false);
  try {
    for await (const chunk of entryBytes(path, entry, signal))
      for (const value of scanner.push(chunk)) yield* parser.line(value.line, value.bytes);
    for (const value of scanner.end()) yield* parser.line(value.line, value.bytes);
  } catch (error) {
    // A damaged entry costs itself, not the others.
    if (!(error instanceof Problem) || error.code !== 'file_not_readable') throw error;
    yield {
      line: 0,
      bytes: 0,
      refusal: new Refusal('file_unreadable', { reason: `${entry.name.slice(0, 80)}: ${String(error.args['reason'])}.` }),
    };
  }
}
