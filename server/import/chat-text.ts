import type { NoteCode } from '../../core/import/draft';
import { aiderStart, type AiderSession } from '../../core/import/transcripts/aider';
import { cursorHead, type CursorChat } from '../../core/import/transcripts/cursor';
import { Refusal, rowLimit, tooLarge } from '../../core/import/refusals';
import { LineSplitter } from './lines';
import type { FileRow, RowParser } from './rows';

/** Markdown that programs write their conversations down in. */
export type ChatText = 'aider' | 'cursor';

/** Tells by its beginning which program wrote a text; undefined when none that is known. */
export function chatTextOf(text: string): ChatText | undefined {
  const start = text.trimStart();
  if (aiderStart.test(start.split('\n', 1)[0] ?? '')) return 'aider';
  return cursorHead.test(start.slice(0, 2000).replaceAll('\r\n', '\n')) ? 'cursor' : undefined;
}

/** Cuts such a text into rows: one a session, or one for the whole. No more than one row is held. */
export class ChatTextRows {
  private readonly splitter = new LineSplitter();
  private lines: string[] = [];
  private size = 0;
  private start = 1;
  private readonly notes = new Set<NoteCode>();

  constructor(
    private readonly form: ChatText,
    private readonly parser: RowParser,
  ) {}

  *push(chunk: Buffer): Generator<FileRow> {
    for (const { line, bytes } of this.splitter.push(chunk)) yield* this.line(line, bytes);
  }

  *end(): Generator<FileRow> {
    for (const { line, bytes } of this.splitter.end()) yield* this.line(line, bytes);
    yield* this.row();
  }

  private *line(line: number, bytes: Buffer | undefined): Generator<FileRow> {
    const { text, notes } = bytes ? this.parser.text(bytes) : { text: undefined, notes: [] };
    if (text === undefined) {
      yield { line, bytes: 0, refusal: bytes ? new Refusal('unsupported_encoding') : tooLarge() };
      return;
    }
    for (const note of notes) this.notes.add(note);
    if (this.form === 'aider' && aiderStart.test(text)) {
      yield* this.row();
      this.start = line;
    }
    this.size += text.length + 1;
    if (this.size <= rowLimit) this.lines.push(text);
  }

  private *row(): Generator<FileRow> {
    const { lines, size, start: line } = this;
    this.lines = [];
    this.size = 0;
    const notes = [...this.notes];
    this.notes.clear();
    if (size > rowLimit) yield { line, bytes: size, refusal: tooLarge() };
    else if (lines.some((text) => text.trim() !== '')) yield { line, bytes: size, value: this.value(lines), notes };
  }

  private value(lines: readonly string[]): AiderSession | CursorChat {
    if (this.form === 'cursor') return { cursor_chat: lines.join('\n').trimStart() };
    const [head = '', ...rest] = lines;
    return { aider_started: aiderStart.exec(head)?.[1] ?? '', aider_chat: rest.join('\n') };
  }
}
