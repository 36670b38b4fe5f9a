import { closeSync, readSync } from 'node:fs';
import path from 'node:path';
import type { PlannedFile } from '../../core/export/target';
import type { Disk } from '../store/disk/disk';
import { partName } from './folder';

const bufferSize = 1024 * 1024;
const role = 'exported_rows';

/** Lines of one file, kept aside on disk with the place of each. */
interface Kept {
  readonly fd: number;
  readonly place: string;
  readonly starts: number[];
  size: number;
  pending: Buffer[];
  pendingSize: number;
}

/**
 * The rows of an export while it is not known yet in what order they go into the files: in temporary files beside
 * them, so that an export of any size stays small in memory. They are removed whatever happens.
 */
export class LineStore {
  private readonly files = new Map<string, Kept>();

  /** `token`: see `partName`. */
  constructor(
    private readonly disk: Disk,
    private readonly folder: string,
    private readonly token: string,
  ) {}

  /** Adds a line without its end. */
  add(file: string, text: string): void {
    const kept = this.files.get(file) ?? this.make(file);
    const bytes = Buffer.from(`${text}\n`);
    kept.starts.push(kept.size);
    kept.size += bytes.length;
    kept.pending.push(bytes);
    kept.pendingSize += bytes.length;
    if (kept.pendingSize >= bufferSize) this.flush(kept);
  }

  /** The bytes of a file as planned. */
  *ordered(plan: PlannedFile): Generator<Buffer> {
    const kept = this.files.get(plan.path);
    if (!kept) return;
    this.flush(kept);
    if (plan.untouched) yield* whole(kept);
    else
      for (let line = 0; line < plan.order.length; line++)
        yield Buffer.from(`${plan.line(line, lineOf(kept, plan.order[line] ?? 0))}\n`);
  }

  close(): void {
    for (const [file, { fd, place }] of this.files) {
      // Whoever calls again, because one could not be deleted, finds the rest.
      this.files.delete(file);
      closeSync(fd);
      this.disk.unlinkNow(place, role);
    }
  }

  private make(file: string): Kept {
    const place = path.join(this.folder, partName(`${path.basename(file)}.lines`, this.token));
    const fd = this.disk.open(place, 'w+', role);
    const kept: Kept = { fd, place, starts: [], size: 0, pending: [], pendingSize: 0 };
    this.files.set(file, kept);
    return kept;
  }

  private flush(kept: Kept): void {
    if (kept.pendingSize === 0) return;
    this.disk.write(kept.fd, Buffer.concat(kept.pending), kept.size - kept.pendingSize, kept.place, role);
    kept.pending = [];
    kept.pendingSize = 0;
  }
}

function* whole(kept: Kept): Generator<Buffer> {
  for (let at = 0; at < kept.size; at += bufferSize) yield read(kept, at, Math.min(bufferSize, kept.size - at));
}

function lineOf(kept: Kept, n: number): string {
  const start = kept.starts[n] ?? kept.size;
  const end = kept.starts[n + 1] ?? kept.size;
  return read(kept, start, end - start - 1).toString('utf8');
}

function read(kept: Kept, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, length));
  readSync(kept.fd, bytes, 0, bytes.length, at);
  return bytes;
}
