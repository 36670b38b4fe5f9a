import type { Locator, Page } from 'playwright-core';
import { chooseFromMenu } from './menu';
import { whole } from './quick-input';
import { until } from './wait';

/** A tree that redraws scrolls an item away: what is read of one waits no longer than this, then the item is looked for again. */
const soon = { timeout: 1000 };
const gone = (): false => false;

/** One tree on screen: a view of ours, or the explorer. Items are named by the label they show. */
export class Tree {
  constructor(
    private readonly page: Page,
    readonly root: Locator,
  ) {}

  /** The item with exactly this label, or a label that matches, if it is on screen: long trees hold only what is visible (see `reveal`). */
  item(name: string | RegExp): Locator {
    const label = this.page.locator('.label-name', { hasText: whole(name) });
    return this.root.getByRole('treeitem').filter({ has: label }).first();
  }

  /** `label description` of each item on screen, in order. */
  async texts(): Promise<string[]> {
    return this.root.getByRole('treeitem').evaluateAll((items) => {
      const order = (item: Element): number => Number(item.getAttribute('data-index'));
      const part = (item: Element, name: string): string => item.querySelector(name)?.textContent ?? '';
      const sorted = items.sort((a, b) => order(a) - order(b));
      return sorted.map((item) => `${part(item, '.label-name')} ${part(item, '.label-description')}`.trim());
    });
  }

  /** Pages down, by keyboard, until the item is on screen; from the end it begins again at the top. Chooses nothing. */
  async reveal(name: string | RegExp): Promise<Locator> {
    const item = this.item(name);
    await this.root.getByRole('treeitem').first().waitFor();
    if (await item.isVisible()) return item;
    await this.root.focus();
    await until(`the tree item ${String(name)}`, async () => (await item.isVisible()) || (await this.pageOn()), { every: 0 });
    return item;
  }

  /** Always answers false, so that the caller looks again. */
  private async pageOn(): Promise<false> {
    const before = await this.focused();
    await this.page.keyboard.press('PageDown');
    const moved = until('the focus to move', async () => (await this.focused()) !== before, { timeout: 500, every: 10 });
    await moved.catch(async () => this.page.keyboard.press('Home'));
    return false;
  }

  private async focused(): Promise<string | null> {
    return this.root.getAttribute('aria-activedescendant');
  }

  async click(name: string | RegExp): Promise<void> {
    await (await this.reveal(name)).click();
  }

  /** Opens an item without choosing it; does nothing when it is open. */
  async expand(name: string | RegExp): Promise<void> {
    const open = async (): Promise<boolean> =>
      (await this.reveal(name)).getAttribute('aria-expanded', soon).then((state) => state === 'true', gone);
    if (await open()) return;
    await (await this.reveal(name)).locator('.monaco-tl-twistie').click();
    await until(`${String(name)} to open`, open);
  }

  /** Right click, then the entry; several names for a submenu. */
  async menu(name: string | RegExp, ...entries: readonly string[]): Promise<void> {
    await (await this.reveal(name)).click({ button: 'right' });
    await chooseFromMenu(this.page, entries);
  }

  /** The button that shows at the end of an item's line. */
  async press(name: string | RegExp, button: string): Promise<void> {
    const item = await this.reveal(name);
    await item.hover();
    await item.getByRole('button', { name: button }).click();
  }
}
