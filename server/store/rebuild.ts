import type { Cancel, Report } from '../../core/lib/cancel';
import type { Intake } from './capture';
import { segmentFile } from './disk/layout';
import type { FoldChanges } from './fold/changes';
import { StoreIndex } from './index/store-index';
import { takeInventory, type SegmentOnDisk } from './log/inventory';
import { bytesOf, noteShortened, readAll, readOn, shortened } from './opening';
import type { StoreParts } from './parts';
import type { Purger } from './purge/purger';

/**
 * Makes the index anew from the log. The old one answers meanwhile; what is appended meanwhile is read at the end,
 * while writers wait for a moment.
 */
export async function rebuildIndex(parts: StoreParts, cancel?: Cancel, report?: Report): Promise<void> {
  const release = parts.claim('making its index anew');
  try {
    await makeAnew(parts, cancel, report);
    // What it does without now may have been shown.
    parts.folded(everything, 0);
  } finally {
    release();
  }
  await parts.saver.save();
}

/** The work of it, for whoever has the store to themselves. */
export async function makeAnew(parts: StoreParts, cancel?: Cancel, report?: Report): Promise<void> {
  const opening = parts.opening(cancel, report);
  const inventory = takeInventory(parts.layout);
  const index = await StoreIndex.create(opening.store, bytesOf(inventory), opening);
  const shorter = shortened(opening, parts.index(), inventory);
  await readAll(opening, index, false);
  noteShortened(index, shorter);
  await parts.committer.paused(async () => {
    await readOn(parts.opening(), index, none);
    parts.replaceIndex(index);
  });
}

const none = () => false;

/** Which files were looked at as they are. */
export class Looked {
  private readonly changes = new Map<string, number>();

  /** Whether the file is another than when this was asked last. */
  readonly isNew = ({ name, changed }: SegmentOnDisk): boolean => {
    const file = segmentFile(name);
    const before = this.changes.get(file);
    this.changes.set(file, changed);
    return before !== changed;
  };
}

interface RefreshRooms {
  readonly purger: Purger;
  readonly intake: Intake;
}

/** Takes in what others wrote into the store's folder since: a pull of a shared log, for example. */
export async function refreshIndex(parts: StoreParts, { purger, intake }: RefreshRooms, looked: Looked): Promise<void> {
  const release = parts.claim('taking in what others wrote');
  try {
    // Files may have been replaced by others of the same name.
    parts.files.closeAll();
    const fits = await parts.committer.paused(() =>
      readOn(parts.opening(), parts.index(), looked.isNew, (changes, lines) => parts.folded(changes, lines)),
    );
    if (!fits) {
      await makeAnew(parts);
      parts.folded(everything, 0);
    }
    if (parts.disk.readOnly) return;
    await parts.listed([]);
    await purger.catchUp();
    await intake.takeBack();
  } finally {
    release();
  }
}

const everything: FoldChanges = {
  traces: new Set(),
  all_traces: true,
  labels: true,
  sources: true,
  datasets: true,
  refreshed: 0,
};
