import type { Page } from 'playwright-core';
import { percentile } from '../support/editor/key-times';
import { WebviewBrowser } from '../support/webview-page/browser';
import type { Print } from './main';

const rounds = 7;

/** What a conversation of 10 000 messages with a tool result of 5 MB costs in the trace panel's page, engine not included. */
export async function benchLongTrace(print: Print): Promise<void> {
  const browser = await WebviewBrowser.start();
  try {
    const opened: number[] = [];
    const worked: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const { page } = await browser.open({ scene: 'huge' });
      const work = await mainThread(page);
      opened.push(await open(page));
      worked.push(await work());
      if (round === rounds - 1) await scrolling(page, print);
      await page.context().close();
    }
    print(
      `10 000 messages and a 5 MB tool output: opened in ms p10 / p50 / p95 ${parts(opened)} (budget 200), of processor time ${parts(worked)}`,
    );
  } finally {
    await browser.close();
  }
}

/** Starts to count; the answer gives the milliseconds of processor time the page's main thread took, whatever else the machine did. */
async function mainThread(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taken = async (): Promise<number> => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const before = await taken();
  return async () => (await taken()) - before;
}

/** Milliseconds from being told what to show until the answer is painted. */
async function open(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const from = performance.now();
    const show = { type: 'show', trace: 'h0u1g2e3t4r5', queue: { order: 'oldest' } };
    window.dispatchEvent(new MessageEvent('message', { data: show }));
    while (!document.querySelector('.under-review')) await new Promise(requestAnimationFrame);
    // The task after a frame's callbacks runs once the frame is out.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - from;
  });
}

/** Frames while one scrolls through the conversation and through the whole tool output. */
async function scrolling(page: Page, print: Print): Promise<void> {
  const log = page.locator('.call', { hasText: 'read_log' }).last();
  const bigger = await page.evaluate(async () => {
    const from = performance.now();
    const more = [...document.querySelectorAll<HTMLElement>('.call .more')].filter((one) => one.textContent.includes('Show all'));
    more.at(-1)?.click();
    while (![...document.querySelectorAll('.call .more')].some((one) => one.textContent.includes('Show less')))
      await new Promise(requestAnimationFrame);
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - from;
  });
  await log.waitFor();
  const work = await mainThread(page);
  const { frames, tasks } = await page.evaluate(async () => {
    const talk = document.querySelector('.talk');
    const times: number[] = [];
    const long: number[] = [];
    new PerformanceObserver((list) => long.push(...list.getEntries().map((one) => one.duration))).observe({ type: 'longtask' });
    let before = await new Promise(requestAnimationFrame);
    for (let n = 0; n < 240; n++) {
      if (talk) talk.scrollTop -= 600;
      const now = await new Promise(requestAnimationFrame);
      times.push(now - before);
      before = now;
    }
    return { frames: times, tasks: long };
  });
  const each = (await work()) / frames.length;
  print(`  the whole 5 MB shown in ${bigger.toFixed(0)} ms`);
  print(
    `  scrolling 240 × 600 px: ms between frames p10 / p50 / p95 ${parts(frames)}, of processor time ${each.toFixed(1)} a frame; tasks over 50 ms: ${String(tasks.length)}, longest ${Math.max(0, ...tasks).toFixed(0)}`,
  );
}

function parts(values: readonly number[]): string {
  return [0.1, 0.5, 0.95].map((share) => percentile(values, share).toFixed(0)).join(' / ');
}
