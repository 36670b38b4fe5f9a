import { build } from 'esbuild';
import type { TraceCommand } from '../../../core/protocol/panel';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { CHROMIUM_ARGUMENTS, findChromium } from '../editor/chromium.mjs';
import { themes, type ThemeName } from './theme';

const origin = 'https://panel.test';
const nonce = 'c2NyZWVuc2hvdHM';
/** The policy the host sets, with this page's origin for VS Code's. */
const policy = `default-src 'none'; style-src ${origin}; font-src ${origin}; script-src 'nonce-${nonce}'`;

const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="stylesheet" href="codicon.css"><link rel="stylesheet" href="webview.css">
</head><body><div id="app"></div>
<script nonce="${nonce}" src="host.js"></script><script nonce="${nonce}" src="webview.js"></script>
</body></html>`;

const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', ttf: 'font/ttf', html: 'text/html' };

async function bundle(folder: string): Promise<void> {
  const common = { bundle: true, format: 'iife', target: 'es2022', platform: 'browser', logLevel: 'error' } as const;
  await Promise.all([
    build({ ...common, entryPoints: ['webview/main.ts'], outfile: join(folder, 'webview.js'), minify: true }),
    build({ ...common, entryPoints: ['test/support/webview-page/page-host.ts'], outfile: join(folder, 'host.js') }),
  ]);
}

async function fileOf(folder: string, name: string): Promise<Buffer> {
  if (name.startsWith('codicon')) return readFile(join('node_modules/@vscode/codicons/dist', name));
  return readFile(join(folder, name));
}

export interface Shot {
  readonly scene: string;
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  /** The language of the screen's words; English without. */
  readonly lang?: string;
}

export interface OpenPage {
  readonly page: Page;
  /** Addresses the page asked for beyond its own files: must stay empty. */
  readonly foreign: string[];
  /** Page errors and refusals of the policy. */
  readonly errors: string[];
}

/** Headless Chromium with the bundled webview, served from memory; no request leaves the machine. */
export class WebviewBrowser {
  private constructor(
    readonly browser: Browser,
    readonly folder: string,
  ) {}

  static async start(): Promise<WebviewBrowser> {
    const folder = await mkdtemp(join(tmpdir(), 'loop-webview-'));
    await bundle(folder);
    const args = [...CHROMIUM_ARGUMENTS, '--force-color-profile=srgb'];
    return new WebviewBrowser(await chromium.launch({ executablePath: await findChromium(), args }), folder);
  }

  async open({ scene, theme = 'dark', width = 1100, height = 800, lang = 'en' }: Shot): Promise<OpenPage> {
    const colorScheme = themes[theme].scheme;
    const context = await this.browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const foreign: string[] = [];
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
    page.on('console', (message) => {
      // The toolkit sets a style attribute or two; the policy refuses them, and nothing is missing.
      if (message.type() === 'error' && !message.text().startsWith('Applying inline style')) errors.push(message.text());
    });
    await context.route('**/*', async (route) => {
      const url = new URL(route.request().url());
      if (url.origin !== origin) {
        foreign.push(url.href);
        await route.abort();
        return;
      }
      const name = url.pathname.slice(1) || 'index.html';
      const body = name === 'index.html' ? html : await fileOf(this.folder, name);
      const contentType = types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
      await route.fulfill({ body, contentType });
    });
    await page.goto(`${origin}/?scene=${scene}&theme=${theme}&lang=${lang}`);
    await page.locator('main').first().waitFor();
    if (!scene.endsWith('loading')) await page.locator('vscode-progress-ring').waitFor({ state: 'detached' });
    return { page, foreign, errors };
  }

  /** Runs a command of the trace panel, as a key does by way of the host. */
  async command(page: Page, name: TraceCommand): Promise<void> {
    await page.evaluate((command) => {
      window.dispatchEvent(new MessageEvent('message', { data: { type: 'command', name: command } }));
    }, name);
  }

  /** Changes the colours of an open page, as the editor does. */
  async theme(page: Page, name: ThemeName): Promise<void> {
    await page.emulateMedia({ colorScheme: themes[name].scheme });
    await page.evaluate((theme) => (window as unknown as { useTheme: (name: string) => void }).useTheme(theme), name);
    await this.settled(page);
  }

  /** Waits until what was asked for is drawn: the toolkit's controls follow in frames of their own. */
  async settled(page: Page): Promise<void> {
    await page.evaluate(async () => {
      for (let n = 0; n < 3; n++) await new Promise((resolve) => requestAnimationFrame(resolve));
      for (const one of document.getAnimations()) if (one.effect?.getComputedTiming().endTime !== Infinity) one.finish();
    });
  }

  async close(): Promise<void> {
    await this.browser.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
