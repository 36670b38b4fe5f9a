import { after, afterEach, before } from 'mocha';
import { WebviewBrowser, type OpenPage, type Shot } from './browser';

export interface Pages {
  open(shot: Shot): Promise<OpenPage>;
  readonly browser: WebviewBrowser;
}

/** One browser for a describe; every page is closed after its test. */
export function usePages(): () => Pages {
  let browser: WebviewBrowser | undefined;
  const opened: OpenPage[] = [];
  before(async () => {
    browser = await WebviewBrowser.start();
  });
  afterEach(async () => {
    for (const { page } of opened.splice(0)) await page.context().close();
  });
  after(async () => browser?.close());
  return () => {
    if (!browser) throw new Error('the browser is not up yet');
    const up = browser;
    return {
      browser: up,
      async open(shot) {
        const page = await up.open(shot);
        opened.push(page);
        return page;
      },
    };
  };
}
