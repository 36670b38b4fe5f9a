import type * as z from 'zod';
import type { Context } from '../context';
import { plainValue } from '../yaml/plain';
import type { YamlMap } from '../yaml/tree';

type Parsed<T extends z.ZodType> = z.ZodSafeParseResult<z.output<T>>;

/** Of the keys as they were read: the same tree is never parsed twice. */
const known = new WeakMap<YamlMap, { readonly schema: z.ZodType; readonly result: Parsed<z.ZodType> }>();

const values = new WeakMap<YamlMap, { readonly value: unknown }>();

/** Made once, however many ask. */
function valueOf(map: YamlMap): unknown {
  let made = values.get(map);
  if (!made) values.set(map, (made = { value: plainValue(map) }));
  return made.value;
}

/** What a schema makes of the whole file. `undefined`: there are no keys, or too many of them. */
export function parsedBy<T extends z.ZodType>({ map }: Context, schema: T): Parsed<T> | undefined {
  const before = map && known.get(map);
  if (before?.schema === schema) return before.result as Parsed<T>;
  const value = map && valueOf(map);
  if (!map || value === undefined) return undefined;
  const result = schema.safeParse(value);
  known.set(map, { schema, result });
  return result;
}

/** Whether a file holds more than anything made of it could: its keys are not even looked at. */
export function isTooLarge({ map }: Context): boolean {
  return map !== undefined && valueOf(map) === undefined;
}
