import * as z from 'zod';
import { recipeFile } from '../../dataset/recipe';
import { grader } from '../../grade/schema';
import { judge } from '../../judge/schema';
import type { FileKind } from '../kinds';
import { type KeyType, skillKeys } from '../skill/keys';
import { statuses } from '../skill/expert';

/** A step from a map to the value of a key, or from a list to one of its items (`null`). */
export type Step = string | null;

/** What may stand at a place: the part of JSON Schema that our own schemas use. */
export interface Shape {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly additionalProperties?: boolean | Shape;
  readonly enum?: readonly (string | number | boolean)[];
  readonly const?: string | number | boolean;
  readonly maxLength?: number;
}

const text: Shape = { type: 'string' };
const list: Shape = { type: 'array', items: text };
const map: Shape = { type: 'object', additionalProperties: text };

const ofType: Readonly<Record<KeyType, Shape>> = {
  text,
  list,
  map,
  boolean: { type: 'boolean' },
  number: { type: 'number' },
  'text or list': { anyOf: [text, list] },
  'text or map': { anyOf: [text, map] },
};

/** Keys of SKILL.md that take one of a few words. */
const choices: Readonly<Record<string, readonly string[]>> = {
  context: ['fork'],
  effort: ['low', 'medium', 'high', 'xhigh', 'max'],
  shell: ['bash', 'powershell'],
  type: ['skill', 'expert'],
  status: statuses,
  expert_status: statuses,
};

/** Lengths the open specification sets, in characters. */
const limits: Readonly<Record<string, number>> = { name: 64, description: 1024, compatibility: 500 };

function skillShape(): Shape {
  const properties: Record<string, Shape> = {};
  for (const [key, { type }] of Object.entries(skillKeys)) {
    const words = choices[key];
    const limit = limits[key];
    properties[key] = {
      ...ofType[type],
      ...(words ? { enum: words } : {}),
      ...(limit === undefined ? {} : { maxLength: limit }),
    };
  }
  return { type: 'object', properties, required: ['name', 'description'], additionalProperties: false };
}

/** A schema as the plain data it is written in. */
function dataOf(schema: z.ZodType): Shape {
  return z.toJSONSchema(schema, { target: 'draft-7', io: 'input' }) as Shape;
}

const makers: Readonly<Record<FileKind, () => Shape>> = {
  skill: skillShape,
  grader: () => dataOf(grader),
  judge: () => dataOf(judge),
  recipe: () => dataOf(recipeFile),
};

const made = new Map<FileKind, Shape>();

/** What a file of this kind may hold; worked out on first use. */
export function shapeOf(kind: FileKind): Shape {
  const known = made.get(kind) ?? makers[kind]();
  made.set(kind, known);
  return known;
}

/** What a shape may be; of several that tell themselves apart by a key, those that fit what is written beside. */
function alternatives(shape: Shape, beside: ReadonlyMap<string, string>): Shape[] {
  const all = [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])];
  if (all.length === 0) return [shape];
  const fitting = all.filter((one) => Object.entries(one.properties ?? {}).every(([key, value]) => fits(value, beside.get(key))));
  return (fitting.length > 0 ? fitting : all).flatMap((one) => alternatives(one, beside));
}

function fits({ const: only }: Shape, written: string | undefined): boolean {
  return only === undefined || written === undefined || String(only) === written;
}

/** What may stand at the end of a path; `levels` hold what is written in each map on the way, the top one first. */
export function shapesAt(kind: FileKind, path: readonly Step[], levels: readonly ReadonlyMap<string, string>[]): Shape[] {
  const empty: ReadonlyMap<string, string> = new Map();
  let shapes = alternatives(shapeOf(kind), levels[0] ?? empty);
  path.forEach((step, i) => {
    const beside = levels[i + 1] ?? empty;
    shapes = shapes.flatMap((shape) => inside(shape, step)).flatMap((shape) => alternatives(shape, beside));
  });
  return shapes;
}

function inside({ items, properties, additionalProperties }: Shape, step: Step): Shape[] {
  if (step === null) return items ? [items] : [];
  const named = properties && Object.hasOwn(properties, step) ? properties[step] : undefined;
  if (named) return [named];
  return typeof additionalProperties === 'object' ? [additionalProperties] : [];
}

export interface KnownKey {
  readonly name: string;
  readonly shapes: readonly Shape[];
  readonly required: boolean;
}

/** The keys these shapes name, in the order of the schema. */
export function keysOf(shapes: readonly Shape[]): KnownKey[] {
  const found = new Map<string, { shapes: Shape[]; required: boolean }>();
  for (const { properties = {}, required = [] } of shapes) {
    for (const [name, shape] of Object.entries(properties)) {
      const known = found.get(name) ?? { shapes: [], required: false };
      known.shapes.push(shape);
      found.set(name, { shapes: known.shapes, required: known.required || required.includes(name) });
    }
  }
  return [...found].map(([name, { shapes: own, required }]) => ({ name, shapes: own, required }));
}

/** The words these shapes take; `true` and `false` where they take truth values. */
export function wordsOf(shapes: readonly Shape[]): string[] {
  const none: ReadonlyMap<string, string> = new Map();
  const words = shapes
    .flatMap((shape) => alternatives(shape, none))
    .flatMap(({ type, enum: words = [], const: only }) => [
      ...words,
      ...(only === undefined ? (type === 'boolean' ? [true, false] : []) : [only]),
    ]);
  return [...new Set(words.map(String))];
}

export function takesList(shapes: readonly Shape[]): boolean {
  return flat(shapes).some(({ type }) => type === 'array');
}

export function takesMap(shapes: readonly Shape[]): boolean {
  return flat(shapes).some(({ type }) => type === 'object');
}

export function takesScalar(shapes: readonly Shape[]): boolean {
  return flat(shapes).some(({ type }) => type !== 'array' && type !== 'object');
}

function flat(shapes: readonly Shape[]): Shape[] {
  return shapes.flatMap((shape) => alternatives(shape, new Map()));
}

/** How many characters a text may have here. */
export function lengthLimit(shapes: readonly Shape[]): number | undefined {
  return flat(shapes).find(({ maxLength }) => maxLength !== undefined)?.maxLength;
}
