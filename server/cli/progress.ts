import type { Progress, Report } from '../../core/lib/cancel';

const everyMs = 100;

/** A progress line that rewrites itself on a terminal and stays silent elsewhere. */
export function progressLine(out: NodeJS.WriteStream): { show: Report; clear: () => void } {
  let shownAt = 0;
  let shown = false;
  return {
    show(progress) {
      if (!out.isTTY || Date.now() - shownAt < everyMs) return;
      shownAt = Date.now();
      shown = true;
      out.write(`\r\x1b[2K${words(progress)}`);
    },
    clear() {
      if (shown) out.write('\r\x1b[2K');
      shown = false;
    },
  };
}

export function words({ done, total, unit, per_second }: Progress): string {
  const of = total ? ` of ${total.toLocaleString('en')} (${Math.floor((100 * done) / total)} %)` : '';
  const speed = per_second ? `, ${Math.round(per_second).toLocaleString('en')} ${unit}/s` : '';
  return `${done.toLocaleString('en')}${of} ${unit}${speed}`;
}
