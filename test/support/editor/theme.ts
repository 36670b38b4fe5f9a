import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { THEMES, type Theme } from './settings.mjs';
import { until } from './wait';
import { visibleWebviews } from './webview';

export type { Theme };

/** Sets settings of the workspace folder. The editor takes them up at once, which it does not do for user settings. */
export async function writeWorkspaceSettings(folder: string, changes: Readonly<Record<string, unknown>>): Promise<void> {
  const file = path.join(folder, '.vscode', 'settings.json');
  const before: unknown = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(Object.assign({}, before, changes), undefined, 2));
}

/** Switches the colour theme and waits until the workbench and every webview on screen have it. */
export async function setTheme(page: Page, folder: string, theme: Theme): Promise<void> {
  const { setting, class: name } = THEMES[theme];
  await writeWorkspaceSettings(folder, { 'workbench.colorTheme': setting });
  await page.locator(`.monaco-workbench.${name}`).waitFor();
  await until(`webviews in ${setting}`, async () => {
    const frames = await visibleWebviews(page);
    const themes = await Promise.all(frames.map((frame) => frame.evaluate(() => document.body.dataset['vscodeThemeId'])));
    return themes.every((id) => id === setting);
  });
}
