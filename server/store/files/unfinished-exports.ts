import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { Problem } from '../../../core/lib/problem';
import type { PlannedExport } from '../../../core/ports';
import { isPartOf, sha256Of } from '../../export/folder';
import { pathInside } from '../../inside';
import { readJson } from '../disk/local-file';
import type { StoreParts } from '../parts';
import type { Exports } from './exports';

const noted = z.object({
  export: z.string(),
  dataset: z.string(),
  folder: z.string(),
  token: z.string().regex(/^[0-9a-f]{8}$/),
  files: z.array(z.object({ path: z.string(), sha256: z.string() })),
  /** The copy of the store that wrote it. */
  writer: z.string(),
});

type Noted = z.infer<typeof noted>;

const ending = '.intent.json';

/**
 * Exports that are under way, or were when a process died. Each is noted before its first file is written, until the log
 * says that it was: what stands in its folder without that is nobody's, and no deletion would ever find it.
 */
export class UnfinishedExports {
  /** Those of this process. */
  private readonly running = new Map<string, Noted>();

  constructor(
    private readonly parts: StoreParts,
    private readonly exports: Exports,
  ) {}

  /** Called again when it is known what files there will be. */
  async plan(plan: PlannedExport): Promise<void> {
    if (!this.running.has(plan.export)) await this.settle();
    const { export: id, dataset, folder, token, files } = plan;
    const named = files.map(({ path: name, sha256 }) => ({ path: name, sha256 }));
    const note: Noted = { export: id, dataset, folder, token, files: named, writer: this.parts.writer };
    this.running.set(id, note);
    await this.parts.disk.replace(this.file(id), [Buffer.from(`${JSON.stringify(note)}\n`)], 'export_intent');
  }

  /** The log has it now. */
  async done(id: string): Promise<void> {
    const note = this.running.get(id);
    this.running.delete(id);
    if (note) await this.forget(note);
  }

  /** It failed: takes back what it wrote, unless another process that took the store over has done so. */
  async giveUp(id: string): Promise<void> {
    const note = this.running.get(id);
    this.running.delete(id);
    if (!note || this.read(this.file(id))?.token !== note.token) return;
    if (this.exports.has(id)) await this.forget(note);
    else await this.rollBack(note);
  }

  /** Those that the log has: a process died just after it was written. */
  recorded(): Noted[] {
    return this.left().filter((note) => this.exports.has(note.export));
  }

  /** Those that the log does not have: what they left is still there, as far as anybody knows. */
  unrecorded(): Noted[] {
    return this.left().filter((note) => !this.exports.has(note.export));
  }

  /** Takes back what unfinished exports left. Answers with those it could not reach; they are tried again. */
  async settle(): Promise<Noted[]> {
    const busy = new Set([...this.running.values()].map(({ folder }) => folder));
    const outOfReach: Noted[] = [];
    for (const note of this.unrecorded()) {
      if (busy.has(note.folder) || !(await this.rollBack(note))) outOfReach.push(note);
    }
    return outOfReach;
  }

  /** Takes the note back, and the rows that were kept aside. False when the folder is out of reach. */
  async forget(note: Noted): Promise<boolean> {
    return this.clear(note, []);
  }

  private rollBack(note: Noted): Promise<boolean> {
    // A file that an earlier export wrote just so belongs to that one.
    const owned = new Set(this.exports.list().flatMap(({ body }) => body.files.map((file) => `${file.path} ${file.sha256}`)));
    return this.clear(
      note,
      note.files.filter((file) => !owned.has(`${file.path} ${file.sha256}`)),
    );
  }

  private async clear(note: Noted, files: Noted['files']): Promise<boolean> {
    const { disk } = this.parts;
    const folder = this.folderOf(note);
    try {
      const names = folder === undefined ? undefined : namesIn(folder);
      if (folder === undefined || names === undefined) return false;
      const gone = names.filter((name) => isPartOf(note.token, name)).map((name) => path.join(folder, name));
      for (const file of files) {
        const place = path.join(folder, path.basename(file.path));
        const found = await sha256Of(place);
        // It is there and nobody may read it: whether it is ours is not known.
        if (found === undefined && fs.statSync(place, { throwIfNoEntry: false })?.isFile()) return false;
        if (found === file.sha256) gone.push(place);
      }
      for (const place of gone) await disk.unlink(place, 'exported_file');
      if (gone.length > 0) disk.syncFolder(folder, 'exported_file');
      await disk.unlink(this.file(note.export), 'export_intent');
      return true;
    } catch (error) {
      if (error instanceof Problem) return false;
      throw error;
    }
  }

  /** A copy of the store knows the folders that came with it; those elsewhere are of the store it was copied from. */
  private folderOf({ folder, writer }: Noted): string | undefined {
    const workspace = this.parts.options.workspace ?? path.dirname(this.parts.layout.root);
    const place = path.resolve(workspace, folder);
    const isOurs = writer === this.parts.writer || (!path.isAbsolute(folder) && pathInside(workspace, place) !== undefined);
    return isOurs ? place : undefined;
  }

  /** Notes of processes that are not there any more. */
  private left(): Noted[] {
    const folder = this.parts.layout.exports;
    const files = fs.existsSync(folder) ? fs.readdirSync(folder).filter((file) => file.endsWith(ending)) : [];
    return files.flatMap((file) => {
      const note = this.read(path.join(folder, file));
      return note && file === `${note.export}${ending}` && !this.running.has(note.export) ? [note] : [];
    });
  }

  private read(file: string): Noted | undefined {
    return noted.safeParse(readJson(file)).data;
  }

  private file(id: string): string {
    return this.parts.layout.exportMap(id).replace(/\.jsonl$/, ending);
  }
}

/** Undefined when the folder is not there, or not to be looked into. */
function namesIn(folder: string): string[] | undefined {
  try {
    return fs.readdirSync(folder);
  } catch {
    return undefined;
  }
}
