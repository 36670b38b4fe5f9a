import { stopIf, type Cancel, type Report } from '../../../core/lib/cancel';
import { Problem } from '../../../core/lib/problem';
import type { LogEvent } from '../../../core/log/events';
import type { ActBatch, GraderRun, JudgeRun } from '../../../core/ports';
import { segmentFile } from '../disk/layout';
import { catchUp } from '../fold/catch-up';
import { encodeAct } from '../log/act-line';
import { takeInventory } from '../log/inventory';
import type { StoreParts } from '../parts';
import { PartWriter } from './part-writer';

/**
 * Many acts that are there together or not at all. Their lines lie in `.part` files that one act in the log makes part
 * of it; a kill before that leaves nothing, and after it the next opening finishes the work.
 */
export class StoreActBatch implements ActBatch {
  private readonly log: PartWriter;
  private state: 'open' | 'over' = 'open';

  constructor(
    private readonly parts: StoreParts,
    private readonly release: () => void,
  ) {
    this.log = new PartWriter(parts, 'log');
  }

  async put(event: LogEvent): Promise<void> {
    if (this.state === 'over') throw new Problem('cancelled');
    this.log.add(encodeAct(event));
    await this.log.pace();
  }

  async commit(event: GraderRun | JudgeRun, cancel: Cancel, report: Report): Promise<void> {
    try {
      await this.log.settle();
      stopIf(cancel);
      const { finished } = this.log;
      const segments = finished.map(({ name }) => segmentFile(name));
      await this.parts.append([{ ...event, body: { ...event.body, segments } }]);
      this.state = 'over';
      await this.reveal(report);
    } catch (error) {
      await this.abort();
      throw error;
    } finally {
      this.release();
    }
  }

  async abort(): Promise<void> {
    if (this.state === 'over') return;
    this.state = 'over';
    try {
      await this.log.discard();
    } finally {
      this.release();
    }
  }

  /** From here on the acts are in the log; whatever fails now is done again by the next opening. */
  private async reveal(report: Report): Promise<void> {
    const { files, layout } = this.parts;
    await this.log.publish();
    const names = new Set(this.log.finished.map(({ name }) => segmentFile(name)));
    const ours = takeInventory(layout, (name) => files.isPart(name)).segments.filter(({ name }) => names.has(segmentFile(name)));
    await catchUp(
      {
        index: this.parts.index(),
        files,
        report,
        onFolded: (changes, lines) => this.parts.folded(changes, lines),
        isTorn: () => false,
        cut: () => undefined,
      },
      ours,
    );
    await this.parts.scrubbed();
  }
}
