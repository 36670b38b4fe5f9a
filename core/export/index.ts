import { Problem } from '../lib/problem';
import { openai } from './openai';
import { checkInput } from './options';
import type { ExportTarget } from './target';
import { trl } from './trl';

const targets: readonly ExportTarget[] = [trl, openai];

/** Every target, in the order they are offered. Opening one checks method and options before anything is written. */
export const exportTargets: readonly ExportTarget[] = targets.map((target) => ({
  ...target,
  open: (input) => {
    const { method } = input.dataset.recipe;
    const able = targets.filter((t) => t.methods.includes(method)).map((t) => t.id);
    checkInput(target, { options: input.options, method }, able);
    return target.open(input);
  },
}));

/** @throws Problem `target_unknown` */
export function findTarget(id: string): ExportTarget {
  const target = exportTargets.find((t) => t.id === id);
  if (!target) throw new Problem('target_unknown', { target: id, targets: exportTargets.map((t) => t.id).join(', ') });
  return target;
}
