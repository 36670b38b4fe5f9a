import type { Frame } from 'playwright-core';

/** One act in the trace panel, in milliseconds since the key was pressed, by the clock of the panel's own page. */
export interface KeyTime {
  readonly key: string;
  /** The editor has sent the key's command back to the page; absent for keys that the page takes itself. */
  readonly command?: number;
  /** The store has the act. */
  readonly saved: number;
  /** The next trace is in the page. */
  readonly drawn: number;
  /** And the browser has painted it. */
  readonly painted: number;
}

/** Watches the panel's page from now on. The answer gives what was measured so far and begins anew. */
export async function watchKeys(frame: Frame): Promise<() => Promise<KeyTime[]>> {
  await frame.evaluate(() => {
    interface Going {
      readonly key: string;
      readonly from: number;
      command?: number;
      saved?: number;
      drawn?: number;
    }
    const times: object[] = [];
    let going: Going | undefined;
    let turns = document.querySelector('.turns');
    window.addEventListener('keydown', ({ key, timeStamp }) => (going = { key, from: timeStamp }), true);
    window.addEventListener('message', ({ data, timeStamp }: MessageEvent<{ type?: string; value?: object }>) => {
      if (!going) return;
      // The panel's own listener may have drawn the next trace already: what counts is when the message came.
      if (data.type === 'command') going.command ??= timeStamp - going.from;
      if (data.type === 'result' && data.value && 'act_id' in data.value) going.saved ??= timeStamp - going.from;
    });
    const whenPainted = (act: Going): void => {
      requestAnimationFrame(() => {
        // The task after a frame's callbacks runs once the frame is out.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          const { from, ...rest } = act;
          if (act.saved !== undefined) times.push({ ...rest, painted: performance.now() - from });
        };
        port2.postMessage(undefined);
      });
    };
    new MutationObserver(() => {
      const now = document.querySelector('.turns');
      if (now === turns || now === null) return;
      turns = now;
      if (!going || going.drawn !== undefined) return;
      going.drawn = performance.now() - going.from;
      whenPainted(going);
    }).observe(document.body, { childList: true, subtree: true });
    Object.assign(window, { takeKeyTimes: () => times.splice(0) });
  });
  return () => frame.evaluate(() => (window as unknown as { takeKeyTimes: () => KeyTime[] }).takeKeyTimes());
}

/** The value that this share of all lies at or below. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** The parts of the way from the key to the next trace, each as `p10 / p50 / p95`: on a busy machine the first says most. */
export function keyTimesText(times: readonly KeyTime[]): string {
  const part = (name: string, of: (time: KeyTime) => number) => {
    const all = times.map(of);
    return `${name} ${[0.1, 0.5, 0.95].map((share) => percentile(all, share).toFixed(0)).join(' / ')}`;
  };
  return [
    `key to next trace over ${String(times.length)} verdicts, ms p10 / p50 / p95: ${part('painted', (one) => one.painted)} (budget 50)`,
    part('command', (one) => one.command ?? 0),
    part('saved', (one) => one.saved),
    part('drawn', (one) => one.drawn),
  ].join(', ');
}
