import { materialise } from '../../dataset/materialise';
import type { RowRef } from '../../dataset/row';
import type { JudgedTrace } from '../../ports';
import { markersOf } from '../../redact/marker';
import { cardText, type ExportNotes } from '../card';
import { addCounts } from '../conversation';
import { finishedLine } from '../json-line';
import { nextSteps } from '../next-steps';
import { wholeOption } from '../options';
import { Refusal, Tally } from '../tally';
import type { ExportInput, ExportPlan, ExportSession, FolderText, PlannedFile, TakenLine, WrittenRows } from '../target';
import type { MessageSettings } from './messages';
import { dpoRow, sftRow } from './rows';
import { openaiSteps } from './steps';

const longestLine = 10 * 2 ** 20;
/** Examples over 65 536 tokens are cut from the end, where the answer is; about four characters are a token. */
const longestExample = 65_536 * 4;
/** The service takes no file with fewer examples. */
const leastRows = 10;

const paths = { train: 'train.jsonl', holdout: 'validation.jsonl' } as const;

/** The files beside the data. */
export function openaiTexts(input: ExportInput, { train_rows, holdout_rows }: WrittenRows, made: ExportNotes): FolderText[] {
  const files = { [paths.train]: train_rows, ...(holdout_rows > 0 ? { [paths.holdout]: holdout_rows } : {}) };
  const steps = openaiSteps(input.dataset.recipe.method, holdout_rows > 0);
  return [
    { path: 'card.json', text: cardText('openai', input, files, made) },
    { path: 'next_steps.md', text: nextSteps(input, files, made, steps) },
  ];
}

export class OpenaiSession implements ExportSession {
  private readonly refused = new Tally();
  private readonly notes = new Tally();
  private readonly redactions = new Map<string, number>();
  private readonly rows = { train: 0, holdout: 0 };
  private readonly settings: MessageSettings;

  constructor(private readonly input: ExportInput) {
    const tool_output_chars = wholeOption('openai', input.options, 'tool_output_chars');
    this.settings = { notes: this.notes, tool_output_chars, untrained_history: false };
  }

  take(ref: RowRef, judged: JudgedTrace): TakenLine | Refusal {
    const line = this.lineOf(ref, judged);
    if (line instanceof Refusal) this.refused.add(line.code);
    return line;
  }

  private lineOf(ref: RowRef, judged: JudgedTrace): TakenLine | Refusal {
    const row = materialise(ref, judged, this.input.hasher);
    if (typeof row === 'string') return new Refusal(row);
    const make = this.input.dataset.recipe.method === 'dpo' ? dpoRow : sftRow;
    const made = make(row, this.settings);
    if (made instanceof Refusal) return made;
    const { text, replaced } = finishedLine(made);
    if (text.length > longestLine) return new Refusal('too_large');
    if (text.length > longestExample) this.notes.add('rows_may_be_cut');
    this.notes.add('lone_surrogates_replaced', replaced);
    addCounts(
      this.redactions,
      markersOf(text).map((m) => m.kind),
    );
    this.rows[ref.split]++;
    return { path: paths[ref.split], text };
  }

  finish(): ExportPlan {
    const { train, holdout } = this.rows;
    const refused = this.refused.toRecord();
    const notes = this.notes.toRecord();
    const redactions = Object.fromEntries([...this.redactions].sort(([a], [b]) => (a < b ? -1 : 1)));
    const rows = { train_rows: train, holdout_rows: holdout, longest_chars: 0, desirable: 0 };
    return {
      data: (['train', 'holdout'] as const).filter((split) => this.rows[split] > 0).map((split) => this.planned(split)),
      texts: openaiTexts(this.input, rows, { refused, notes, redactions }),
      refused,
      notes,
      warnings: [...Object.keys(notes), ...(train < leastRows ? ['fewer_than_10_rows'] : [])].sort(),
    };
  }

  /** In dataset order, as taken. */
  private planned(split: 'train' | 'holdout'): PlannedFile {
    const order = Uint32Array.from({ length: this.rows[split] }, (_, n) => n);
    return { path: paths[split], split, order, untouched: true, line: (_, taken) => taken };
  }
}
