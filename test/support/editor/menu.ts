import type { Page } from 'playwright-core';

/**
 * Chooses from the menu that is open; all names but the last are submenus. By keyboard once the entry has focus,
 * because a menu takes no click in the first moments after it opened.
 */
export async function chooseFromMenu(page: Page, entries: readonly string[]): Promise<void> {
  for (const [index, name] of entries.entries()) {
    await page.locator('.monaco-menu').getByRole('menuitem', { name, exact: true }).last().hover();
    await page.locator('.monaco-menu .action-item.focused').getByRole('menuitem', { name, exact: true }).last().waitFor();
    await page.keyboard.press(index < entries.length - 1 ? 'ArrowRight' : 'Enter');
  }
  await page.locator('.monaco-menu').first().waitFor({ state: 'detached' });
}
