import type { DatasetState } from '../../core/protocol/panel';
import type { Result } from '../../core/protocol/operations';
import { messageOf, type Host } from '../host';
import { t } from '../words';

export type Report = Result<'dataset.report'>;
export type Samples = Result<'dataset.samples'>;
export type Targets = Result<'export.targets'>;
export type SampleSplit = 'all' | 'train' | 'holdout';
export interface SampleSort {
  readonly column: string;
  readonly descending: boolean;
}
export type SampleForm = 'readable' | 'table' | 'json';

interface State {
  dataset: string | undefined;
  tab: DatasetState['tab'];
  report: Report | undefined;
  failure: string | undefined;
  split: SampleSplit;
  form: SampleForm;
  /** Undefined: in the order of the dataset. */
  sort: SampleSort | undefined;
  /** The rows shown are about to be replaced by others. */
  sorting: boolean;
  /** Whose rows the samples are, and who else could write them. */
  target: string;
  targets: Targets | undefined;
  samples: Samples | undefined;
  versions: Result<'dataset.list'> | undefined;
  files: Result<'export.verify'>['files'] | undefined;
  /** The build that the one shown is compared with. */
  compared_with: string | undefined;
  compared: Result<'dataset.compare'> | undefined;
  /** Lists opened beyond their first lines, by name. */
  opened: Set<string>;
  /** A failure in one tab, shown there. */
  problem: string | undefined;
}

/** Rows of the samples tab asked for at once. */
const page = 25;

/** The dataset panel: what it shows, and how it gets it. */
export class DatasetPanel {
  readonly state: State = {
    dataset: undefined,
    tab: 'overview',
    report: undefined,
    failure: undefined,
    split: 'all',
    form: 'readable',
    sort: undefined,
    sorting: false,
    target: 'trl',
    targets: undefined,
    samples: undefined,
    versions: undefined,
    files: undefined,
    compared_with: undefined,
    compared: undefined,
    opened: new Set(),
    problem: undefined,
  };
  draw: () => void = () => undefined;
  #drawing = false;

  constructor(readonly host: Host<'dataset'>) {}

  change(next: Partial<State>): void {
    Object.assign(this.state, next);
    if (this.#drawing) return;
    this.#drawing = true;
    queueMicrotask(() => {
      this.#drawing = false;
      this.draw();
    });
  }

  /** `compared_with`: shows in the repository tab what differs from that build. */
  async show(dataset: string, compared_with?: string): Promise<void> {
    const fresh = { samples: undefined, versions: undefined, files: undefined, failure: undefined, problem: undefined };
    const same = this.state.dataset === dataset;
    const other = compared_with ?? (same ? this.state.compared_with : undefined);
    this.change({ ...fresh, dataset, compared: undefined, compared_with: other, report: same ? this.state.report : undefined });
    if (compared_with !== undefined) this.change({ tab: 'repository' });
    this.keep();
    try {
      const report = await this.host.call('dataset.report', { dataset });
      if (this.state.dataset === dataset) this.change({ report });
    } catch (error) {
      this.host.failed(error);
      if (this.state.dataset === dataset) this.change({ failure: messageOf(error, t('problem.unexpected')) });
    }
    this.#fill();
  }

  choose(tab: State['tab']): void {
    if (tab === this.state.tab) return;
    this.change({ tab, problem: undefined });
    this.keep();
    this.#fill();
  }

  /** Reads what the chosen tab needs and does not have. */
  #fill(): void {
    const { tab, samples, targets, versions } = this.state;
    if (tab === 'samples' && !targets)
      void this.#read(async () => this.change({ targets: await this.host.call('export.targets', {}) }));
    if (tab === 'samples' && !samples) void this.readSamples();
    if ((tab === 'repository' || tab === 'pipeline') && !versions) void this.#readVersions();
    if (tab === 'repository' && !this.state.compared) void this.readComparison();
  }

  chooseSplit(split: SampleSplit): void {
    this.change({ split, samples: undefined });
    void this.readSamples();
  }

  chooseTarget(target: string): void {
    // Another target names its columns otherwise.
    this.change({ target, samples: undefined, sort: undefined });
    void this.readSamples();
  }

  /** By a column, then the other way round, then as the dataset has them. The rows stay until the others are there. */
  async sortBy(column: string): Promise<void> {
    const { sort } = this.state;
    const isOther = sort?.column !== column;
    this.change({ sort: isOther || !sort.descending ? { column, descending: !isOther } : undefined, sorting: true });
    await this.readSamples();
    this.change({ sorting: false });
  }

  /** The first rows, or with `more` the ones after those that are here. */
  async readSamples(more = false): Promise<void> {
    const { dataset, split, target, samples, sort } = this.state;
    if (dataset === undefined) return;
    const had = more ? samples : undefined;
    const offset = had ? had.rows.length + had.refused.length : 0;
    const params = { dataset, target, limit: page, offset, ...(sort && { sort }) };
    await this.#read(async () => {
      const next = await this.host.call('dataset.samples', split === 'all' ? params : { ...params, split });
      const { state } = this;
      if (state.dataset !== dataset || state.split !== split || state.target !== target || state.sort !== sort) return;
      const [rows, refused] = [
        [...(had?.rows ?? []), ...next.rows],
        [...(had?.refused ?? []), ...next.refused],
      ];
      this.change({ samples: { total: next.total, rows, refused } });
    });
  }

  /** Shows what differs from another build, or no longer. */
  compare(other: string | undefined): void {
    this.change({ compared_with: other, compared: undefined, problem: undefined });
    void this.readComparison();
  }

  /** The first rows that differ, or with `more` the ones after those that are here. */
  async readComparison(more = false): Promise<void> {
    const { dataset, compared_with: from, compared } = this.state;
    if (dataset === undefined || from === undefined) return;
    const offset = more ? (compared?.rows.length ?? 0) : 0;
    await this.#read(async () => {
      const next = await this.host.call('dataset.compare', { from, to: dataset, limit: page, offset });
      if (this.state.dataset !== dataset || this.state.compared_with !== from) return;
      this.change({ compared: { ...next, rows: more ? [...(compared?.rows ?? []), ...next.rows] : next.rows } });
    });
  }

  async #readVersions(): Promise<void> {
    const { dataset } = this.state;
    if (dataset === undefined) return;
    await this.#read(async () => {
      const versions = await this.host.call('dataset.list', {});
      if (this.state.dataset === dataset) this.change({ versions });
      const { files } = await this.host.call('export.verify', { dataset });
      if (this.state.dataset === dataset) this.change({ files });
    });
  }

  async #read(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.host.failed(error);
      this.change({ problem: messageOf(error, t('problem.unexpected')) });
    }
  }

  openPart(part: string): void {
    const { dataset } = this.state;
    if (dataset !== undefined) this.host.send({ type: 'open_part', dataset, part });
  }

  run(name: 'build' | 'export'): void {
    const { dataset } = this.state;
    if (dataset !== undefined) this.host.send({ type: 'run', name, dataset });
  }

  toggle(list: string): void {
    const opened = new Set(this.state.opened);
    if (!opened.delete(list)) opened.add(list);
    this.change({ opened });
  }

  keep(): void {
    const { dataset, tab } = this.state;
    if (dataset === undefined) return;
    const kept: DatasetState = { view: 'dataset', dataset, tab };
    this.host.api.setState(kept);
  }
}
