import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Problem } from '../../../core/lib/problem';
import type { ExportedFile } from '../../../core/log/events';
import type { ExportMapLine, StoredDataset } from '../../../core/ports';
import { codeOf } from '../disk/errors';
import { isRefused, type Exported } from '../files/exports';
import { jsonLines, readJsonLines } from '../files/json-lines';
import type { StoreParts } from '../parts';
import { linesWithout, type FirstLine } from './exported-lines';
import { placeOf, targetOf, textsNow } from './exported-texts';
import type { Gone } from './gone';

export interface ExportChange {
  readonly files: readonly ExportedFile[];
  readonly rewritten: readonly string[];
  /** Files that are gone or were changed by hand: whatever they hold is out of reach. */
  readonly unreachable: readonly string[];
}

/** What a file is to become. */
type Intent = Pick<ExportedFile, 'rows' | 'sha256'>;

/** In place of the hash of a file that is to be no more. */
const noFile = 'none';

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
  const { firstLine } = targetOf(body.target) ?? {};
  for (const file of body.files) {
    const lines = new Set(purged.flatMap((row) => (!isRefused(row) && row.path === file.path ? [row.line] : [])));
    const changed = await purgeFile(parts, body.export, file, lines, file.split === 'train' ? firstLine : undefined);
    if (changed === undefined) unreachable.push(file.path);
    else if (changed !== file) rewritten.push(file.path);
    files.push(changed ?? file);
  }
  const texts = dataset ? textsNow(parts, exported, dataset, { files, map: rows, gone }) : new Map<string, string>();
  const followed = await followingTexts(parts, body.export, files, texts);
  if (purged.length > 0) await parts.disk.replace(map, jsonLines(remaining(rows, gone, new Set(unreachable))), 'export_map');
  const now = files.map((file) => followed.get(file.path) ?? file);
  return { files: now.filter((file) => file.sha256 !== noFile), rewritten, unreachable };
}

/** The files beside the data tell of the rows, so they follow; those that somebody changed stay as they are. */
async function followingTexts(
  parts: StoreParts,
  id: string,
  files: readonly ExportedFile[],
  texts: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, ExportedFile>> {
  const changed = new Map<string, ExportedFile>();
  for (const file of files) {
    const found = hashOf(placeOf(parts, file.path));
    const intent = readIntent(parts, id, file.path);
    if (intent && found === intent.sha256) changed.set(file.path, { ...file, ...intent });
    const text = texts.get(file.path);
    if (text === undefined || file.split !== 'other' || found !== file.sha256) continue;
    const bytes = Buffer.from(text);
    const then = { rows: file.rows, sha256: digest([bytes]) };
    const replaced = then.sha256 === found ? undefined : await replaceWith(parts, id, file, then, () => [bytes]);
    if (replaced) changed.set(file.path, replaced);
  }
  return changed;
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
  first: FirstLine | undefined,
): Promise<ExportedFile | undefined> {
  const place = placeOf(parts, file.path);
  const intent = readIntent(parts, id, file.path);
  if (lines.size === 0 && !intent) return file;
  const found = hashOf(place);
  if (intent && (found ?? noFile) === intent.sha256) return { ...file, ...intent };
  if (lines.size === 0) return file;
  if (found === undefined || found !== file.sha256) return undefined;
  const rows = file.rows - lines.size;
  // Loaders stumble over a file without a line, so an export writes none.
  if (rows === 0) return replaceWith(parts, id, file, { rows, sha256: noFile }, undefined);
  const content = () => linesWithout(place, lines, first);
  return replaceWith(parts, id, file, { rows, sha256: digest(content()) }, content);
}

async function replaceWith(
  parts: StoreParts,
  id: string,
  file: ExportedFile,
  changed: Intent,
  content: (() => Iterable<Buffer>) | undefined,
): Promise<ExportedFile | undefined> {
  await parts.disk.replace(intentFile(parts, id, file.path), [Buffer.from(`${JSON.stringify(changed)}\n`)], 'export_map');
  try {
    const place = placeOf(parts, file.path);
    if (content) await parts.disk.replace(place, content(), 'exported_file');
    else {
      await parts.disk.unlink(place, 'exported_file');
      parts.disk.syncFolder(path.dirname(place), 'exported_file');
    }
  } catch (error) {
    // In a folder that must not be written to it is as far out of reach as one that is gone.
    if (error instanceof Problem && error.code === 'folder_not_writable') return undefined;
    throw error;
  }
  return { ...file, ...changed };
}

/** The map of what is left; lines move up. Rows in files out of reach stay listed, so that `verify` knows of them. */
function* remaining(rows: readonly ExportMapLine[], gone: Gone, unreachable: ReadonlySet<string>): Generator<ExportMapLine> {
  const removed = new Map<string, number[]>();
  for (const row of rows) {
    if (isRefused(row) || !gone.isGone(row.trace) || unreachable.has(row.path)) continue;
    removed.set(row.path, [...(removed.get(row.path) ?? []), row.line]);
  }
  for (const row of rows) {
    if (isRefused(row)) {
      if (!gone.isGone(row.trace)) yield row;
      continue;
    }
    const lines = removed.get(row.path) ?? [];
    if (lines.includes(row.line)) continue;
    yield { ...row, line: row.line - lines.filter((line) => line < row.line).length };
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

function readMap(map: string): ExportMapLine[] {
  return fs.existsSync(map) ? ([...readJsonLines(map)] as ExportMapLine[]) : [];
}

function intentFile(parts: StoreParts, id: string, file: string): string {
  return parts.layout.at('exports', `${id}.${parts.options.hasher.sha256(file).slice(0, 12)}.intent`);
}

function readIntent(parts: StoreParts, id: string, file: string): Intent | undefined {
  const intent = intentFile(parts, id, file);
  return fs.existsSync(intent) ? (JSON.parse(fs.readFileSync(intent, 'utf8')) as Intent) : undefined;
}
