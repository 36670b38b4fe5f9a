import type { Method } from '../dataset/recipe';
import { Problem } from '../lib/problem';
import type { ExportInput, ExportTarget } from './target';

/** Checks method and options of an export. @throws Problem `target_lacks_method` or `option_invalid` */
export function checkInput(
  target: Pick<ExportTarget, 'id' | 'methods' | 'options'>,
  input: Pick<ExportInput, 'options'> & { method: Method },
  targetsWithMethod: readonly string[],
): void {
  const { method } = input;
  if (!target.methods.includes(method)) {
    throw new Problem('target_lacks_method', { target: target.id, method, targets: targetsWithMethod.join(', ') });
  }
  for (const [name, value] of Object.entries(input.options)) {
    const option = target.options.find((o) => o.name === name);
    const known = target.options.map((o) => o.name).join(', ');
    if (!option) throw optionProblem(target.id, name, known === '' ? 'it has no options' : `it knows ${known}`);
    if (option.methods && !option.methods.includes(method)) {
      throw optionProblem(target.id, name, `it is for ${option.methods.join(', ')}`);
    }
    if (option.values.length > 0 && !option.values.includes(value)) {
      throw optionProblem(target.id, name, `choose one of ${option.values.join(', ')}`);
    }
  }
}

/** A whole number above zero; undefined when the option was not given. @throws Problem `option_invalid` */
export function wholeOption(target: string, options: ExportInput['options'], name: string): number | undefined {
  const text = options[name];
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw optionProblem(target, name, 'give a whole number above 0');
  return Number(text);
}

export function optionProblem(target: string, option: string, reason: string): Problem {
  return new Problem('option_invalid', { option, target, reason });
}
