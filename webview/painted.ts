/** A page that is not on the screen gets no frames: it goes on without, after so many milliseconds. */
const longestFrame = 250;

/** Does this once what has just been drawn is on the screen. */
export function afterPaint(work: () => void): void {
  let isDone = false;
  const { port1, port2 } = new MessageChannel();
  const once = (): void => {
    if (isDone) return;
    isDone = true;
    port1.close();
    work();
  };
  port1.onmessage = once;
  // The task after a frame's callbacks runs once the frame is out.
  requestAnimationFrame(() => port2.postMessage(undefined));
  setTimeout(once, longestFrame);
}
