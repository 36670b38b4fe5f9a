/**
 * Pictures of the screens: `node --import tsx test/support/webview-page/shots.ts FOLDER [SCENE[:THEME[:WIDTH[:COMMAND…]]]]…`.
 * Without scenes, the usual ones in dark, light and narrow; `docs/screenshots/states` as the only word makes the pictures of docs/screens.md.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { traceCommandNames } from '../../../core/protocol/panel';
import { WebviewBrowser } from './browser';
import { isThemeName } from './theme';

const states = 'docs/screenshots/states';
/** Every state a screen can be in, by the name of its picture. */
const documented: Readonly<Record<string, string>> = {
  loading: 'loading:dark',
  empty: 'queue_empty:light',
  error: 'failed:dark',
  deleted: 'missing:light',
  'trace-light': 'refund:light',
  'trace-dark': 'refund:dark',
  'trace-high-contrast': 'refund:hc-dark',
  'trace-high-contrast-light': 'refund:hc-light',
  'trace-narrow': 'refund:light:400',
  'compare-dark': 'compare:dark:1300:compare',
  'keys-light': 'refund:light:1100:help',
  'dataset-high-contrast': 'dataset:hc-dark',
  'dataset-narrow': 'dataset:dark:400',
  'dataset-error': 'dataset_missing:light',
  'import-narrow': 'import:light:400',
  'import-error': 'import_failed:dark',
  'hostile-light': 'hostile:light',
};

const usual = ['refund', 'refund:light', 'refund:dark:420', 'refund:light:1100:fix', 'refund:dark:1100:down', 'tools:light'];
const others = ['dataset', 'dataset:light:420', 'import:light', 'import_columns', 'hostile:hc-dark'];

async function shoot(browser: WebviewBrowser, folder: string, wish: string, name = wish.replaceAll(':', '-')): Promise<void> {
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
  // Where there is little to see the picture is small.
  if (await page.locator('main.center').isVisible()) await page.setViewportSize({ width: shot.width, height: 380 });
  await page.screenshot({ path: join(folder, `${name}.png`) });
  for (const error of errors) console.error(`${wish}: ${error}`);
  await page.context().close();
}

async function main([folder, ...wishes]: string[]): Promise<void> {
  if (folder === undefined) throw new Error('Name a folder for the pictures.');
  await mkdir(folder, { recursive: true });
  const browser = await WebviewBrowser.start();
  try {
    if (folder === states) for (const [name, wish] of Object.entries(documented)) await shoot(browser, folder, wish, name);
    else for (const wish of wishes.length > 0 ? wishes : [...usual, ...others]) await shoot(browser, folder, wish);
  } finally {
    await browser.close();
  }
}

void main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
