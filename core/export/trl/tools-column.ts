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

  /** What becomes of the column, given the lines of both files. */
  form(train: readonly ToolsPlace[], test: readonly ToolsPlace[]): ToolsForm {
    const has = (line: ToolsPlace) => line.tools_at > 0;
    // Only test.jsonl has it: train.jsonl must show it, and of no tools there is only text.
    const mustShow = !train.some(has) && test.some(has);
    // Dates in a schema would become timestamps, as in any column of a loader.
    const isDated = (this.first ?? '').split('"').some(isDateLike);
    return { as_text: this.differ || isDated || mustShow, must_show: mustShow };
  }
}

export interface ToolsForm {
  readonly as_text: boolean;
  readonly must_show: boolean;
}

/** The line as it goes into the file. `show`: it has no tools and must show the column all the same. */
export function withTools(line: string, { tools_at }: ToolsPlace, form: ToolsForm, show: boolean): string {
  if (tools_at === 0) return show ? `${line.slice(0, -1)}${opening}"[]"}` : line;
  if (!form.as_text) return line;
  const tools = line.slice(tools_at + opening.length, -1);
  return `${line.slice(0, tools_at)}${opening}${JSON.stringify(tools)}}`;
}
