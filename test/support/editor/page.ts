/** Drives the editor's page: what a test says, in the words a user would use. Opened by `open.ts`. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import { activityIcon } from './browser.mjs';
import { Explorer } from './explorer';
import { Messages, type Toast } from './messages';
import { RESULTS, ROOT } from './paths.mjs';
import { QuickInput } from './quick-input';
import { setTheme, writeWorkspaceSettings, type Theme } from './theme';
import { Tree } from './tree';
import { until, type Patience } from './wait';
import { noWebviewWith, visibleWebviews, webviewWith } from './webview';

export class Workbench {
  readonly quick: QuickInput;
  readonly explorer: Explorer;
  readonly messages: Messages;

  constructor(
    readonly page: Page,
    /** Absolute path of the workspace folder, a fresh one. */
    readonly folder: string,
    /** The activity-bar title of the extension under test. */
    private readonly title: string,
    /** What the page and the webviews in it have logged so far, `level text (where)`; the editor's own noise included. */
    readonly log: readonly string[],
  ) {
    this.quick = new QuickInput(page);
    this.explorer = new Explorer(page);
    this.messages = new Messages(page);
  }

  /** Runs a command by its full title, `Conscious Loop: Build a Dataset`, by keyboard. */
  async palette(command: string): Promise<void> {
    // A view that takes the focus late closes a palette that has just opened.
    await until('the palette', async () => {
      await this.page.keyboard.press('F1');
      await this.quick.opened(undefined, { timeout: 3000 });
      await this.quick.fill(`>${command}`, { timeout: 3000 });
      return true;
    });
    await this.quick.acceptRow(command);
  }

  /** Shows the extension's side bar. */
  async showSideBar(): Promise<void> {
    const icon = activityIcon(this.page, this.title);
    if (!/\bchecked\b/.test((await icon.locator('..').getAttribute('class')) ?? '')) await icon.locator('..').click();
    await this.page.locator('.part.sidebar .composite.title', { hasText: this.title }).waitFor();
  }

  /** A tree view of the extension by its name, with the side bar shown and the view open. */
  async view(name: string): Promise<Tree> {
    await this.showSideBar();
    const header = this.page.locator('.part.sidebar .pane-header', { hasText: name }).first();
    if ((await header.getAttribute('aria-expanded').catch(() => null)) === 'false') await header.click();
    return this.tree(name);
  }

  /** The same wherever it is, for hands that open it themselves. */
  tree(name: string): Tree {
    return new Tree(this.page, this.page.locator('.part.sidebar').getByRole('tree', { name }).first());
  }

  /** Drags a file from the explorer onto a view of the extension, by way of its icon: the pointer on it shows the side bar. */
  async dragToView(file: string, view: string): Promise<void> {
    const item = this.explorer.tree.item(await this.explorer.reveal(file));
    await item.hover();
    await this.page.mouse.down();
    const tree = this.page.locator('.part.sidebar').getByRole('tree', { name: view }).first();
    await until(`the ${view} view under the pointer`, async () => {
      await activityIcon(this.page, this.title).locator('..').hover({ force: true });
      return tree.isVisible();
    });
    await tree.hover();
    await tree.hover();
    await this.page.mouse.up();
  }

  /** The problems the editor shows, one line each; opens the Problems panel. */
  async problems(): Promise<string[]> {
    const panel = this.page.locator('.markers-panel');
    if (!(await panel.isVisible())) await this.page.keyboard.press('Control+Shift+M');
    await panel.waitFor();
    return panel.locator('.monaco-list-row').allInnerTexts();
  }

  /** A button of the side bar's title or of a view's header, by its name. The mouse has to be there for it to show. */
  async viewButton(name: string): Promise<void> {
    await this.page.locator('.part.sidebar').hover({ position: { x: 60, y: 50 } });
    await this.page.locator('.part.sidebar').getByRole('button', { name, exact: true }).first().click();
  }

  /** What the number on the activity-bar icon says; undefined without one. */
  async badge(): Promise<string | undefined> {
    const content = activityIcon(this.page, this.title).locator('..').locator('.badge-content');
    return (await content.isVisible()) ? ((await content.textContent()) ?? undefined) : undefined;
  }

  /** The inner frame of the visible webview that holds this element: `frame.locator(…)` works from there. */
  async webview(selector: string, patience?: Patience): Promise<Frame> {
    return webviewWith(this.page, selector, patience);
  }

  /** Waits until no visible webview holds this element. */
  async noWebview(selector: string, patience?: Patience): Promise<void> {
    await noWebviewWith(this.page, selector, patience);
  }

  /** Chooses a path in the file dialog that is open. It first fills in where it starts, and would do so over what is typed. */
  async fileDialog(file: string): Promise<void> {
    await this.quick.opened();
    await until(
      'the file dialog to be ready',
      async () => (await this.quick.input.inputValue()) && (await this.quick.rows()).length,
    );
    await this.quick.fill(file);
    await this.quick.ok();
    await this.quick.closed();
  }

  /**
   * The notification that says this. The editor shows at most three toasts in 0.8 s and none of the others,
   * and an old one with the same text looks the same: `dismiss` it or `clearMessages` after what was read.
   */
  async toast(text: string | RegExp): Promise<Toast> {
    return this.messages.toast(text);
  }

  /** Runs a command that does nothing but say this, again when nothing was said: a toast may be left out on a busy machine. */
  async saysWhenRun(command: string, text: string | RegExp): Promise<Toast> {
    return until(`“${command}” to say ${String(text)}`, async () => {
      await this.palette(command);
      return this.messages.toast(text, { timeout: 8000 });
    });
  }

  /** Saves the active editor with the keyboard until `saved` says so: keys pressed while the focus moves go elsewhere. */
  async save(what: string, saved: () => Promise<boolean>): Promise<void> {
    await until(`${what} to be saved`, async () => {
      await this.page.keyboard.press('Control+s');
      return until('it', saved, { timeout: 3000 });
    });
  }

  /** What is on the screen in a few lines, for a test that failed where nobody can look at its picture. */
  async summary(): Promise<string> {
    const all = async (selector: string) =>
      (await this.page.locator(selector).locator('visible=true').allInnerTexts()).map((t) =>
        t.replace(/\s+/g, ' ').slice(0, 200),
      );
    const focus = await this.page.evaluate(() => {
      const element = document.activeElement;
      return `${element?.tagName ?? 'nothing'} ${element?.className ?? ''} in ${element?.closest('.part')?.id ?? 'no part'}`;
    });
    const seen = {
      tabs: await all('.tabs-container .tab'),
      'quick input': await all('.quick-input-widget'),
      dialogs: await all('.monaco-dialog-box'),
      toasts: await all('.notifications-toasts .notification-list-item'),
      'status bar': await all('.part.statusbar'),
      focus: [focus],
      log: this.log
        .filter((line) => /^(error|uncaught|the page)/.test(line) && !/Failed to load|404|ENOTFOUND/.test(line))
        .slice(-8)
        .map((line) => line.slice(0, 300)),
    };
    return Object.entries(seen)
      .map(([name, lines]) => `      ${name}: ${lines.join(' | ') || '–'}`)
      .join('\n');
  }

  /** Removes all notifications. */
  async clearMessages(): Promise<void> {
    await this.palette('Notifications: Clear All Notifications');
    await this.messages.none();
  }

  async dialog(text: string | RegExp): Promise<Toast> {
    return this.messages.dialog(text);
  }

  /** The tab of an editor by its title. */
  tab(title: string | RegExp): Locator {
    return this.page.locator('.tabs-container .tab', { hasText: title }).first();
  }

  /** Opens a file of the workspace by name, by keyboard. */
  async openFile(file: string): Promise<void> {
    const name = path.posix.basename(file);
    // A view that takes the focus late closes this list, too.
    await until(
      `the file ${file}`,
      async () => {
        await this.page.keyboard.press('Control+P');
        await this.quick.opened(undefined, { timeout: 3000 });
        await this.quick.fill(file, { timeout: 3000 });
        await this.quick.acceptRow(name, { timeout: 6000 });
        return true;
      },
      { timeout: 40_000 },
    );
    await this.tab(name).waitFor();
  }

  async settings(changes: Readonly<Record<string, unknown>>): Promise<void> {
    await writeWorkspaceSettings(this.folder, changes);
  }

  async theme(theme: Theme): Promise<void> {
    await setTheme(this.page, this.folder, theme);
  }

  /**
   * Saves `<name>-<theme>.png` of the whole window and answers its path: with LOOP_SCREENSHOTS=docs in docs/screenshots, with
   * any other value in test-results/screenshots. Without it there is no picture, and nothing is waited for: changing themes
   * takes a good part of a test's time. `hover`: an open hover is part of the picture.
   */
  async screenshot(name: string, theme: Theme, { hover = false } = {}): Promise<string | undefined> {
    const wanted = process.env['LOOP_SCREENSHOTS'];
    if (!wanted) return undefined;
    await this.theme(theme);
    const folder = wanted === 'docs' ? path.join(ROOT, 'docs', 'screenshots') : path.join(RESULTS, 'screenshots');
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, `${name}-${theme}.png`);
    // A pointer left on an icon would show its tooltip.
    if (!hover) await this.page.mouse.move(0, 0);
    if (!hover) await this.page.locator('.monaco-hover:visible').first().waitFor({ state: 'hidden' });
    for (const frame of await visibleWebviews(this.page)) await unscroll(frame);
    await this.page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
    return file;
  }
}

/** Bringing an element into view may have moved what is around a webview by the few pixels it has to spare. */
async function unscroll(frame: Frame): Promise<void> {
  for (let inner: Frame | null = frame; inner?.parentFrame(); inner = inner.parentFrame()) {
    const element = await inner.frameElement();
    await element.evaluate((node) => {
      for (let around = node.parentElement; around; around = around.parentElement) around.scrollTop = 0;
    });
  }
}
