import { isDateLike } from './messages';

/** Where the tools of a line begin; 0 when it has none. */
export interface ToolsPlace {
  readonly tools_at: number;
}

const opening = ',"tools":';

/**
 * The column `tools`: a list while all rows that have tools have the same ones, else JSON text. A loader that made a
 * table of one list refuses every other list; trainers take either. It always stands last, so that it can be
 * rewritten without looking at the rest of the line.
 */
export class ToolsColumn {
  private first: string | undefined;
  private differ = false;

  /** Closes a line that has everything but its tools. */
  place(head: string, tools: string | undefined): ToolsPlace & { readonly text: string } {
    if (tools === undefined) return { text: `${head}}`, tools_at: 0 };
    this.first ??= tools;
    this.differ ||= tools !== this.first;
    return { text: `${head}${opening}${tools}}`, tools_at: head.length };
  }

  /** Dates in a schema would become timestamps, as in any column of a loader. */
  get asText(): boolean {
    return this.differ || (this.first ?? '').split('"').some(isDateLike);
  }

  /** Whether only test.jsonl has the column: then train.jsonl must show it first. */
  isMissing(train: readonly ToolsPlace[], test: readonly ToolsPlace[]): boolean {
    return !train.some((line) => line.tools_at > 0) && test.some((line) => line.tools_at > 0);
  }

  /** The line as it goes into the file. `show`: it has no tools and must show the column, as JSON text of none. */
  finished(line: string, { tools_at }: ToolsPlace, show: boolean): string {
    if (tools_at === 0) return show ? `${line.slice(0, -1)}${opening}"[]"}` : line;
    if (!this.asText) return line;
    const tools = line.slice(tools_at + opening.length, -1);
    return `${line.slice(0, tools_at)}${opening}${JSON.stringify(tools)}}`;
  }
}
