import type { Frame, Locator, Page } from 'playwright-core';
import { whole } from './quick-input';
import { until } from './wait';

/** What the page's log says when something was pressed with the pointer after all. */
const pointerUsed = 'pressed with the pointer';

/** A list or menu is looked at this often before what was sought counts as missing from it. */
const mostSteps = 150;

/**
 * Hands that stay on the keyboard: no click, no hover, no focus given from outside. What has the focus is what the keys
 * before have led to.
 */
export class Hands {
  constructor(private readonly page: Page) {}

  /** From now on every press of the pointer is written to the page's log, in webviews too. */
  async watchPointer(): Promise<void> {
    const watch = (said: string): void => {
      window.addEventListener('mousedown', ({ target }) => console.debug(said, target), true);
    };
    await this.page.addInitScript(watch, pointerUsed);
    for (const frame of this.page.frames()) await frame.evaluate(watch, pointerUsed);
  }

  /** Presses of the pointer since `watchPointer`. */
  pointerPresses(log: readonly string[]): string[] {
    return log.filter((line) => line.includes(pointerUsed));
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Puts text where the caret is, in place of what stands there with `over`. */
  async write(text: string, { over = false } = {}): Promise<void> {
    if (over) await this.press('Control+a');
    await this.page.keyboard.insertText(text);
  }

  /** Tabs through a webview until this has the focus; answers how many stops that took. */
  async tabTo(wanted: Locator, { key = 'Tab', most = 40 } = {}): Promise<number> {
    await wanted.first().waitFor();
    for (let stops = 0; ; stops++) {
      if (await hasFocus(wanted)) return stops;
      if (stops === most) throw new Error(`${String(wanted)} does not have the focus after ${String(most)} stops`);
      await this.press(key);
    }
  }

  /** Goes down a tree that has the focus, from its top, to the row with this label. */
  async walkTo(tree: Locator, name: string | RegExp): Promise<void> {
    const label = whole(name);
    await until('the focus in the tree', () => tree.evaluate((node) => node.contains(document.activeElement)));
    await this.press('Home');
    for (let steps = 0; steps < mostSteps; steps++) {
      if (label.test(await focusedRow(tree))) return;
      const before = await tree.getAttribute('aria-activedescendant');
      await this.press('ArrowDown');
      const moved = async (): Promise<boolean> => (await tree.getAttribute('aria-activedescendant')) !== before;
      // The end of the list: the row may be only on its way there.
      await until('the focus to move', moved, { timeout: 400, every: 5 }).catch(() => this.press('Home'));
    }
    throw new Error(`No row ${String(name)} in the tree`);
  }

  /** Chooses from the menu that the keyboard has opened. */
  async chooseFromMenu(name: string): Promise<void> {
    const focused = this.page.locator('.monaco-menu .action-item.focused .action-label').last();
    await this.page.locator('.monaco-menu').waitFor();
    await this.stepTo(whole(name), 'ArrowDown', async () => (await focused.isVisible()) && (await focused.innerText()));
    await this.press('Enter');
    await this.page.locator('.monaco-menu').first().waitFor({ state: 'detached' });
  }

  /** Takes the row of an open pick with exactly this label, or a label that matches. */
  async pick(name: string | RegExp): Promise<void> {
    await this.goToRow(name);
    await this.press('Enter');
  }

  /** Goes to a row of an open pick without taking it. */
  async goToRow(name: string | RegExp): Promise<void> {
    const widget = this.page.locator('.quick-input-widget');
    const focused = widget.locator('.monaco-list-row.focused .quick-input-list-label .label-name').first();
    const named = widget.locator('.label-name', { hasText: whole(name) });
    await named.first().waitFor();
    await this.stepTo(whole(name), 'ArrowDown', async () => (await focused.isVisible()) && (await focused.textContent()));
  }

  /** Answers the dialog that is open, or a focused notification, with one of its buttons. */
  async answer(box: Locator, button: string): Promise<void> {
    const focused = box.locator('.monaco-button:focus');
    await this.stepTo(whole(button), 'Tab', async () => (await focused.isVisible()) && (await focused.innerText()));
    await this.press('Enter');
  }

  private async stepTo(wanted: RegExp, key: string, at: () => Promise<string | null | false>): Promise<void> {
    const seen: string[] = [];
    for (let steps = 0; steps < mostSteps; steps++) {
      const here = await at();
      if (here && wanted.test(here)) return;
      seen.push(here || '–');
      await this.press(key);
    }
    throw new Error(`${String(wanted)} was not reached with ${key}; seen: ${[...new Set(seen)].join(', ')}`);
  }
}

/** Toolkit controls have the focus on something inside. */
async function hasFocus(wanted: Locator): Promise<boolean> {
  return wanted.first().evaluate((node) => node.matches(':focus, :focus-within'));
}

async function focusedRow(tree: Locator): Promise<string> {
  const id = await tree.getAttribute('aria-activedescendant');
  if (id === null) return '';
  const label = tree.page().locator(`[id="${id}"] .label-name`);
  return (await label.isVisible()) ? ((await label.textContent()) ?? '') : '';
}

/** What has the focus in a webview, for messages of failed tests. */
export async function focusIn(frame: Frame): Promise<string> {
  return frame.evaluate(
    () => `${document.hasFocus() ? '' : 'no focus; '}${document.activeElement?.outerHTML.slice(0, 200) ?? ''}`,
  );
}
