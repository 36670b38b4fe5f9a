import { Problem } from '../../core/lib/problem';
import { alone, type EngineContext } from './context';

const day = 24 * 60 * 60 * 1000;
/** How often to ask whether a day is over: a computer that slept does it soon after it wakes. */
const look = 10 * 60 * 1000;

/** Does something again and again until it is given back. */
export type Every = (ms: number, work: () => Promise<void>) => { dispose(): void };

/** Nobody is kept from ending by it. */
const every: Every = (ms, work) => {
  const timer = setInterval(() => void work(), ms);
  timer.unref();
  return { dispose: () => clearInterval(timer) };
};

/**
 * Deletes what has reached the end of its retention: now, and then once a day while the store is open (LOOP §1). One
 * batch each time; pinned conversations stay. Not while anything else is going on: what an export or a build reads is
 * there until it is done.
 */
export async function keepRetention(
  context: Pick<EngineContext, 'store' | 'clock' | 'busy'>,
  say: (expired: number) => void,
  again: Every = every,
): Promise<{ dispose(): void }> {
  const { store, clock } = context;
  if (store.read_only) return { dispose: () => undefined };
  let last: number | undefined;
  const run = async () => {
    const now = clock.now();
    // A clock that was set back puts nothing off.
    if (last !== undefined && now >= last && now - last < day) return;
    try {
      const { purged } = await alone(context, 'deleting what has expired', () => store.purgeExpired(now));
      last = now;
      if (purged.length > 0) say(purged.length);
    } catch (error) {
      // An import that is going on, a full disk: it is tried again at the next look, or by the next opening.
      if (!(error instanceof Problem)) throw error;
    }
  };
  await run();
  return again(look, run);
}
