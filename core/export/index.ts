import { Problem } from '../lib/problem';
import { openai } from './openai';
import { checkInput } from './options';
import type { ExportInput, ExportSession, ExportTarget } from './target';
import { trl } from './trl';

/** Every target, in the order they are offered. */
export const exportTargets: readonly ExportTarget[] = [trl, openai];

/** @throws Problem `target_unknown` */
export function findTarget(id: string): ExportTarget {
  const target = exportTargets.find((t) => t.id === id);
  if (!target) throw new Problem('target_unknown', { target: id, targets: exportTargets.map((t) => t.id).join(', ') });
  return target;
}

/**
 * Starts an export.
 * @throws Problem `target_unknown`, `target_lacks_method` or `option_invalid`, before anything is written
 */
export function openExport(id: string, input: ExportInput): ExportSession {
  const target = findTarget(id);
  const { method } = input.dataset.recipe;
  const able = exportTargets.filter((t) => t.methods.includes(method)).map((t) => t.id);
  checkInput(target, { options: input.options, method }, able);
  return target.open(input);
}
