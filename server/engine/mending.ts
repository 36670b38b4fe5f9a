import { setTimeout as after } from 'node:timers/promises';
import { stopIf, type Cancel } from '../../core/lib/cancel';
import { Problem } from '../../core/lib/problem';
import type { Store } from '../../core/ports';
import type { Operation } from '../../core/protocol/operations/operation';
import { DamagedLine } from '../store';

/** Milliseconds between two looks whether an import is over, and whether whoever waits for it still wants to. */
const lookEvery = 50;

function isBusy(error: unknown): boolean {
  return error instanceof Problem && error.code === 'busy';
}

/** Sees to it that a damaged line costs itself alone, whoever comes upon it. */
export class Mending {
  private running: Promise<void> | undefined;

  constructor(private readonly store: Pick<Store, 'rebuild'>) {}

  /**
   * Does the work of an operation. When it comes upon a damaged line, the index is made anew, which sets all such lines
   * aside; then the work is done once more. Whoever wanted to change something by what they saw is to look again first.
   * @throws Problem `line_set_aside`
   */
  async past<T>(operation: Operation, cancel: Cancel, work: () => Promise<T>): Promise<T> {
    const { changes, again } = operation;
    try {
      return await work();
    } catch (error) {
      // Nobody asked for the index to be made anew, so nobody is refused because of it: they wait.
      if (this.running && isBusy(error)) return this.mended(this.running, cancel).then(() => this.past(operation, cancel, work));
      if (!(error instanceof DamagedLine)) throw error;
      await this.mended(this.setAside(), cancel);
      if (changes && !again) throw new Problem('line_set_aside', { path: error.path, offset: error.offset });
      return work();
    }
  }

  private async mended(mending: Promise<void>, cancel: Cancel): Promise<void> {
    const done = mending.then(() => true);
    while (!(await Promise.race([done, after(lookEvery, false)]))) stopIf(cancel);
  }

  /** Several may come upon the same line at once. */
  private setAside(): Promise<void> {
    this.running ??= this.anew().finally(() => (this.running = undefined));
    // Those who wait hear of it; all of them may have gone.
    this.running.catch(() => undefined);
    return this.running;
  }

  /**
   * An import that is under way goes first: its rows are in the index that is there, and to begin it again would take
   * longer than what is left of it.
   */
  private async anew(): Promise<void> {
    for (;;) {
      try {
        await this.store.rebuild();
        return;
      } catch (error) {
        if (!isBusy(error)) throw error;
      }
      await after(lookEvery);
    }
  }
}
