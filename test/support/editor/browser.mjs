// @ts-check
/** Opens a folder of the editor in headless Chromium. The one place that starts a browser. */
import { CHROMIUM_ARGUMENTS, findChromium } from './chromium.mjs';

/**
 * @param {(line: string) => void} [say]
 * @returns {Promise<import('playwright-core').Browser>}
 */
export async function launchChromium(say) {
  const executablePath = await findChromium(say);
  const { chromium } = await import('playwright-core');
  // Signals are the harness's: it closes pages before the browser, which lets extension hosts end.
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  return chromium.launch({ executablePath, args: CHROMIUM_ARGUMENTS, ...signals });
}

/**
 * The activity-bar icon of a view container. A badge adds words to its name, so the name need only begin this way.
 * @param {import('playwright-core').Page} page
 * @param {string} title
 */
export function activityIcon(page, title) {
  const name = title.replaceAll('"', '\\"');
  const icon = '.part.activitybar .action-label';
  return page.locator(`${icon}[aria-label="${name}"], ${icon}[aria-label^="${name} "]`).first();
}

/**
 * Goes to an address of the editor and waits until the extension's icon shows.
 * @param {import('playwright-core').Page} page
 * @param {string} address
 * @param {string} title
 * @param {number} [timeout] milliseconds; a first start on a busy machine is slow
 */
export async function openEditor(page, address, title, timeout = 60_000) {
  await page.goto(address, { timeout });
  await activityIcon(page, title).waitFor({ timeout });
}
