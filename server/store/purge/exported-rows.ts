import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { textsAfterPurge, type FolderNow } from '../../../core/export/after-purge';
import { Problem } from '../../../core/lib/problem';
import type { ExportedFile } from '../../../core/log/events';
import type { ExportRowMap, StoredDataset } from '../../../core/ports';
import { markersOf } from '../../../core/redact/marker';
import { codeOf } from '../disk/errors';
import type { Exported } from '../files/exports';
import { jsonLines, readJsonLines } from '../files/json-lines';
import { rawLines } from '../log/scan';
import type { StoreParts } from '../parts';
import { datasetNow } from './dataset-rows';
import type { Gone } from './gone';

export interface ExportChange {
  readonly files: readonly ExportedFile[];
  readonly rewritten: readonly string[];
  /** Files that are gone or were changed by hand: whatever they hold is out of reach. */
  readonly unreachable: readonly string[];
}

/** What a file is to become. */
type Intent = Pick<ExportedFile, 'rows' | 'sha256'>;

/** Takes the rows of purged traces out of the files of one export. Undefined when it had none. */
export async function purgeExport(
  parts: StoreParts,
  exported: Exported,
  gone: Gone,
  dataset: StoredDataset | undefined,
): Promise<ExportChange | undefined> {
  const { body } = exported;
  const map = parts.layout.exportMap(body.export);
  const rows = readMap(map);
  const purged = rows.filter((row) => gone.isGone(row.trace));
  if (purged.length === 0 && !body.files.some((file) => readIntent(parts, body.export, file.path))) return undefined;
  const rewritten: string[] = [];
  const unreachable: string[] = [];
  const files: ExportedFile[] = [];
  for (const file of body.files) {
    const lines = new Set(purged.filter((row) => row.path === file.path).map((row) => row.line));
    const changed = await purgeFile(parts, body.export, file, lines);
    if (changed === undefined) unreachable.push(file.path);
    else if (changed !== file) rewritten.push(file.path);
    files.push(changed ?? file);
  }
  const texts = dataset ? await followingTexts(parts, body.export, files, dataset) : new Map<string, ExportedFile>();
  if (purged.length > 0) await parts.disk.replace(map, jsonLines(remaining(rows, gone, new Set(unreachable))), 'export_map');
  return { files: files.map((file) => texts.get(file.path) ?? file), rewritten, unreachable };
}

/** The card and the next steps tell of the rows, so they follow; those that somebody changed stay as they are. */
async function followingTexts(
  parts: StoreParts,
  id: string,
  files: readonly ExportedFile[],
  dataset: StoredDataset,
): Promise<ReadonlyMap<string, ExportedFile>> {
  const data = files.filter((file) => file.split !== 'other');
  const now: FolderNow = {
    files: Object.fromEntries(data.map((file) => [path.basename(file.path), file.rows])),
    redactions: markersIn(data.map((file) => placeOf(parts, file.path))),
    dataset: datasetNow(parts, dataset),
  };
  const changed = new Map<string, ExportedFile>();
  for (const file of files) {
    const write = textsAfterPurge[path.basename(file.path)];
    const place = placeOf(parts, file.path);
    const found = hashOf(place);
    const intent = readIntent(parts, id, file.path);
    if (intent && found === intent.sha256) changed.set(file.path, { ...file, ...intent });
    if (!write || found !== file.sha256) continue;
    const text = Buffer.from(write(fs.readFileSync(place, 'utf8'), now));
    const then = { rows: file.rows, sha256: digest([text]) };
    const replaced = then.sha256 === found ? undefined : await replaceWith(parts, id, file, then, () => [text]);
    if (replaced) changed.set(file.path, replaced);
  }
  return changed;
}

/** Redaction markers in data files, by kind. */
function markersIn(places: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const place of places) {
    if (!fs.existsSync(place)) continue;
    for (const line of without(place, new Set()))
      for (const { kind } of markersOf(line.toString('utf8'))) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function placeOf(parts: StoreParts, stored: string): string {
  return path.resolve(parts.options.workspace ?? path.dirname(parts.layout.root), stored);
}

/** When the log says how the files are now, the notes on what they were to become have done their work. */
export async function forgetIntents(parts: StoreParts): Promise<void> {
  const folder = parts.layout.exports;
  const left = fs.existsSync(folder) ? fs.readdirSync(folder).filter((file) => file.endsWith('.intent')) : [];
  for (const file of left) await parts.disk.unlink(path.join(folder, file), 'export_map');
}

/**
 * Rewrites one file without some of its lines, if it is still as it was written. What it will be is noted before, so
 * that a purge that is done again knows its own work from a change by hand.
 */
async function purgeFile(
  parts: StoreParts,
  id: string,
  file: ExportedFile,
  lines: ReadonlySet<number>,
): Promise<ExportedFile | undefined> {
  const place = placeOf(parts, file.path);
  const intent = readIntent(parts, id, file.path);
  if (lines.size === 0 && !intent) return file;
  const found = hashOf(place);
  if (intent && found === intent.sha256) return { ...file, ...intent };
  if (lines.size === 0) return file;
  if (found === undefined || found !== file.sha256) return undefined;
  const changed: Intent = { rows: file.rows - lines.size, sha256: digest(without(place, lines)) };
  return replaceWith(parts, id, file, changed, () => without(place, lines));
}

async function replaceWith(
  parts: StoreParts,
  id: string,
  file: ExportedFile,
  changed: Intent,
  content: () => Iterable<Buffer>,
): Promise<ExportedFile | undefined> {
  await parts.disk.replace(intentFile(parts, id, file.path), [Buffer.from(`${JSON.stringify(changed)}\n`)], 'export_map');
  try {
    await parts.disk.replace(placeOf(parts, file.path), content(), 'exported_file');
  } catch (error) {
    // In a folder that must not be written to it is as far out of reach as one that is gone.
    if (error instanceof Problem && error.code === 'folder_not_writable') return undefined;
    throw error;
  }
  return { ...file, ...changed };
}

/** The map of what is left; lines move up. Rows in files out of reach stay listed, so that `verify` knows of them. */
function* remaining(rows: readonly ExportRowMap[], gone: Gone, unreachable: ReadonlySet<string>): Generator<ExportRowMap> {
  const removed = new Map<string, number[]>();
  for (const row of rows) {
    if (gone.isGone(row.trace) && !unreachable.has(row.path)) removed.set(row.path, [...(removed.get(row.path) ?? []), row.line]);
  }
  for (const row of rows) {
    const lines = removed.get(row.path) ?? [];
    if (lines.includes(row.line)) continue;
    yield { ...row, line: row.line - lines.filter((line) => line < row.line).length };
  }
}

function* without(file: string, lines: ReadonlySet<number>): Generator<Buffer> {
  const fd = fs.openSync(file, 'r');
  try {
    let line = 0;
    for (const { bytes } of rawLines(fd, 0, fs.fstatSync(fd).size)) if (!lines.has(line++)) yield bytes;
  } finally {
    fs.closeSync(fd);
  }
}

function digest(chunks: Iterable<Uint8Array>): string {
  const hash = createHash('sha256');
  for (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

function hashOf(file: string): string | undefined {
  try {
    return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES'].includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}

function readMap(map: string): ExportRowMap[] {
  return fs.existsSync(map) ? ([...readJsonLines(map)] as ExportRowMap[]) : [];
}

function intentFile(parts: StoreParts, id: string, file: string): string {
  return parts.layout.at('exports', `${id}.${parts.options.hasher.sha256(file).slice(0, 12)}.intent`);
}

function readIntent(parts: StoreParts, id: string, file: string): Intent | undefined {
  const intent = intentFile(parts, id, file);
  return fs.existsSync(intent) ? (JSON.parse(fs.readFileSync(intent, 'utf8')) as Intent) : undefined;
}
