import type { Locator, Page } from 'playwright-core';
import { until, type Patience } from './wait';

/** Notification toasts and modal dialogs: what the extension tells the user. Neither exists under the smoke-test driver. */
export class Messages {
  constructor(private readonly page: Page) {}

  /** The toast that says this, once it shows. */
  async toast(text: string | RegExp, patience?: Patience): Promise<Toast> {
    const item = this.page.locator('.notifications-toasts .notification-list-item', { hasText: text }).first();
    await until(
      `a notification that says ${String(text)}`,
      async () => (await item.isVisible()) || fail(`shown: ${JSON.stringify(await this.texts())}`),
      patience,
    );
    return new Toast(item);
  }

  /** Waits until no toast is on screen. */
  async none(): Promise<void> {
    await until('no notifications', async () => (await this.texts()).length === 0);
  }

  /** What the toasts on screen say. */
  async texts(): Promise<string[]> {
    return this.page.locator('.notifications-toasts .notification-list-item-message').allInnerTexts();
  }

  /** The modal dialog, once it shows. */
  async dialog(text: string | RegExp): Promise<Toast> {
    const box = this.page.locator('.monaco-dialog-box', { hasText: text });
    await box.waitFor();
    return new Toast(box);
  }
}

export class Toast {
  constructor(readonly box: Locator) {}

  async text(): Promise<string> {
    return (await this.box.locator('.notification-list-item-message, .dialog-message-container').first().innerText()).trim();
  }

  async buttons(): Promise<string[]> {
    return this.box.locator('.monaco-button').allInnerTexts();
  }

  /** Closes a notification unanswered. */
  async dismiss(): Promise<void> {
    await this.box.hover();
    await this.box.getByRole('button', { name: /^(Clear|Close) Notification/ }).click();
    await this.box.waitFor({ state: 'detached' });
  }

  /** Presses one of its buttons. */
  async press(button: string): Promise<void> {
    await this.box.getByRole('button', { name: button, exact: true }).click();
  }
}

function fail(message: string): never {
  throw new Error(message);
}
