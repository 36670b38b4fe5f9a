import fs from 'node:fs';
import path from 'node:path';
import { system, type Medium } from '../../server/store/disk/medium';

/** One change of a file that no sync has covered yet. */
type Change = { readonly at: number; readonly bytes: Buffer } | { readonly size: number };

interface FileNode {
  readonly kind: 'file';
  /** What is on disk for sure. */
  durable: Buffer;
  changes: Change[];
}

/** One change of a folder's names that no sync has covered yet. `undefined`: the name is taken away. */
type NameChange = readonly (readonly [name: string, node: Node | undefined])[];

interface FolderNode {
  readonly kind: 'folder';
  durable: Map<string, Node>;
  /** As the system shows it now. */
  names: Map<string, Node>;
  changes: NameChange[];
}

type Node = FileNode | FolderNode;

/** How much of what nobody synced a power cut leaves. */
export const leavings = ['nothing', 'all', 'beginning', 'some'] as const;
export type Leaving = (typeof leavings)[number];

/** Disks write whole sectors. */
const sector = 512;

/**
 * A folder on a disk that may lose its power. Everything is done on the real disk at once, as readers expect it, and
 * remembered: of each file what was synced, of each folder which names were. `lose` leaves in the folder what is
 * guaranteed, and of the rest as much as dice say: writes without their end, or with nothing where a sector did not
 * arrive; names that were made, changed or taken away, or not, in any order that keeps those of one name in theirs.
 */
export class LossyDisk implements Medium {
  private readonly top: FolderNode;
  private readonly opened = new Map<number, FileNode>();

  /** What is in the folder already is on disk for sure. */
  constructor(private readonly folder: string) {
    this.top = folderNode();
    take(this.top, folder);
  }

  open(file: string, flags: 'r+' | 'wx+' | 'w+', mode: number): number {
    const fd = system.open(file, flags, mode);
    const known = this.find(file);
    if (known?.kind === 'file') {
      if (flags === 'w+') known.changes.push({ size: 0 });
      this.opened.set(fd, known);
    } else {
      const node: FileNode = { kind: 'file', durable: Buffer.alloc(0), changes: [] };
      this.change(file, [[path.basename(file), node]]);
      this.opened.set(fd, node);
    }
    return fd;
  }

  write(fd: number, bytes: Uint8Array, at: number): void {
    system.write(fd, bytes, at);
    this.opened.get(fd)?.changes.push({ at, bytes: Buffer.from(bytes) });
  }

  truncate(fd: number, size: number): void {
    system.truncate(fd, size);
    this.opened.get(fd)?.changes.push({ size });
  }

  /** Covers what was written before it was asked for. Nothing is asked of the real disk. */
  async sync(fd: number): Promise<void> {
    const node = this.opened.get(fd);
    const covered = node?.changes.length ?? 0;
    await Promise.resolve();
    if (!node) return;
    node.durable = node.changes.slice(0, covered).reduce(changed, node.durable);
    node.changes.splice(0, covered);
  }

  rename(from: string, to: string): void {
    system.rename(from, to);
    if (path.dirname(from) !== path.dirname(to)) throw new Error('files stay in their folders');
    const change: NameChange = [
      [path.basename(from), undefined],
      [path.basename(to), this.find(from)],
    ];
    this.change(to, change);
  }

  link(from: string, to: string): void {
    system.link(from, to);
    this.change(to, [[path.basename(to), this.find(from)]]);
  }

  unlink(file: string): void {
    system.unlink(file);
    if (this.find(file)) this.change(file, [[path.basename(file), undefined]]);
  }

  makeFolder(folder: string, mode: number): void {
    system.makeFolder(folder, mode);
    this.change(folder, [[path.basename(folder), folderNode()]]);
  }

  removeFolder(folder: string): void {
    const node = this.find(folder);
    if (node?.kind === 'folder') for (const name of [...node.names.keys()]) this.remove(path.join(folder, name));
    system.removeFolder(folder);
    if (node) this.change(folder, [[path.basename(folder), undefined]]);
  }

  syncFolder(folder: string): void {
    const node = this.find(folder);
    if (node?.kind !== 'folder') return;
    node.durable = new Map(node.names);
    node.changes = [];
  }

  /**
   * The power is lost; whoever works on this disk must be dead. `dice`: a whole number below the one given. Answers with
   * the files that are not as they were synced last, and how long they were then.
   */
  lose(leaving: Leaving, dice: (below: number) => number): ReadonlyMap<string, number> {
    const torn = new Map<string, number>();
    leave(this.folder, this.top, { leaving, dice, torn });
    this.opened.clear();
    this.top.names.clear();
    this.top.durable.clear();
    this.top.changes = [];
    take(this.top, this.folder);
    return torn;
  }

  private remove(place: string): void {
    if (this.find(place)?.kind === 'folder') this.removeFolder(place);
    else this.unlink(place);
  }

  private find(place: string): Node | undefined {
    const relative = path.relative(this.folder, place);
    if (relative === '') return this.top;
    return relative
      .split(path.sep)
      .reduce<Node | undefined>((node, name) => (node?.kind === 'folder' ? node.names.get(name) : undefined), this.top);
  }

  /** Names are changed in the folder that the place is in. Places elsewhere are none of this disk's. */
  private change(place: string, change: NameChange): void {
    const above = this.find(path.dirname(place));
    if (above?.kind !== 'folder') return;
    apply(above.names, change);
    above.changes.push(change);
  }
}

function folderNode(): FolderNode {
  return { kind: 'folder', durable: new Map(), names: new Map(), changes: [] };
}

function take(node: FolderNode, folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    let child: Node;
    if (entry.isDirectory()) take((child = folderNode()), place);
    else child = { kind: 'file', durable: fs.readFileSync(place), changes: [] };
    node.names.set(entry.name, child);
    node.durable.set(entry.name, child);
  }
}

function apply(names: Map<string, Node>, change: NameChange): void {
  for (const [name, node] of change) {
    if (node) names.set(name, node);
    else names.delete(name);
  }
}

function changed(bytes: Buffer, change: Change): Buffer {
  if ('size' in change) {
    return Buffer.concat([bytes.subarray(0, change.size), Buffer.alloc(Math.max(0, change.size - bytes.length))]);
  }
  const { at, bytes: written } = change;
  const grown = Buffer.alloc(Math.max(bytes.length, at + written.length));
  bytes.copy(grown);
  written.copy(grown, at);
  return grown;
}

interface Fate {
  readonly leaving: Leaving;
  readonly torn: Map<string, number>;
  readonly dice: (below: number) => number;
}

function leave(folder: string, node: FolderNode, fate: Fate): void {
  const names = namesLeft(node, fate);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const left = names.get(entry.name);
    if (left && (left.kind === 'folder') === entry.isDirectory()) continue;
    fs.rmSync(path.join(folder, entry.name), { recursive: true });
  }
  for (const [name, left] of names) {
    const place = path.join(folder, name);
    if (left.kind === 'file') {
      fs.rmSync(place, { force: true });
      const bytes = bytesLeft(left, fate);
      fs.writeFileSync(place, bytes, { mode: 0o600 });
      if (!bytes.equals(left.durable)) fate.torn.set(place, left.durable.length);
      continue;
    }
    // A folder stays the one it is: a store that finds itself in another one is a copy.
    fs.mkdirSync(place, { recursive: true, mode: 0o700 });
    leave(place, left, fate);
  }
}

function namesLeft({ durable, changes }: FolderNode, { leaving, dice }: Fate): Map<string, Node> {
  const names = new Map(durable);
  const until = leaving === 'nothing' ? 0 : leaving === 'beginning' ? dice(changes.length + 1) : changes.length;
  const held = new Set<string>();
  for (const change of changes.slice(0, until)) {
    // One of two changes of one name that comes second is not there without the first.
    const waits = change.some(([name]) => held.has(name));
    if (waits || (leaving === 'some' && dice(2) === 0)) for (const [name] of change) held.add(name);
    else apply(names, change);
  }
  return names;
}

function bytesLeft({ durable, changes }: FileNode, { leaving, dice }: Fate): Buffer {
  if (leaving === 'nothing') return durable;
  const whole = leaving === 'all' ? changes.length : dice(changes.length + 1);
  const bytes = changes.slice(0, whole).reduce(changed, durable);
  const torn = changes[whole];
  if (!torn || 'size' in torn) return bytes;
  if (leaving === 'beginning') return changed(bytes, { at: torn.at, bytes: torn.bytes.subarray(0, dice(torn.bytes.length + 1)) });
  return sectors(torn).reduce((left, piece) => (dice(2) === 0 ? left : changed(left, piece)), bytes);
}

/** A write in the pieces that arrive on their own. */
function sectors({ at, bytes }: Extract<Change, { at: number }>): Change[] {
  const pieces: Change[] = [];
  for (let from = 0; from < bytes.length;) {
    const to = Math.min(bytes.length, from + sector - ((at + from) % sector));
    pieces.push({ at: at + from, bytes: bytes.subarray(from, to) });
    from = to;
  }
  return pieces;
}
