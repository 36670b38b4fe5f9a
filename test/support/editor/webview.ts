import type { Frame, Page } from 'playwright-core';
import { until, type Patience } from './wait';

/**
 * The inner frame of the webview on screen that holds an element. Panels and views all look alike from outside,
 * so they are told apart by something inside.
 */
export async function webviewWith(page: Page, selector: string, patience: Patience = {}): Promise<Frame> {
  return until(`a webview with ${selector}`, () => findFrame(page, selector), patience);
}

/** Whether no webview on screen holds it; for looking after something was closed. */
export async function noWebviewWith(page: Page, selector: string, patience: Patience = {}): Promise<void> {
  await until(`no webview with ${selector}`, async () => (await findFrame(page, selector)) === undefined, patience);
}

/** Inner frames of all webviews on screen. A hidden one keeps its frame, but the element around it is not visible. */
export async function visibleWebviews(page: Page): Promise<Frame[]> {
  const shown: Frame[] = [];
  for (const frame of page.frames()) {
    const outer = frame.parentFrame();
    if (!outer || outer.parentFrame() !== page.mainFrame()) continue;
    // A frame may go away between two of these questions; then it is not on screen.
    const visible = await outer.frameElement().then(
      (element) => element.isVisible(),
      () => false,
    );
    if (visible) shown.push(frame);
  }
  return shown;
}

async function findFrame(page: Page, selector: string): Promise<Frame | undefined> {
  for (const frame of await visibleWebviews(page)) {
    const there = await frame
      .locator(selector)
      .count()
      .catch(() => 0);
    if (there > 0) return frame;
  }
  return undefined;
}
