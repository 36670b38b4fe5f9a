import type { Disk } from '../disk/disk';
import {
  parseSegmentFile,
  segmentFile,
  segmentKey,
  segmentKinds,
  type Layout,
  type SegmentKind,
  type SegmentName,
} from '../disk/layout';
import { writeLocal, type LocalFile } from '../disk/local-file';

/**
 * The segment files this copy of the store has, kept in `local.json`: neither the log nor the index, which are made of
 * them, could tell that one is gone.
 */
export class Register {
  /** By kind, writer and number: the file as it was called last. */
  private readonly listed = new Map<string, SegmentName>();
  private present = new Set<string>();
  private dirty: boolean;
  private saving: Promise<void> = Promise.resolve();

  constructor(
    private readonly disk: Disk,
    private readonly layout: Layout,
    private readonly local: LocalFile,
  ) {
    this.dirty = local.segments === undefined;
    for (const name of (local.segments ?? []).flatMap(parse)) this.listed.set(segmentKey(name), name);
  }

  /** A copy that earlier versions kept: there is no list, and the index knows best what should be there. */
  get isNew(): boolean {
    return this.local.segments === undefined;
  }

  /** These are there, or were until now. Listed from now on; not yet saved. */
  note(names: Iterable<SegmentName>): void {
    for (const name of names) {
      this.present.add(segmentKey(name));
      const known = this.listed.get(segmentKey(name));
      if (known && known.gen >= name.gen) continue;
      this.listed.set(segmentKey(name), name);
      this.dirty = true;
    }
  }

  /** A look at the folders found these, and no others. */
  found(names: Iterable<SegmentName>): void {
    this.present = new Set();
    this.note(names);
  }

  /** Files that should be there and are not. */
  missing(): SegmentName[] {
    return [...this.listed].flatMap(([key, name]) => (this.present.has(key) ? [] : [name]));
  }

  /** Numbers that were given to segments of this writer, whether or not they are there: none is given twice. */
  numbers(kind: SegmentKind, writer: string): number[] {
    return [...this.listed.values()].filter((name) => name.kind === kind && name.writer === writer).map(({ n }) => n);
  }

  /** These go for good. Saved before they do, or a kill in between would make them missed. */
  async strike(names: Iterable<SegmentName>): Promise<void> {
    for (const name of names) {
      this.present.delete(segmentKey(name));
      if (this.listed.delete(segmentKey(name))) this.dirty = true;
    }
    await this.save();
  }

  /** One write at a time, and none when nothing changed. */
  save(): Promise<void> {
    const saved = this.saving.catch(() => undefined).then(() => this.write());
    this.saving = saved;
    return saved;
  }

  private async write(): Promise<void> {
    if (!this.dirty || this.disk.readOnly) return;
    this.dirty = false;
    try {
      await writeLocal(this.disk, this.layout, { ...this.local, segments: [...this.listed.values()].map(segmentFile).sort() });
    } catch (error) {
      this.dirty = true;
      throw error;
    }
  }
}

function parse(file: string): SegmentName[] {
  const [folder, name = ''] = file.split('/');
  const kind = segmentKinds.find((known) => known === folder);
  const parsed = kind && parseSegmentFile(kind, name);
  return parsed && !parsed.part ? [parsed.name] : [];
}
