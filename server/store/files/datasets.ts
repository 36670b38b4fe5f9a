import type { DatasetLine } from '../../../core/dataset/row';
import { Problem } from '../../../core/lib/problem';
import type { EventOf, LogEvent } from '../../../core/log/events';
import type { StoredDataset } from '../../../core/ports';
import type { StoreParts } from '../parts';
import { readAct } from '../query/acts';
import { jsonLines, readJsonLines } from './json-lines';

type Built = LogEvent & { readonly body: EventOf<'dataset_built'> };

/** Built datasets: the act in the log, the rows (references only) in a file of their own. */
export class Datasets {
  constructor(private readonly parts: StoreParts) {}

  /** The rows are on disk before the act that speaks of them. Writing the same dataset again changes nothing. */
  async write(event: LogEvent, lines: Iterable<DatasetLine> | AsyncIterable<DatasetLine>): Promise<void> {
    const { body } = event;
    if (body.type !== 'dataset_built') throw new TypeError('a dataset is written with the act that built it');
    if (this.find(body.dataset)) return;
    await this.parts.disk.replace(this.parts.layout.dataset(body.dataset), jsonLines(lines), 'dataset');
    await this.parts.append([event]);
  }

  /** In the order they were built. */
  list(): StoredDataset[] {
    const { db } = this.parts.index();
    const rows = db.rows(
      `select x.a, x.seg, x.off, x.len, c.hash, c.purged_rows from datasets d join acts x on x.a = d.a
       left join dataset_changes c on c.id = d.id order by x.at, x.id`,
    );
    return rows.flatMap((row) => {
      const event = readAct(this.parts.index(), row);
      if (!event || !isBuilt(event)) return [];
      const hash = row[4] === null ? event.body.built_hash : String(row[4]);
      return [{ id: event.body.dataset, event, hash, purged_rows: Number(row[5] ?? 0) }];
    });
  }

  *lines(id: string): Generator<DatasetLine> {
    if (!this.find(id)) throw new Problem('dataset_not_found', { id });
    for (const line of readJsonLines(this.parts.layout.dataset(id))) yield line as DatasetLine;
  }

  private find(id: string): boolean {
    return this.parts.index().db.row('select 1 from datasets where id = ?', [id]) !== undefined;
  }
}

function isBuilt(event: LogEvent): event is Built {
  return event.body.type === 'dataset_built';
}
