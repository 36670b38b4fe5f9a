import { jsonIn } from '../json-value';
import { schemaCheck } from '../json-schema';
import { fail, pass, skipped, type RuleKind } from '../kind';
import { shown } from '../reasons';

/** Valid JSON, with the keys that have to be there and a schema it has to fit. */
export const jsonRule: RuleKind<'json'> = {
  type: 'json',
  compile(rule) {
    const fits = rule.schema === undefined ? undefined : schemaCheck(rule.schema);
    // Also a schema that is still the name of a file: whoever reads the grader puts the file's content there.
    if (rule.schema !== undefined && !fits) return () => skipped('rule_unusable');
    const required = rule.required ?? [];
    return (answer) => {
      const found = jsonIn(answer.raw, rule.extract ?? 'whole');
      if ('code' in found) return fail(found.code);
      const missing = required.find((path) => !hasPath(found.value, path.split('.')));
      if (missing !== undefined) return fail('key_missing', { path: shown(missing) });
      const misfit = fits?.(found.value);
      return misfit ? fail('schema_differs', { where: shown(misfit.where), what: shown(misfit.what) }) : pass();
    };
  },
};

/** Keys of objects, and positions in lists. */
function hasPath(value: unknown, steps: readonly string[]): boolean {
  let at = value;
  for (const step of steps) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return false;
    if (Array.isArray(at) && !/^\d+$/.test(step)) return false;
    at = (at as Record<string, unknown>)[step];
  }
  return true;
}
