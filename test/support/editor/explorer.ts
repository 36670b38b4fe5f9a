import type { Page } from 'playwright-core';
import { Tree } from './tree';

/** The file explorer. Paths are relative to the workspace folder, with `/`. */
export class Explorer {
  readonly tree: Tree;

  constructor(private readonly page: Page) {
    this.tree = new Tree(page, page.locator('.explorer-folders-view').getByRole('tree'));
  }

  async show(): Promise<void> {
    if (await this.tree.root.isVisible()) return;
    await this.page.keyboard.press('Control+Shift+E');
    await this.tree.root.waitFor();
  }

  /** Shows the explorer with the file's folders open. */
  async reveal(file: string): Promise<string> {
    await this.show();
    const parts = file.split('/');
    const name = parts.pop() ?? file;
    for (const folder of parts) await this.tree.expand(folder);
    await this.tree.reveal(name);
    return name;
  }

  /** Right click on a file, then the entry; several names for a submenu. */
  async menu(file: string, ...entries: readonly string[]): Promise<void> {
    await this.tree.menu(await this.reveal(file), ...entries);
  }

  /** Opens the file in an editor that stays. */
  async open(file: string): Promise<void> {
    await this.tree.item(await this.reveal(file)).dblclick();
  }
}
