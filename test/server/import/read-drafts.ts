import { Dispatcher, type DispatchOptions } from '../../../core/import/dispatcher';
import type { Draft } from '../../../core/import/draft';
import { readFile } from '../../../server/import/read-file';

/** What a file is read as, before redaction. */
export interface ReadBack {
  readonly conversations: Draft[];
  readonly refused: { readonly line: number; readonly code: string; readonly message: string }[];
  readonly records: { read: number; used: number; ignored: number; refused: number };
  readonly notes: Record<string, number>;
}

export async function readDrafts(path: string, options: DispatchOptions = {}): Promise<ReadBack> {
  const back: ReadBack = { conversations: [], refused: [], records: { read: 0, used: 0, ignored: 0, refused: 0 }, notes: {} };
  const dispatcher = new Dispatcher(
    {
      draft: (draft) => back.conversations.push(draft),
      refuse: (line, refusal, records = 1) => {
        back.refused.push({ line, code: refusal.code, message: refusal.message });
        back.records.refused += records;
      },
      read: (records) => (back.records.read += records),
      used: (records) => (back.records.used += records),
      ignored: (records) => (back.records.ignored += records),
      note: (code) => (back.notes[code] = (back.notes[code] ?? 0) + 1),
    },
    options,
  );
  for await (const { rows } of readFile(path, new AbortController().signal)) {
    for (const row of rows) {
      for (const note of row.notes ?? []) back.notes[note] = (back.notes[note] ?? 0) + 1;
      if (row.refusal) dispatcher.refuse(row.line, row.refusal);
      else dispatcher.row({ value: row.value, line: row.line }, row.bytes);
    }
  }
  dispatcher.end();
  return back;
}
