import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { Problem } from '../../core/lib/problem';

/**
 * Standard output. A reader that has had enough (`loop list | head`) closes it: that is no failure, and long output
 * can ask whether to go on. A reader that is slow is waited for.
 */
export class Output {
  /** Nobody reads any more. */
  closed = false;
  private failure: Problem | undefined;

  constructor(private readonly stream: Writable) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      this.closed = true;
      if (error.code !== 'EPIPE')
        this.failure = new Problem('output_failed', {
          reason: error.code === 'ENOSPC' ? 'the disk is full' : (error.code ?? ''),
        });
    });
  }

  write(line: string): void {
    if (!this.closed) this.stream.write(`${line}\n`);
  }

  /** Writes and waits until there is room for more. @returns false when nobody reads any more */
  async row(line: string): Promise<boolean> {
    if (this.closed) return false;
    if (!this.stream.write(`${line}\n`)) await this.drained();
    return !this.closed;
  }

  /** What was written has arrived, or the problem why not. @throws Problem `output_failed` */
  async finished(): Promise<void> {
    if (!this.closed) await new Promise<void>((resolve) => this.stream.write('', () => resolve()));
    // The error of a write is told after its callback.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.failure) throw this.failure;
  }

  private async drained(): Promise<void> {
    const over = new AbortController();
    const { signal } = over;
    try {
      await Promise.race([once(this.stream, 'drain', { signal }), once(this.stream, 'close', { signal })]);
    } catch {
      // The listener above has it.
    } finally {
      // The one that did not come would listen for ever.
      over.abort();
    }
  }
}
