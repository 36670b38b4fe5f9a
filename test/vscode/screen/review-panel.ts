import type { Frame } from 'playwright-core';
import type { Workbench } from '../../support/editor/page';
import { until } from '../../support/editor/wait';

/** The trace panel as the hands on the keyboard meet it. Keys go to the page, wherever its focus is. */
export class ReviewPanel {
  constructor(private readonly editor: () => Workbench) {}

  async frame(): Promise<Frame> {
    return this.editor().webview('.bar', { timeout: 30_000 });
  }

  /** Waits until keys reach the panel: `?` shows them, Escape puts them away. */
  async ready(): Promise<void> {
    const { keyboard } = this.editor().page;
    const frame = await this.frame();
    const help = frame.locator('dialog.help');
    // Pressed before, the key would go elsewhere and be waited for in vain.
    await until('the focus of the panel', () => frame.evaluate(() => document.hasFocus()));
    await until(
      'the keys of the panel',
      async () => {
        await keyboard.press('Shift+Slash');
        await help.waitFor({ timeout: 2500 });
        return true;
      },
      { timeout: 30_000 },
    );
    await keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
  }

  /**
   * Presses a key and waits for what the panel then says to a screen reader. The page itself waits: questions from outside
   * would take the time that is measured there.
   */
  async press(key: string, says: RegExp): Promise<string> {
    const frame = await this.frame();
    const heard = frame.evaluate(hear, { before: await this.said(), says: [says.source, says.flags] as const, patience: 30_000 });
    await this.editor().page.keyboard.press(key);
    const { text, isIt } = await heard;
    if (!isIt) throw new Error(`Waited for ${String(says)} after ${key}; the panel said “${text}”`);
    return text;
  }

  /** The verdict and the next trace, as one waits for it. */
  async judge(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.press(key, /^Saved/);
  }

  /** Opens an editor by its key, writes the text, and saves with Ctrl+Enter. `look` is called before it is saved. */
  async write(key: string, text: string, look?: (panel: Frame) => Promise<void>): Promise<void> {
    const panel = await this.frame();
    await this.editor().page.keyboard.press(key);
    const field = panel.locator('#draft-text:focus');
    await field.waitFor();
    await field.fill(text);
    await look?.(panel);
    await this.press('Control+Enter', /^Saved/);
    await panel.locator('#draft-text').waitFor({ state: 'detached' });
  }

  /** The words of the answer under review. */
  async answer(): Promise<string> {
    return (await this.frame()).locator('.under-review .turn-body').innerText();
  }

  /** The question the panel is headed by. */
  async title(): Promise<string> {
    return (await (await this.frame()).locator('.head h1').textContent())?.trim() ?? '';
  }

  private async said(): Promise<string> {
    return (await (await this.frame()).locator('.only-heard').textContent()) ?? '';
  }
}

interface Wish {
  readonly before: string;
  readonly says: readonly [source: string, flags: string];
  /** Milliseconds. */
  readonly patience: number;
}

/** Runs in the page: until the panel says something else than before that matches. */
function hear({ before, says, patience }: Wish): Promise<{ text: string; isIt: boolean }> {
  return new Promise((resolve) => {
    const now = (): string => document.querySelector('.only-heard')?.textContent ?? '';
    const look = (): void => {
      const text = now();
      if (text !== before && new RegExp(...says).test(text)) end(text, true);
    };
    const looking = new MutationObserver(look);
    const giveUp = setTimeout(() => end(now(), false), patience);
    const end = (text: string, isIt: boolean): void => {
      looking.disconnect();
      clearTimeout(giveUp);
      resolve({ text, isIt });
    };
    looking.observe(document.body, { childList: true, characterData: true, subtree: true });
    look();
  });
}

/** What the product itself called a bug while the window was open. */
export function unexpected({ log }: Workbench): string[] {
  return log.filter((line) => line.includes('ran into an error it did not expect'));
}
