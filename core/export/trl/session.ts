import { materialise } from '../../dataset/materialise';
import type { RowRef } from '../../dataset/row';
import type { JudgedTrace } from '../../ports';
import { markersOf } from '../../redact/marker';
import { addCounts } from '../conversation';
import { finishedLine, objectText } from '../json-line';
import { Refusal, Tally } from '../tally';
import type { ExportInput, ExportPlan, ExportSession, PlannedFile, TakenLine } from '../target';
import { toolsText } from '../tools';
import { folderTexts, shapeOf } from './folder';
import { keptApart } from './kto-order';
import { trlRows, type RowContext } from './rows';
import { byteLength, Shapes, withNames, type LineShape } from './shapes';
import { ToolsColumn, withTools, type ToolsPlace } from './tools-column';

/** Longer lines do not fit the piece of a file that a loader reads its schema from. */
const longestLine = 10 * 2 ** 20;

interface Line extends LineShape, ToolsPlace {
  /** 48 bits of the prompt's hash. */
  readonly prompt: number;
  /** Place in the shuffle of kto. */
  readonly draw: number;
  readonly desirable: boolean | undefined;
}

const paths = { train: 'train.jsonl', holdout: 'test.jsonl' } as const;

export class TrlSession implements ExportSession {
  private readonly refused = new Tally();
  private readonly notes = new Tally();
  private readonly redactions = new Map<string, number>();
  private readonly shapes = new Shapes();
  private readonly tools = new ToolsColumn();
  private readonly lines: Record<'train' | 'holdout', Line[]> = { train: [], holdout: [] };
  private readonly context: RowContext;
  private longest = 0;

  constructor(private readonly input: ExportInput) {
    this.context = { notes: this.notes, shape: shapeOf(input.options), rewards: input.rewards };
  }

  take(ref: RowRef, judged: JudgedTrace): TakenLine | Refusal {
    const line = this.lineOf(ref, judged);
    if (line instanceof Refusal) this.refused.add(line.code);
    return line;
  }

  private lineOf(ref: RowRef, judged: JudgedTrace): TakenLine | Refusal {
    const { method } = this.input.dataset.recipe;
    const row = materialise(ref, judged, this.input.hasher);
    if (typeof row === 'string') return new Refusal(row);
    const text = trlRows[method](row, judged, this.context);
    if (text instanceof Refusal) return text;
    // A trainer that makes its own completions takes tools from its settings, not from rows.
    const tools = method === 'grpo' ? undefined : toolsText(row.tools, this.notes);
    if (tools instanceof Refusal) return tools;
    const columns = Object.fromEntries(Object.entries(text.columns).map(([name, column]) => [name, column.text]));
    const head = finishedLine(objectText({ ...columns, ...text.scalars }).slice(0, -1));
    const tail = tools === undefined ? undefined : finishedLine(tools);
    const place = this.tools.place(head.text, tail?.text);
    const bytes = byteLength(place.text);
    if (bytes > longestLine) return new Refusal('too_large');
    this.notes.add('lone_surrogates_replaced', head.replaced + (tail?.replaced ?? 0));
    addCounts(
      this.redactions,
      markersOf(place.text).map((m) => m.kind),
    );
    this.longest = Math.max(this.longest, place.text.length);
    this.lines[ref.split].push({
      bytes,
      shape: this.shapes.number(text.columns, tools !== undefined),
      tools_at: place.tools_at,
      prompt: parseInt(row.prompt_hash.slice(0, 12), 16),
      draw: method === 'kto' ? this.draw(ref) : 0,
      desirable: ref.desirable,
    });
    return { path: paths[ref.split], text: place.text };
  }

  private draw(ref: RowRef): number {
    return parseInt(this.input.hasher.sha256(`${this.input.dataset.hash}:${ref.hash}`).slice(0, 12), 16);
  }

  finish(): ExportPlan {
    const data = [this.planned('train'), this.planned('holdout')].filter((file) => file.order.length > 0);
    const { train, holdout } = this.lines;
    const rows = {
      train_rows: train.length,
      holdout_rows: holdout.length,
      longest_chars: this.longest,
      desirable: train.filter((line) => line.desirable === true).length,
    };
    const [refused, notes] = [this.refused.toRecord(), this.notes.toRecord()];
    const redactions = Object.fromEntries([...this.redactions].sort(([a], [b]) => (a < b ? -1 : 1)));
    return {
      data,
      texts: folderTexts(this.input, rows, { refused, notes, redactions }),
      refused,
      notes,
      warnings: [...Object.keys(notes), ...(train.length === 0 ? ['no_rows'] : [])].sort(),
    };
  }

  private planned(split: 'train' | 'holdout'): PlannedFile {
    const lines = this.lines[split];
    const order = this.orderOf(lines);
    // Only train.jsonl decides what a loader makes of the columns; it must do so for test.jsonl too.
    const everything = [...this.lines.train, ...this.lines.holdout];
    const names = split === 'train' ? this.shapes.needKey(order, lines, everything) : [];
    const form = this.tools.form(this.lines.train, this.lines.holdout);
    const show = split === 'train' && form.must_show;
    const isIdentity = order.every((n, position) => n === position);
    return {
      path: paths[split],
      split,
      order: Uint32Array.from(order),
      untouched: isIdentity && names.length === 0 && !show && !(form.as_text && lines.some((line) => line.tools_at > 0)),
      line: (position, taken) => {
        const line = lines[order[position] ?? -1];
        const text = line ? withTools(taken, line, form, show && position === 0) : taken;
        return position === 0 && names.length > 0 ? withNames(text, names) : text;
      },
    };
  }

  private orderOf(lines: readonly Line[]): number[] {
    const taken = lines.map((_, n) => n);
    if (this.input.dataset.recipe.method !== 'kto') return this.shapes.early(taken, lines);
    const shuffled = taken.sort((a, b) => (lines[a]?.draw ?? 0) - (lines[b]?.draw ?? 0) || a - b);
    return keptApart(this.shapes.early(shuffled, lines), (n) => lines[n]?.prompt ?? -1);
  }
}
