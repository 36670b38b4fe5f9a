import type { Locator, Page } from 'playwright-core';
import { until, type Patience } from './wait';

/** Quick picks, input boxes, the command palette and (in the browser) the file dialogs: one widget for all of them. */
export class QuickInput {
  readonly widget: Locator;
  readonly input: Locator;

  constructor(private readonly page: Page) {
    this.widget = page.locator('.quick-input-widget');
    this.input = this.widget.locator('.quick-input-filter input');
  }

  /** Waits until it is open, with this title when given (`Build Dataset`, as in `Build Dataset (2/4)`). */
  async opened(title?: string, { timeout = 30_000 }: Patience = {}): Promise<void> {
    await this.widget.waitFor({ timeout });
    if (title !== undefined) await this.widget.locator('.quick-input-title', { hasText: title }).waitFor();
  }

  async closed(): Promise<void> {
    await this.widget.waitFor({ state: 'hidden' });
  }

  /** The title as shown, steps included; empty when it has none. */
  async title(): Promise<string> {
    return (await this.widget.locator('.quick-input-title').textContent()) ?? '';
  }

  /** Placeholder of the input. */
  async placeholder(): Promise<string> {
    return (await this.input.getAttribute('placeholder')) ?? '';
  }

  /** What the input box says below itself: prompt or validation message. */
  async message(): Promise<string> {
    return (await this.widget.locator('.quick-input-message').textContent()) ?? '';
  }

  /** Replaces what is in the input. */
  async fill(text: string, patience: { readonly timeout?: number } = {}): Promise<void> {
    await this.input.fill(text, patience);
  }

  /** Enter: takes the input, or the focused row. */
  async accept(): Promise<void> {
    await this.input.press('Enter');
  }

  /** The button beside the input, whatever it says: OK of a pick of many, `Preview Import` of a file dialog. */
  async ok(): Promise<void> {
    await this.widget.locator('.quick-input-action .monaco-button').locator('visible=true').first().click();
  }

  /** The arrow back of a later step. */
  async back(): Promise<void> {
    await this.widget.getByRole('button', { name: 'Back' }).click();
  }

  async cancel(): Promise<void> {
    await this.page.keyboard.press('Escape');
  }

  /** The row with exactly this label, or a label that matches; descriptions and details do not count. */
  row(label: string | RegExp): Locator {
    const named = this.page.locator('.quick-input-list-label .label-name', { hasText: whole(label) });
    return this.widget.locator('.monaco-list-row').filter({ has: named }).first();
  }

  /** Labels of the rows on screen, in order. */
  async rows(): Promise<string[]> {
    return this.widget.locator('.monaco-list-row').evaluateAll((rows) => {
      const order = (row: Element): number => Number(row.getAttribute('data-index'));
      const label = (row: Element): string => row.querySelector('.label-name')?.textContent ?? '';
      return rows.sort((a, b) => order(a) - order(b)).map((row) => label(row).trim());
    });
  }

  /** Waits for a row and takes it: the first half of a pick of one. */
  async choose(label: string | RegExp): Promise<void> {
    await this.row(label).click();
  }

  /** Ticks or unticks a row in a pick of many. */
  async check(label: string | RegExp): Promise<void> {
    await this.row(label).locator('.quick-input-list-checkbox, .monaco-checkbox').first().click();
  }

  /** Types until this is the focused row, then Enter: how a command is run from the palette. */
  async acceptRow(label: string, patience?: Patience): Promise<void> {
    const focused = this.widget.locator('.monaco-list-row.focused .quick-input-list-label .label-name').first();
    await until(
      `“${label}” to be the first match`,
      async () => (await focused.textContent({ timeout: 1000 }))?.trim() === label,
      patience,
    );
    await this.accept();
  }
}

/** A pattern for exactly this text, blanks around it aside; a pattern stays as it is. */
export function whole(text: string | RegExp): RegExp {
  return typeof text === 'string' ? new RegExp(`^\\s*${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*$`) : text;
}
