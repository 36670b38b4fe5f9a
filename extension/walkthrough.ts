import { commands, Disposable, window } from 'vscode';

/** How long after a tab came its page is surely made, in milliseconds. */
const pageMade = 1500;

/**
 * Ticks steps that were done before the walkthrough was opened. The editor hears only of what becomes true while the
 * walkthrough is known to it, so each step also waits for this key, which becomes true a moment after the page is there.
 */
export function registerWalkthrough(): Disposable {
  const opened = (is: boolean) => commands.executeCommand('setContext', 'loop.walkthroughOpened', is);
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const pulse = async () => {
    await opened(true);
    await opened(false);
  };
  const listening = window.tabGroups.onDidChangeTabs(({ opened: tabs }) => {
    // Walkthroughs, like settings, are editors that extensions know nothing of.
    if (!tabs.some(({ input }) => input === undefined)) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void pulse();
    }, pageMade);
    timers.add(timer);
  });
  return Disposable.from(listening, { dispose: () => timers.forEach(clearTimeout) });
}
