import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { Problem } from '../../core/lib/problem';

/** Rows handed to the engine at a time: one fsync for each batch. */
const batch = 64;

/** JSONL from a file or standard input (`-`), in batches. A line that is no JSON is passed on as it is, to be refused by the engine. */
export async function* readRows(file: string, stdin: NodeJS.ReadableStream): AsyncGenerator<unknown[]> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const rows: unknown[] = [];
  for await (const chunk of input(file, stdin)) {
    rest += decoder.write(Buffer.from(chunk));
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.trim()) rows.push(value(line));
      if (rows.length >= batch) yield rows.splice(0);
    }
  }
  rest += decoder.end();
  if (rest.trim()) rows.push(value(rest));
  if (rows.length > 0) yield rows;
}

async function* input(file: string, stdin: NodeJS.ReadableStream): AsyncGenerator<Buffer | string> {
  try {
    yield* file === '-' ? stdin : createReadStream(file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') throw new Problem('file_not_found', { path: file });
    throw new Problem('file_not_readable', { path: file, reason: code ?? String(error) });
  }
}

function value(line: string): unknown {
  try {
    return JSON.parse(line.replace(/^\uFEFF/, ''));
  } catch {
    return line;
  }
}
