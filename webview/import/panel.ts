import { suggestReadings } from '../../core/import/suggest';
import type { Result, Params } from '../../core/protocol/operations';
import { messageOf, Refusal, type Host, type Pending, type Progress } from '../host';
import { t } from '../words';

export type Preview = Result<'import.preview'>;
export type Done = Result<'import.run'>;

interface State {
  paths: readonly string[];
  source: string;
  labels: readonly string[];
  /** The file's column → our field. One column has one reading; written the other way round on the wire. */
  readings: Readonly<Record<string, string>>;
  /** Columns whose suggested reading was turned down. */
  declined: readonly string[];
  /** The files had a shape nobody knows: the columns come first, and stay there. */
  asks_columns: boolean;
  scale: { low: string; high: string };
  preview: Preview | undefined;
  /** A preview is on its way; the one before stays on the screen. */
  reading: boolean;
  /** Files cannot be read at all. */
  failure: string | undefined;
  running: boolean;
  stopping: boolean;
  progress: Progress | undefined;
  done: Done | undefined;
  /** Why importing did not begin or end. */
  problem: string | undefined;
  sources: readonly string[];
  known_labels: readonly string[];
}

function begin(): State {
  return {
    paths: [],
    source: '',
    labels: [],
    readings: {},
    declined: [],
    asks_columns: false,
    scale: { low: '', high: '' },
    preview: undefined,
    reading: false,
    failure: undefined,
    running: false,
    stopping: false,
    progress: undefined,
    done: undefined,
    problem: undefined,
    sources: [],
    known_labels: [],
  };
}

const typingPause = 500;

/** The import dialog: what would happen, what the user decides, and the import itself. */
export class ImportPanel {
  state: State = begin();
  draw: () => void = () => undefined;
  announce: (text: string) => void = () => undefined;
  #drawing = false;
  #pending: Pending<unknown> | undefined;
  #typing: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly host: Host<'import'>) {}

  change(next: Partial<State>): void {
    Object.assign(this.state, next);
    if (this.#drawing) return;
    this.#drawing = true;
    queueMicrotask(() => {
      this.#drawing = false;
      this.draw();
    });
  }

  show(paths: readonly string[], source: string, labels: readonly string[]): void {
    if (this.state.running) return;
    this.state = { ...begin(), paths, source, labels };
    this.change({});
    void this.preview();
    void this.#readNames();
  }

  async #readNames(): Promise<void> {
    try {
      const [sources, labels] = await Promise.all([this.host.call('source.list', {}), this.host.call('label.list', {})]);
      this.change({ sources: sources.map((one) => one.source), known_labels: labels.map((one) => one.label) });
    } catch (error) {
      // Suggestions are a help only.
      this.host.failed(error);
    }
  }

  /** Undefined when nothing or no whole scale was typed. */
  get scale(): { low: number; high: number } | undefined {
    const { low, high } = this.state.scale;
    if (low.trim() === '' || high.trim() === '') return undefined;
    const scale = { low: Number(low), high: Number(high) };
    return Number.isFinite(scale.low) && Number.isFinite(scale.high) ? scale : undefined;
  }

  get #options(): Params<'import.preview'> {
    const { paths, labels, readings, source } = this.state;
    const mapping = Object.fromEntries(Object.entries(readings).map(([column, field]) => [field, column]));
    // What is here already is told by source and content, so the preview is one of the source as it is typed.
    const named = source.trim() === '' ? {} : { source: source.trim() };
    const options = { paths: [...paths], labels: [...labels], mapping, ...named };
    return this.scale && this.scale.high > this.scale.low ? { ...options, scale: this.scale } : options;
  }

  /** Reads the files anew; an older preview still on its way is given up. */
  async preview(): Promise<void> {
    if (this.state.running) return;
    this.#pending?.cancel();
    this.change({ reading: true, failure: undefined, problem: undefined, progress: undefined });
    const pending = this.host.start('import.preview', this.#options, (progress) => {
      if (this.#pending === pending) this.change({ progress });
    });
    this.#pending = pending;
    try {
      const preview = await pending.done;
      if (this.#pending !== pending) return;
      const isUnknown = preview.imported === 0 && (preview.refused_by['unrecognised_shape'] ?? 0) > 0;
      this.change({ preview, reading: false, asks_columns: this.state.asks_columns || isUnknown });
    } catch (error) {
      if (this.#pending !== pending) return;
      this.host.failed(error);
      const message = messageOf(error, t('problem.unexpected'));
      this.change(this.state.preview ? { problem: message, reading: false } : { failure: message, reading: false });
    }
  }

  typeScale(scale: State['scale']): void {
    this.change({ scale, problem: undefined });
    this.#previewSoon();
  }

  typeSource(source: string): void {
    this.change({ source, problem: undefined });
    this.#previewSoon();
  }

  /** Once typing pauses: each preview reads the files anew. */
  #previewSoon(): void {
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => void this.preview(), typingPause);
  }

  /** What a column holds; a field held by another column moves here. An empty field leaves the column alone. */
  read(column: string, field: string): void {
    const others = Object.entries(this.state.readings).filter(([name, held]) => name !== column && held !== field);
    const declined = field === '' ? [...this.state.declined, column] : this.state.declined;
    this.change({ readings: Object.fromEntries(field === '' ? others : [...others, [column, field]]), declined });
    void this.preview();
  }

  /** What the columns nobody knows seem to hold; a suggestion only. */
  get suggested(): Readonly<Record<string, string>> {
    const { preview, asks_columns, readings, declined } = this.state;
    if (!preview || !asks_columns) return {};
    const taken = new Set([...Object.values(readings), ...preview.fields.map((one) => one.reads_as)]);
    const all = suggestReadings(preview.fields.map((one) => one.name));
    const open = preview.fields.filter(
      ({ name, reads_as }) => (readings[name] ?? reads_as) === undefined && !declined.includes(name),
    );
    return Object.fromEntries(
      open.flatMap(({ name }) => {
        const field = all[name];
        return field === undefined || taken.has(field) ? [] : [[name, field]];
      }),
    );
  }

  /** Several columns at once. */
  readAs(readings: Readonly<Record<string, string>>): void {
    this.change({ readings: { ...this.state.readings, ...readings } });
    void this.preview();
  }

  #refusal(): string | undefined {
    if (this.state.source.trim() === '') return t('import.source_missing');
    if (this.scale && this.scale.high <= this.scale.low) return t('import.scale_invalid');
    return undefined;
  }

  async run(): Promise<void> {
    const { running, reading, preview, source } = this.state;
    if (running || reading || !preview) return;
    const problem = this.#refusal();
    if (problem !== undefined) {
      this.change({ problem });
      return;
    }
    clearTimeout(this.#typing);
    this.change({ running: true, stopping: false, problem: undefined, progress: undefined });
    const pending = this.host.start('import.run', { ...this.#options, source: source.trim() }, (progress) =>
      this.change({ progress }),
    );
    this.#pending = pending;
    try {
      const done = await pending.done;
      this.change({ done });
      // After the drawing that was just asked for: Enter goes on.
      queueMicrotask(() => document.querySelector<HTMLElement>('.import-bar vscode-button')?.focus({ preventScroll: true }));
      this.announce(t('import.counts_done'));
    } catch (error) {
      this.host.failed(error);
      const isStopped = error instanceof Refusal && error.code === 'cancelled';
      const text = messageOf(error, t('problem.unexpected'));
      this.change({ problem: text });
      this.announce(isStopped ? text : `${t('failed.title')}: ${text}`);
    } finally {
      this.change({ running: false, stopping: false, progress: undefined });
    }
  }

  /** Stops what runs; with nothing running, closes the dialog. */
  cancel(): void {
    if (this.state.running) {
      this.change({ stopping: true });
      this.#pending?.cancel();
    } else {
      this.#pending?.cancel();
      this.host.send({ type: 'close', review: false });
    }
  }

  close(review: boolean): void {
    this.host.send({ type: 'close', review, source: this.state.source.trim() });
  }
}
