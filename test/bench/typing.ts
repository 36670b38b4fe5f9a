/** How many places a text is typed at. */
export const edits = 60;

/** One letter typed at a place further down each time. */
export function typed(text: string, letter = 'x'): string[] {
  return Array.from({ length: edits }, (_, i) => {
    const at = text.indexOf('\n', Math.floor((text.length * (i + 1)) / (edits + 2)));
    return `${text.slice(0, at)}${letter}${text.slice(at)}`;
  });
}

/** Milliseconds of the processor's time: on a busy machine the clock says little. */
export function timed(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

export function p95(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
}

export function ms(time: number): string {
  return `${time.toFixed(1)} ms`;
}
