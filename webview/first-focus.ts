/**
 * Gives the keyboard what one does first on a page, unless something there has it already. A page without the focus
 * waits until it comes: taking it would close a palette or a menu that is open beside it.
 */
export class FirstFocus {
  #wanted: (() => HTMLElement | null) | undefined;

  constructor() {
    window.addEventListener('focus', () => this.#give(patience));
  }

  /** Called after each drawing that put something new on the page. */
  want(find: () => HTMLElement | null): void {
    this.#wanted = find;
    this.#give(patience);
  }

  #give(frames: number): void {
    if (!this.#wanted || !document.hasFocus()) return;
    const { activeElement } = document;
    const isFree = activeElement === null || activeElement === document.body;
    const found = isFree ? this.#wanted() : null;
    found?.focus({ preventScroll: true });
    const isTaken = found === null || document.activeElement === found;
    if (isTaken || frames === 0) this.#wanted = undefined;
    else requestAnimationFrame(() => this.#give(frames - 1));
  }
}

/** Controls of the toolkit take the focus only some frames after they came. */
const patience = 10;

/** The main button of a screen that has little else. */
export function mainButton(root: ParentNode): HTMLElement | null {
  return root.querySelector('vscode-button[appearance="primary"]') ?? root.querySelector('vscode-button');
}
