import type { Frame } from 'playwright-core';

/** One act in the trace panel, in milliseconds since the key was pressed, by the clock of the panel's own page. */
export interface KeyTime {
  readonly key: string;
  /** What the key did: the command that came of it, or the kind of editor it saved. */
  readonly kind: string;
  /** The editor has sent the key's command back to the page; absent for keys that the page takes itself. */
  readonly command?: number;
  /** The next trace is in the page. */
  readonly drawn: number;
  /** And the browser has painted it. */
  readonly painted: number;
  /** The store has the act, and the page knows. */
  readonly saved: number;
}

/** Watches the panel's page from now on. The answer gives what was measured so far and begins anew. */
export async function watchKeys(frame: Frame): Promise<() => Promise<KeyTime[]>> {
  await frame.evaluate(() => {
    interface Going {
      readonly key: string;
      /** When the key was pressed. */
      readonly from: number;
      kind: string;
      command?: number;
      drawn?: number;
      painted?: number;
      saved?: number;
    }
    const times: object[] = [];
    let going: Going | undefined;
    /** Those the store has not answered, oldest first: it answers in their order. */
    const unsaved: Going[] = [];
    let turns = document.querySelector('.turns');
    const done = (act: Going): void => {
      if (act.saved !== undefined && act.painted !== undefined) times.push(act);
    };
    window.addEventListener(
      'keydown',
      ({ key, timeStamp }) => {
        const kind = /editor-(\w+)/.exec(document.querySelector('.editor')?.className ?? '')?.[1];
        going = { key, from: timeStamp, kind: kind ?? key };
      },
      true,
    );
    window.addEventListener('message', ({ data, timeStamp }: MessageEvent<Record<string, unknown>>) => {
      // The panel's own listener may have drawn the next trace already: what counts is when the message came.
      if (data['type'] === 'command' && going) {
        going.command ??= timeStamp - going.from;
        going.kind = String(data['name']);
      }
      const value = data['value'];
      if (data['type'] !== 'result' || typeof value !== 'object' || value === null || !('act_id' in value)) return;
      const act = unsaved.shift() ?? going;
      if (!act || act.saved !== undefined) return;
      act.saved = timeStamp - act.from;
      done(act);
    });
    const whenPainted = (act: Going): void => {
      requestAnimationFrame(() => {
        // The task after a frame's callbacks runs once the frame is out.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          act.painted = performance.now() - act.from;
          done(act);
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
      if (going.saved === undefined) unsaved.push(going);
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

/** The way from the key to the next trace in its parts, each as `p10 / p50 / p95`: on a busy machine the first says most. */
export function keyTimesText(times: readonly KeyTime[]): string[] {
  const part = (name: string, of: (time: KeyTime) => number | undefined) => {
    const all = times.map(of).filter((value) => value !== undefined);
    return `${name} ${[0.1, 0.5, 0.95].map((share) => percentile(all, share).toFixed(0)).join(' / ')}`;
  };
  const parts = [
    part('command', (one) => one.command),
    part('drawn', (one) => one.drawn),
    part('saved', (one) => one.saved),
    part('command to painted', (one) => one.painted - (one.command ?? 0)),
  ];
  const kinds = [...new Set(times.map(({ kind }) => kind))].map((kind) => {
    const all = times.filter((one) => one.kind === kind).map(({ painted }) => painted);
    return `${kind} ${[all[0] ?? Number.NaN, percentile(all, 0.5), percentile(all, 0.95)].map((ms) => ms.toFixed(0)).join(' / ')}`;
  });
  const painted = part('painted', (one) => one.painted);
  return [
    `key to next trace over ${String(times.length)} verdicts, ms p10 / p50 / p95: ${painted} (budget 50)`,
    `  of which, ms p10 / p50 / p95: ${parts.join(', ')}`,
    `  by kind of verdict, ms first / p50 / p95: ${kinds.join(', ')}`,
  ];
}
