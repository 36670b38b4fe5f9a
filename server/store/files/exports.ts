import fs from 'node:fs';
import type { EventOf, ExportedFile, LogEvent } from '../../../core/log/events';
import { Problem } from '../../../core/lib/problem';
import type { ExportMapLine, ExportRowMap, RefusedRow } from '../../../core/ports';
import type { Row } from '../index/db';
import type { StoreParts } from '../parts';
import { readAct } from '../query/acts';
import { jsonLines, readJsonLines } from './json-lines';

export type Exported = LogEvent & { readonly body: EventOf<'exported'> };

/** Written exports: the act in the log, and a map that says which row of which file came from which trace. */
export class Exports {
  constructor(private readonly parts: StoreParts) {}

  async write(event: LogEvent, rows: Iterable<ExportMapLine> | AsyncIterable<ExportMapLine>): Promise<void> {
    const { body } = event;
    if (body.type !== 'exported') throw new TypeError('an export is written with the act that made it');
    if (this.has(body.export)) return;
    await this.parts.disk.replace(this.parts.layout.exportMap(body.export), jsonLines(rows), 'export_map');
    await this.parts.append([event]);
  }

  /**
   * In the order they were written; files as they are since the last purge. An export into the folder of an earlier one
   * wrote over its files and removed the rest of them: the earlier one has none any more.
   */
  list(dataset?: string): Exported[] {
    const { db } = this.parts.index();
    const rows = db.rows(`select x.a, x.seg, x.off, x.len, c.files from exports e join acts x on x.a = e.a
      left join export_changes c on c.id = e.id order by x.at, x.id`);
    const all = rows.flatMap((row) => this.read(row) ?? []);
    const newest = new Map(all.map(({ body }) => [body.folder, body.export]));
    return all
      .filter(({ body }) => dataset === undefined || body.dataset === dataset)
      .map((event) => (newest.get(event.body.folder) === event.body.export ? event : without(event)));
  }

  /** The rows it wrote. */
  *rows(id: string): Generator<ExportRowMap> {
    if (!this.has(id)) throw new Problem('usage', { reason: `There is no export ${id} in this store.` });
    for (const row of readJsonLines(this.parts.layout.exportMap(id)) as Iterable<ExportMapLine>) if (!isRefused(row)) yield row;
  }

  /** All traces it speaks of, those of refused rows as well. */
  tracesOf(id: string): ReadonlySet<string> {
    const map = this.parts.layout.exportMap(id);
    const rows = fs.existsSync(map) ? (readJsonLines(map) as Iterable<ExportMapLine>) : [];
    return new Set(Array.from(rows, ({ trace }) => trace));
  }

  has(id: string): boolean {
    return this.parts.index().db.row('select 1 from exports where id = ?', [id]) !== undefined;
  }

  private read(row: Row): Exported | undefined {
    const event = readAct(this.parts.index(), row);
    if (!event || !isExported(event)) return undefined;
    if (row[4] === null) return event;
    const files = JSON.parse(String(row[4])) as ExportedFile[];
    return { ...event, body: { ...event.body, files } };
  }
}

export function isRefused(row: ExportMapLine): row is RefusedRow {
  return 'refused' in row;
}

function without(event: Exported): Exported {
  return { ...event, body: { ...event.body, files: [] } };
}

function isExported(event: LogEvent): event is Exported {
  return event.body.type === 'exported';
}
