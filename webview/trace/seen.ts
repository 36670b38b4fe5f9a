import { afterPaint } from '../painted';
import type { Shown } from './state';

/** A command comes this long after its key at the latest, in milliseconds. */
const longestWay = 1000;

/**
 * One judges only what one has seen. A key and its command are some milliseconds apart, and meanwhile the next trace may
 * have come: a verdict whose key was pressed before that trace was on the screen, or by a key held down, is not meant
 * for it.
 */
export class Seen {
  #shown: Shown | undefined;
  /** When it was painted, by the page's clock. */
  #since: number | undefined;
  /** The last key or click in the page. */
  #input: { readonly at: number; readonly held: boolean } | undefined;

  constructor() {
    window.addEventListener('keydown', ({ timeStamp, repeat }) => (this.#input = { at: timeStamp, held: repeat }), true);
    window.addEventListener('click', ({ timeStamp }) => (this.#input = { at: timeStamp, held: false }), true);
  }

  /** Another trace has been drawn. */
  drawn(shown: Shown): void {
    this.#shown = shown;
    this.#since = undefined;
    afterPaint(() => {
      if (this.#shown === shown) this.#since = performance.now();
    });
  }

  /** Whether a verdict that comes now can be about this trace; one from the palette or a menu has no key here. */
  mayJudge(shown: Shown): boolean {
    if (!this.#input || performance.now() - this.#input.at > longestWay) return true;
    const isSeen = this.#shown === shown && this.#since !== undefined && this.#input.at >= this.#since;
    return isSeen && !this.#input.held;
  }
}
