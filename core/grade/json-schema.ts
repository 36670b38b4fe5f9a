import { Ajv2020 } from 'ajv/dist/2020';
import stringify from 'fast-json-stable-stringify';
import { misfitsOf } from '../trace/schema/check';
import { Work } from '../trace/schema/misfit';
import { compilePattern } from './pattern';

/** What of a value a schema refuses first. */
export interface Misfit {
  readonly where: string;
  readonly what: string;
}

export type FitsSchema = (value: unknown) => Misfit | undefined;

/** A schema that would be larger than this with every reference written out is none that a person wrote. */
const mostSteps = 100_000;
/**
 * How far the check of one value may go when the schema refers to itself: with choices in it, each level of the value
 * doubles the work, and both come from strangers.
 */
const mostWork = 1_000_000;

/**
 * A check of values against a JSON Schema; undefined when the schema is not one, or is unreasonably large. Schemas come
 * from files of the workspace: patterns run in the linear engine, and nothing outside of the schema is referred to.
 */
export function schemaCheck(schema: unknown): FitsSchema | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined;
  const { size, circular } = extentOf(schema);
  if (size > mostSteps) return undefined;
  const rest = Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id'));
  try {
    const validate = engine().compile(rest);
    return (value) => {
      if (circular && isEndless(value, rest)) return { where: 'the top', what: 'is nested too deeply to be checked' };
      if (validate(value)) return undefined;
      const [error] = validate.errors ?? [];
      return { where: error?.instancePath.slice(1).replaceAll('/', '.') || 'the top', what: error?.message ?? 'is not allowed' };
    };
  } catch {
    return undefined;
  }
}

/** Whether the check would go on for too long: a first one, which counts its steps, does. */
function isEndless(value: unknown, schema: object): boolean {
  const work = new Work(schema, mostWork);
  misfitsOf(value, schema, { path: [], depth: 0, work });
  return work.isOver;
}

/** One for each schema: what a schema names must not meet what another one names. */
function engine(): Ajv2020 {
  const made = new Ajv2020({ strict: false, logger: false, code: { regExp: linearPattern } });
  // The one that comes with the library compares every item with every other.
  made.removeKeyword('uniqueItems');
  made.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', validate: areUnique, error: notUnique });
  return made;
}

const linearPattern = Object.assign(
  (pattern: string) => {
    const compiled = compilePattern(pattern);
    // The library takes patterns that print alike for one.
    return { test: (text: string) => compiled.test(text), toString: () => pattern };
  },
  { code: 'linearPattern' },
);

const notUnique = { message: 'must not have equal items' };

function areUnique(wanted: boolean, items: readonly unknown[]): boolean {
  return !wanted || new Set(items.map((item) => stringify(item))).size === items.length;
}

/** The nodes of a schema with its references written out once each way they are reached; a circle counts once. */
function extentOf(root: object): { readonly size: number; readonly circular: boolean } {
  const sizes = new Map<object, number>();
  const open = new Set<unknown>();
  let circular = false;
  const measure = (node: unknown): number => {
    if (typeof node !== 'object' || node === null) return 1;
    circular ||= open.has(node);
    const known = sizes.get(node);
    if (known !== undefined) return known;
    sizes.set(node, 1);
    open.add(node);
    let size = 1;
    for (const [key, value] of Object.entries(node) as [string, unknown][]) {
      size += key === '$ref' ? measure(target(root, value)) : measure(value);
      if (size > mostSteps) break;
    }
    sizes.set(node, size);
    open.delete(node);
    return size;
  };
  return { size: measure(root), circular };
}

function target(root: object, reference: unknown): unknown {
  if (reference === '#') return root;
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return undefined;
  let node: unknown = root;
  for (const step of reference.slice(2).split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    node =
      typeof node === 'object' && node !== null && Object.hasOwn(node, key) ? (node as Record<string, unknown>)[key] : undefined;
  }
  return node;
}
