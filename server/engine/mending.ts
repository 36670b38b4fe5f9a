import { Problem } from '../../core/lib/problem';
import type { Store } from '../../core/ports';
import type { Operation } from '../../core/protocol/operations/operation';
import { DamagedLine } from '../store';

/** Sees to it that a damaged line costs itself alone, whoever comes upon it. */
export class Mending {
  private running: Promise<void> | undefined;

  constructor(private readonly store: Pick<Store, 'rebuild'>) {}

  /**
   * Does the work of an operation. When it comes upon a damaged line, the index is made anew, which sets all such lines
   * aside; then the work is done once more. Whoever wanted to change something by what they saw is to look again first.
   * @throws Problem `line_set_aside`
   */
  async past<T>({ changes, again }: Operation, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DamagedLine)) throw error;
      await this.setAside();
      if (changes && !again) throw new Problem('line_set_aside', { path: error.path, offset: error.offset });
      return work();
    }
  }

  /** Several may come upon the same line at once. */
  private setAside(): Promise<void> {
    return (this.running ??= this.store.rebuild().finally(() => (this.running = undefined)));
  }
}
