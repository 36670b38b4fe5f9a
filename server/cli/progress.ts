import type { Progress, Report } from '../../core/lib/cancel';

const everyMs = 100;
/** What nobody asked for is worth a line when it takes longer than this, in milliseconds. */
const unaskedAfter = 300;

export interface ProgressLine {
  /** Of what the verb does. */
  readonly show: Report;
  /** Of an index that is made anew before the verb can begin. */
  readonly showRebuilding: Report;
  readonly clear: () => void;
}

/** A progress line that rewrites itself on a terminal and stays silent elsewhere. */
export function progressLine(out: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>, now: () => number = Date.now): ProgressLine {
  const begun = now();
  let shownAt = 0;
  let shown = false;
  const show = (progress: Progress, doing = '') => {
    if (!out.isTTY || now() - shownAt < everyMs) return;
    shownAt = now();
    shown = true;
    out.write(`\r\x1b[2K${doing}${words(progress)}`);
  };
  return {
    show: (progress) => show(progress),
    showRebuilding(progress) {
      if (now() - begun >= unaskedAfter) show(progress, 'Making the index anew: ');
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
