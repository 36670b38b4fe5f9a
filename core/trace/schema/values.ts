import stringify from 'fast-json-stable-stringify';
import { compilePattern } from '../../grade/pattern';
import { listOf, misfit, type CallMisfit, type Fields, type Place } from './misfit';

/** Names of what is allowed that are worth showing. */
const mostShown = 50;

export function typeMisfit(value: unknown, schema: Fields, at: Place): CallMisfit | undefined {
  const types = [schema.type].flat().filter((type): type is string => typeof type === 'string');
  if (types.length === 0 || types.some((type) => isOf(value, type))) return undefined;
  return misfit(at, 'type', types.slice(0, mostShown).join(', '));
}

/** A type this does not know allows everything. */
function isOf(value: unknown, type: string): boolean {
  switch (type) {
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'array':
      return Array.isArray(value);
    case 'null':
      return value === null;
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value);
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === type;
    default:
      return true;
  }
}

export function valueMisfit(value: unknown, schema: Fields, at: Place): CallMisfit | undefined {
  const allowed = Object.hasOwn(schema, 'const') ? [schema.const] : listOf(schema.enum, at);
  if (allowed.length === 0) return undefined;
  const own = stringify(value);
  if (allowed.some((one) => stringify(one) === own)) return undefined;
  return misfit(
    at,
    'value',
    allowed
      .slice(0, mostShown)
      .map((one) => JSON.stringify(one))
      .join(', '),
  );
}

type Sign = '≥' | '≤' | '>' | '<';

/** Bounds of a size, by the words of the schema that set them. */
export function boundMisfits(
  size: number,
  schema: Fields,
  at: Place,
  kind: CallMisfit['kind'],
  words: Readonly<Record<string, Sign>>,
): CallMisfit[] {
  return Object.entries(words).flatMap(([word, sign]) => {
    const bound = schema[word];
    return typeof bound !== 'number' || isWithin(size, sign, bound) ? [] : [misfit(at, kind, `${sign} ${String(bound)}`)];
  });
}

function isWithin(size: number, sign: Sign, bound: number): boolean {
  if (sign === '≥') return size >= bound;
  if (sign === '≤') return size <= bound;
  return sign === '>' ? size > bound : size < bound;
}

const numberWords = { minimum: '≥', maximum: '≤', exclusiveMinimum: '>', exclusiveMaximum: '<' } as const;

export function numberMisfits(value: number, schema: Fields, at: Place): CallMisfit[] {
  const found = boundMisfits(value, schema, at, 'number', numberWords);
  const { multipleOf: step } = schema;
  if (typeof step === 'number' && step > 0 && !isMultiple(value, step)) found.push(misfit(at, 'multiple', String(step)));
  return found;
}

/** 0.3 is a multiple of 0.1, whatever binary fractions say. */
function isMultiple(value: number, step: number): boolean {
  const times = value / step;
  return Math.abs(times - Math.round(times)) <= 1e-9 * Math.max(1, Math.abs(times));
}

export function textMisfits(value: string, schema: Fields, at: Place): CallMisfit[] {
  // Characters, as people count them.
  const needsLength = typeof schema.minLength === 'number' || typeof schema.maxLength === 'number';
  const length = needsLength ? Array.from(value).length : 0;
  const found = boundMisfits(length, schema, at, 'length', { minLength: '≥', maxLength: '≤' });
  if (typeof schema.pattern === 'string' && !matches(value, schema.pattern, at)) {
    found.push(misfit(at, 'pattern', schema.pattern));
  }
  const form = typeof schema.format === 'string' && Object.hasOwn(formats, schema.format) ? formats[schema.format] : undefined;
  if (form && !form.test(value.slice(0, 1000))) found.push(misfit(at, 'format', String(schema.format)));
  return found;
}

/** Characters of a pattern and of what it is tried on, for one step of work. */
const perStep = 20;
const longestPattern = 2000;

/** In the linear engine. A pattern it does not know, or for which there is no room, allows everything. */
export function matches(text: string, pattern: string, { work }: Place): boolean {
  if (pattern.length > longestPattern || !work.spend(Math.ceil((text.length * pattern.length) / perStep))) return true;
  try {
    return compilePattern(pattern).test(text);
  } catch {
    return true;
  }
}

const day = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const clock = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d{1,12})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):?[0-5]\d)`;
/** The forms that definitions of tools name, each without anything that could be slow. */
const formats: Readonly<Record<string, RegExp>> = {
  date: new RegExp(`^${day}$`),
  time: new RegExp(`^${clock}$`),
  'date-time': new RegExp(`^${day}[Tt ]${clock}$`),
  uuid: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i,
  email: /^[^\s@]+@[^\s@]+$/,
  uri: /^[a-z][a-z\d+.-]*:\S+$/i,
};
