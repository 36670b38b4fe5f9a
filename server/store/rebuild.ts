import type { Cancel, Report } from '../../core/lib/cancel';
import { StoreIndex } from './index/store-index';
import { readAll, readOn } from './opening';
import type { StoreParts } from './parts';

/**
 * Makes the index anew from the log. The old one answers meanwhile; what is appended meanwhile is read at the end,
 * while writers wait for a moment.
 */
export async function rebuildIndex(parts: StoreParts, cancel?: Cancel, report?: Report): Promise<void> {
  const release = parts.claim('making its index anew');
  try {
    const opening = parts.opening(cancel, report);
    const index = await StoreIndex.create(opening.store, parts.files, opening.hasher);
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
