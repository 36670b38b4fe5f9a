import stringify from 'fast-json-stable-stringify';
import { closest } from './choice';
import { inside, isFields, listOf, misfit, type CallMisfit, type Fields, type Place } from './misfit';
import { boundMisfits, matches, numberMisfits, textMisfits, typeMisfit, valueMisfit } from './values';

/** Faults worth showing at once. */
export const mostMisfits = 20;

/** What of a value a schema does not allow. What this does not know it lets pass. */
export function misfitsOf(value: unknown, schema: unknown, at: Place): CallMisfit[] {
  if (schema === false) return [misfit(at, 'unknown')];
  if (!isFields(schema) || !at.work.spend(1, at.depth)) return [];
  // As OpenAPI writes it.
  if (value === null && schema.nullable === true) return [];
  const wrong = typeMisfit(value, schema, at) ?? valueMisfit(value, schema, at);
  if (wrong) return [wrong];
  return [...own(value, schema, at), ...combined(value, schema, at)].slice(0, mostMisfits);
}

function own(value: unknown, schema: Fields, at: Place): CallMisfit[] {
  if (typeof value === 'string') return textMisfits(value, schema, at);
  if (typeof value === 'number') return numberMisfits(value, schema, at);
  if (Array.isArray(value)) return itemMisfits(value, schema, at);
  return isFields(value) ? keyMisfits(value, schema, at) : [];
}

const fits = (value: unknown, schema: unknown, at: Place): boolean => misfitsOf(value, schema, deeper(at)).length === 0;

function deeper(at: Place): Place {
  return { ...at, depth: at.depth + 1 };
}

function combined(value: unknown, schema: Fields, at: Place): CallMisfit[] {
  const here = deeper(at);
  const found: CallMisfit[] = [];
  if (typeof schema.$ref === 'string') found.push(...misfitsOf(value, target(at.work.root, schema.$ref), here));
  for (const one of listOf(schema.allOf, at)) found.push(...misfitsOf(value, one, here));
  const any = listOf(schema.anyOf, at).map((one) => misfitsOf(value, one, here));
  if (any.length > 0 && any.every((one) => one.length > 0)) found.push(...closest(any, at));
  found.push(...exactlyOne(value, schema, at));
  if (schema.not !== undefined && fits(value, schema.not, at)) found.push(misfit(at, 'not'));
  if (schema.if !== undefined) {
    found.push(...misfitsOf(value, fits(value, schema.if, at) ? schema.then : schema.else, here));
  }
  return found;
}

function exactlyOne(value: unknown, schema: Fields, at: Place): readonly CallMisfit[] {
  const one = listOf(schema.oneOf, at).map((branch) => misfitsOf(value, branch, deeper(at)));
  const fitting = one.filter((branch) => branch.length === 0).length;
  if (one.length === 0 || fitting === 1) return [];
  return fitting > 1 ? [misfit(at, 'several')] : closest(one, at);
}

/** Only places within the definition itself are referred to. */
function target(root: unknown, reference: string): unknown {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  let node = root;
  for (const step of reference.split('/').slice(1)) {
    const key = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return undefined;
    node = (node as Fields)[key];
  }
  return node;
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

function itemMisfits(items: readonly unknown[], schema: Fields, at: Place): CallMisfit[] {
  const found = boundMisfits(items.length, schema, at, 'items', { minItems: '≥', maxItems: '≤' });
  // The older drafts wrote the first items as a list.
  const first = listOf(schema.prefixItems ?? (Array.isArray(schema.items) ? schema.items : undefined), at);
  const rest = Array.isArray(schema.items) ? schema.additionalItems : schema.items;
  for (let n = 0; n < items.length && found.length < mostMisfits; n++) {
    found.push(...misfitsOf(items[n], n < first.length ? first[n] : rest, inside(at, n)));
  }
  if (schema.uniqueItems === true && at.work.spend(items.length) && !areUnique(items)) found.push(misfit(at, 'unique'));
  return [...found, ...containing(items, schema, at)];
}

function areUnique(items: readonly unknown[]): boolean {
  return new Set(items.map((item) => stringify(item))).size === items.length;
}

function containing(items: readonly unknown[], schema: Fields, at: Place): CallMisfit[] {
  if (schema.contains === undefined) return [];
  const count = items.filter((item, n) => misfitsOf(item, schema.contains, inside(at, n)).length === 0).length;
  const { minContains: least = 1, maxContains: most } = schema;
  const isWrong = (typeof least === 'number' && count < least) || (typeof most === 'number' && count > most);
  return isWrong ? [misfit(at, 'contains')] : [];
}

function keyMisfits(value: Fields, schema: Fields, at: Place): CallMisfit[] {
  const keys = Object.keys(value);
  const found = boundMisfits(keys.length, schema, at, 'keys', { minProperties: '≥', maxProperties: '≤' });
  for (const key of [...listOf(schema.required, at), ...dependent(value, schema, at)]) {
    if (found.length >= mostMisfits) return found;
    if (typeof key === 'string' && !Object.hasOwn(value, key)) found.push(misfit(inside(at, key), 'missing'));
  }
  for (const key of keys) {
    if (found.length >= mostMisfits) return found;
    found.push(...entryMisfits(key, value[key], schema, inside(at, key)));
  }
  return [...found, ...dependentMisfits(value, schema, at)];
}

function entryMisfits(key: string, value: unknown, schema: Fields, at: Place): CallMisfit[] {
  if (schema.propertyNames !== undefined && !fits(key, schema.propertyNames, at)) return [misfit(at, 'unknown')];
  const known = isFields(schema.properties) && Object.hasOwn(schema.properties, key);
  const found = known ? misfitsOf(value, (schema.properties as Fields)[key], at) : [];
  const patterns = isFields(schema.patternProperties) ? Object.entries(schema.patternProperties) : [];
  const named = patterns.filter(([pattern]) => at.work.spend(1) && matches(key, pattern, at));
  for (const [, inner] of named) found.push(...misfitsOf(value, inner, at));
  if (known || named.length > 0) return found;
  return misfitsOf(value, schema.additionalProperties, at);
}

/** Keys that others which are there ask for. */
function dependent(value: Fields, schema: Fields, at: Place): unknown[] {
  return [schema.dependentRequired, schema.dependencies].flatMap((table) =>
    !isFields(table) ? [] : Object.entries(table).flatMap(([key, list]) => (Object.hasOwn(value, key) ? listOf(list, at) : [])),
  );
}

function dependentMisfits(value: Fields, schema: Fields, at: Place): CallMisfit[] {
  return [schema.dependentSchemas, schema.dependencies].flatMap((table) =>
    !isFields(table)
      ? []
      : Object.entries(table).flatMap(([key, inner]) =>
          Object.hasOwn(value, key) && !Array.isArray(inner) ? misfitsOf(value, inner, deeper(at)) : [],
        ),
  );
}
