import fs from 'node:fs';
import { Problem } from '../../core/lib/problem';
import type { Store } from '../../core/ports';
import { Intake } from './capture';
import { Disk } from './disk/disk';
import { identify, type Identity } from './disk/identity';
import { Layout, segmentKinds } from './disk/layout';
import { Datasets } from './files/datasets';
import { Exports } from './files/exports';
import { UnfinishedExports } from './files/unfinished-exports';
import { acquireLease } from './lease/lease';
import { LiveStore } from './live';
import { segmentSize } from './log/appender';
import { takeInventory } from './log/inventory';
import { LogStore } from './log-store';
import { openIndex } from './opening';
import type { HeldLease, StoreOptions } from './options';
import { Purger } from './purge/purger';
import { TextSearch } from './query/text-search';
import { watchLog } from './watching';

/** Opens the store, making it when there is none. @throws Problem `store_*`, `folder_not_writable`, `disk_full` */
export async function openStore(options: StoreOptions): Promise<Store> {
  const layout = new Layout(options.path);
  const disk = new Disk(options);
  const create = (options.create ?? true) && !disk.readOnly;
  makeRoot(disk, layout, create);
  const lease = await leaseOf(options);
  try {
    const identity = await identify(disk, layout, create, options.formats);
    return await assemble(options, layout, disk, identity, lease);
  } catch (error) {
    await lease?.release();
    throw error;
  }
}

/** An empty folder is no store either when none may be made: nothing is left behind in it. */
function makeRoot(disk: Disk, layout: Layout, create: boolean): void {
  if (!create && !fs.existsSync(layout.store)) throw new Problem('store_not_found', { path: layout.root });
  if (!disk.readOnly) disk.makeFolder(layout.root, 'identity');
}

async function leaseOf({ lease = true, path, faults, medium, readOnly }: StoreOptions): Promise<HeldLease | undefined> {
  if (typeof lease === 'object') return lease;
  if (!lease || readOnly) return undefined;
  const acquired = await acquireLease(path, { faults, medium });
  if (acquired.kind === 'owner') return acquired.lease;
  acquired.socket.destroy();
  throw new Problem('store_in_use', { path });
}

async function assemble(
  options: StoreOptions,
  layout: Layout,
  disk: Disk,
  identity: Identity,
  lease: HeldLease | undefined,
): Promise<Store> {
  const live: LiveStore = new LiveStore({ options, layout, disk, identity, lease, append: (events) => intake.append(events) });
  const intake = new Intake(live);
  const datasets = new Datasets(live);
  const exports = new Exports(live);
  const unfinished = new UnfinishedExports(live, exports);
  const purger = new Purger(live, datasets, exports, unfinished);
  const texts = new TextSearch(() => live.index());
  const { index, lines, isNoted } = await openIndex(live.opening(undefined, options.onProgress));
  live.replaceIndex(index);
  live.saver.count(lines);
  if (!disk.readOnly) {
    resume(live);
    await live.listed([]);
    await purger.catchUp();
    if (isNoted) live.saver.soon();
  }
  let watching: { dispose(): void } | undefined;
  const close = once(async () => {
    watching?.dispose();
    try {
      await live.committer.idle();
      await live.scrubbed();
      // A folder that is gone takes nothing back.
      if (fs.existsSync(layout.store)) await intake.takeBack();
      await live.committer.idle();
      await live.listed([]);
      await live.saver.close();
    } finally {
      // Whatever failed, files and lease are given back: the next opening reads the log.
      for (const appender of Object.values(live.appenders)) appender.close();
      live.files.closeAll();
      live.index().db.close();
      await lease?.release();
    }
  });
  const store = new LogStore(identity.store, live, { intake, datasets, exports, unfinished, purger, texts }, close);
  if (options.watch) watching = watchLog(layout, identity.local.writer, () => store.refresh());
  return store;
}

/** Goes on with this writer's last segment of each kind, when it is neither finished nor full. */
function resume(live: LiveStore): void {
  const { segments } = live.index();
  const own = takeInventory(live.layout).segments.filter(({ name }) => name.writer === live.writer);
  for (const kind of segmentKinds) {
    for (const n of live.register.numbers(kind, live.writer)) live.numbers.seen(kind, n);
    const last = own.filter(({ name }) => name.kind === kind).at(-1);
    if (!last) continue;
    live.numbers.seen(kind, last.name.n);
    const known = segments.find(kind, last.name.writer, last.name.n);
    const open = known && !known.sealed && known.folded === last.size && last.size < segmentSize && last.name.gen === 0;
    if (open) live.appenders[kind].resume(last.name, last.size, known.lines);
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}
