import type { Cancel, Report } from '../../core/lib/cancel';
import { StoreIndex } from './index/store-index';
import { readAll, readOn } from './opening';
import type { StoreParts } from './parts';
import type { Purger } from './purge/purger';

/**
 * Makes the index anew from the log. The old one answers meanwhile; what is appended meanwhile is read at the end,
 * while writers wait for a moment.
 */
export async function rebuildIndex(parts: StoreParts, cancel?: Cancel, report?: Report): Promise<void> {
  const release = parts.claim('making its index anew');
  try {
    const opening = parts.opening(cancel, report);
    const index = await StoreIndex.create(opening.store, opening);
    await readAll(opening, index, false);
    await parts.committer.paused(async () => {
      await readOn(parts.opening(), index);
      parts.replaceIndex(index);
    });
  } finally {
    release();
  }
  await parts.saver.save();
}

/** Takes in what others wrote into the store's folder since: a pull of a shared log, for example. */
export async function refreshIndex(parts: StoreParts, purger: Purger): Promise<void> {
  // Files may have been replaced by others of the same name.
  parts.files.closeAll();
  const fits = await parts.committer.paused(() =>
    readOn(parts.opening(), parts.index(), (changes, lines) => parts.folded(changes, lines)),
  );
  if (!fits) await rebuildIndex(parts);
  await purger.finishAll(parts.index().folder.takeScrubs());
}
