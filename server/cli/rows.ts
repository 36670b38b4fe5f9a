import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import type { Cancel } from '../../core/lib/cancel';
import { readProblem } from '../read-problem';

/** Rows handed to the engine at a time: one fsync for each batch. */
const batch = 64;

/** A line may be this long; what is longer is no conversation. */
const longest = 20 * 1024 * 1024;

/** How often an interruption is noticed while nothing comes in, in milliseconds. */
const cancelPoll = 50;

/**
 * JSONL from a file or standard input (`-`), in batches; a batch is given out when it is full and whenever the input
 * pauses, for whoever writes may be waiting for the answer. Lines go to the engine as the text they are: numbers that
 * JSON.parse would round stay as they were written.
 */
export async function* readRows(file: string, stdin: () => NodeJS.ReadableStream, cancel: Cancel): AsyncGenerator<string[]> {
  const decoder = new StringDecoder('utf8');
  let rest: string[] = [];
  let size = 0;
  for await (const chunk of input(file, stdin, cancel)) {
    const lines = decoder.write(Buffer.from(chunk)).split('\n');
    rest.push(lines[0] ?? '');
    size += lines[0]?.length ?? 0;
    if (size > longest) rest = [tooLong];
    if (lines.length === 1) continue;
    const whole = [rest.join(''), ...lines.slice(1, -1)].filter((line) => line.trim() !== '').map(plain);
    rest = [lines.at(-1) ?? ''];
    size = rest[0]?.length ?? 0;
    for (let at = 0; at < whole.length; at += batch) yield whole.slice(at, at + batch);
  }
  const last = rest.join('') + decoder.end();
  if (last.trim() && !cancel.aborted) yield [plain(last)];
}

/** Stands for a line that was given up: no JSON, so that the engine refuses it. */
const tooLong = '…';

async function* input(file: string, stdin: () => NodeJS.ReadableStream, cancel: Cancel): AsyncGenerator<Buffer | string> {
  const stream = file === '-' ? stdin() : createReadStream(file);
  const watching = setInterval(() => {
    if (cancel.aborted && 'destroy' in stream && typeof stream.destroy === 'function') stream.destroy();
  }, cancelPoll);
  try {
    yield* stream;
  } catch (error) {
    // Given up on our own word.
    if (!cancel.aborted) throw readProblem(error, file === '-' ? 'standard input' : file);
  } finally {
    clearInterval(watching);
  }
}

function plain(line: string): string {
  return line.replace(/^\uFEFF/, '');
}
