/**
 * Pictures of the screens: `node --import tsx test/support/webview-page/shots.ts FOLDER [SCENE[:THEME[:WIDTH[:COMMAND…]]]]…`.
 * A name of `states.ts` makes that state’s picture. Without scenes, the usual ones in dark, light and narrow; with
 * `docs/screenshots/states` as the only word, all of docs/screens.md. `LOOP_LANG=de` shows them in German.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { traceCommandNames } from '../../../core/protocol/panel';
import { WebviewBrowser } from './browser';
import { command, states, type State } from './states';
import { isThemeName } from './theme';

const folderOfDocs = 'docs/screenshots/states';
const usual = ['refund', 'refund:light', 'refund:dark:420', 'refund:light:1100:fix', 'refund:dark:1100:down', 'tools:light'];
const others = ['dataset', 'dataset:light:420', 'import:light', 'import_columns', 'hostile:hc-dark'];

function asked(wish: string): State {
  const known = states[wish];
  if (known) return known;
  const [scene = '', theme, width, ...commands] = wish.split(':');
  const steps = traceCommandNames.filter((name) => commands.includes(name)).map(command);
  return { scene, theme: isThemeName(theme) ? theme : 'dark', width: Number(width || 1100), steps };
}

async function shoot(browser: WebviewBrowser, folder: string, name: string, state: State): Promise<void> {
  const { steps = [], part, ...shot } = state;
  const { width = 1100 } = shot;
  const lang = process.env['LOOP_LANG'];
  const { page, errors } = await browser.open({
    height: width < 500 ? 800 : 820,
    ...(lang === undefined ? {} : { lang }),
    ...shot,
    width,
  });
  for (const step of steps) {
    await step(page);
    await browser.settled(page);
  }
  // Where there is little to see the picture is small.
  if (await page.locator('main.center').isVisible()) await page.setViewportSize({ width, height: 380 });
  const path = join(folder, `${name}.png`);
  await (part === undefined ? page.screenshot({ path }) : page.locator(part).screenshot({ path }));
  for (const error of errors) console.error(`${name}: ${error}`);
  await page.context().close();
}

async function main([folder, ...wishes]: string[]): Promise<void> {
  if (folder === undefined) throw new Error('Name a folder for the pictures.');
  await mkdir(folder, { recursive: true });
  const names = folder === folderOfDocs ? Object.keys(states) : [...usual, ...others];
  const browser = await WebviewBrowser.start();
  try {
    for (const wish of wishes.length > 0 ? wishes : names) {
      await shoot(browser, folder, wish.replaceAll(':', '-'), asked(wish)).catch((error: unknown) => {
        console.error(wish, error);
        process.exitCode = 1;
      });
    }
  } finally {
    await browser.close();
  }
}

void main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
