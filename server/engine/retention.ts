import type { Clock, Store } from '../../core/ports';

const day = 24 * 60 * 60 * 1000;

/**
 * Deletes what has reached the end of its retention: now, and then once a day while the store is open (LOOP §1). One
 * batch each time; pinned conversations stay. Nobody is kept from ending by the timer.
 */
export async function keepRetention(store: Store, clock: Clock, say: (expired: number) => void): Promise<{ dispose(): void }> {
  const run = async () => {
    const { purged } = await store.purgeExpired(clock.now());
    if (purged.length > 0) say(purged.length);
  };
  await run();
  const timer = setInterval(() => void run().catch(tryTomorrow), day);
  timer.unref();
  return { dispose: () => clearInterval(timer) };
}

/** A full disk or a store that was just closed: the next day, or the next opening, does it. */
function tryTomorrow(): void {
  return;
}
