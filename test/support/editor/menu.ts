import type { Page } from 'playwright-core';
import { whole } from './quick-input';

/**
 * Chooses from the menu that is open; all names but the last are submenus. By keyboard once the entry has focus,
 * because a menu takes no click in the first moments after it opened.
 */
export async function chooseFromMenu(page: Page, entries: readonly string[]): Promise<void> {
  for (const [index, name] of entries.entries()) {
    // By its label: its accessible name has the key of the command in it.
    const entry = { has: page.locator('.action-label', { hasText: whole(name) }) };
    await page.locator('.monaco-menu .action-item').filter(entry).last().hover();
    await page.locator('.monaco-menu .action-item.focused').filter(entry).last().waitFor();
    await page.keyboard.press(index < entries.length - 1 ? 'ArrowRight' : 'Enter');
  }
  await page.locator('.monaco-menu').first().waitFor({ state: 'detached' });
}
