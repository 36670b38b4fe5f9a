/**
 * Pictures of the screens: `node --import tsx test/support/webview-page/shots.ts FOLDER [SCENE[:THEME[:WIDTH[:COMMAND…]]]]…`.
 * Without scenes, the usual ones in dark, light and narrow.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { traceCommandNames } from '../../../core/protocol/panel';
import { WebviewBrowser } from './browser';
import { isThemeName } from './theme';

const usual = ['refund', 'refund:light', 'refund:dark:420', 'refund:light:1100:fix', 'refund:dark:1100:down', 'tools:light'];
const others = ['dataset', 'dataset:light:420', 'import:light', 'import_columns', 'hostile:hc-dark'];

async function shoot(browser: WebviewBrowser, folder: string, wish: string): Promise<void> {
  const [scene = '', theme, width, ...commands] = wish.split(':');
  const shot = {
    scene,
    theme: isThemeName(theme) ? theme : ('dark' as const),
    width: Number(width || 1100),
    height: Number(width) < 500 ? 800 : 820,
  };
  const { page, errors } = await browser.open(shot);
  for (const command of traceCommandNames.filter((name) => commands.includes(name))) {
    await browser.command(page, command);
    await page.waitForLoadState('networkidle');
  }
  await page.screenshot({ path: join(folder, `${wish.replaceAll(':', '-')}.png`) });
  for (const error of errors) console.error(`${wish}: ${error}`);
  await page.context().close();
}

async function main([folder, ...wishes]: string[]): Promise<void> {
  if (folder === undefined) throw new Error('Name a folder for the pictures.');
  await mkdir(folder, { recursive: true });
  const browser = await WebviewBrowser.start();
  try {
    for (const wish of wishes.length > 0 ? wishes : [...usual, ...others]) await shoot(browser, folder, wish);
  } finally {
    await browser.close();
  }
}

void main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
