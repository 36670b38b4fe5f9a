/** Names of keys, and numbers of items. */
export type CallPath = readonly (string | number)[];

/** What a call's arguments do that the tool's definition does not allow. */
export interface CallMisfit {
  readonly path: CallPath;
  /** The path with dots. */
  readonly where: string;
  readonly kind: 'missing' | 'unknown' | 'type' | 'value';
  /** For a type or a value: what is allowed. */
  readonly wanted: string;
}

const mostMisfits = 20;
const deepest = 32;
/** Characters of what is allowed; a stranger's list may be endless. */
const mostWanted = 200;

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Checks arguments against the JSON Schema a tool was recorded with, as far as tools use one: types, allowed values,
 * required and unknown keys, at every depth. The schema is a stranger's and the check also runs where no code may be
 * made of text: what it does not know it lets pass.
 */
export function callMisfits(given: unknown, parameters: string | undefined): CallMisfit[] {
  const found: CallMisfit[] = [];
  let schema: unknown;
  try {
    schema = JSON.parse(parameters ?? '{}');
  } catch {
    // A definition that is no JSON checks nothing.
    return found;
  }
  check(given, schema, [], found);
  return found.filter(({ where }) => where !== '');
}

function check(value: unknown, schema: unknown, path: CallPath, found: CallMisfit[]): void {
  if (!isFields(schema) || path.length > deepest || found.length >= mostMisfits) return;
  const where = path.join('.');
  const types = [schema.type].flat().filter((type): type is string => typeof type === 'string');
  if (types.length > 0 && !types.some((type) => isOf(value, type))) {
    found.push({ path: [...path], where, kind: 'type', wanted: short(types) });
    return;
  }
  const allowed = listOf(schema.enum);
  if (allowed.length > 0 && !allowed.some((one) => JSON.stringify(one) === JSON.stringify(value))) {
    found.push({ path: [...path], where, kind: 'value', wanted: short(allowed.map((one) => JSON.stringify(one))) });
    return;
  }
  if (isFields(value)) checkKeys(value, schema, path, found);
  else if (Array.isArray(value)) value.forEach((item, n) => check(item, schema.items, [...path, n], found));
}

function checkKeys(value: Fields, schema: Fields, path: CallPath, found: CallMisfit[]): void {
  const add = (key: string, kind: 'missing' | 'unknown') => {
    if (found.length < mostMisfits) found.push({ path: [...path, key], where: [...path, key].join('.'), kind, wanted: '' });
  };
  for (const key of listOf(schema.required)) if (typeof key === 'string' && !Object.hasOwn(value, key)) add(key, 'missing');
  const known = isFields(schema.properties) ? schema.properties : {};
  const isClosed = schema.additionalProperties === false && schema.patternProperties === undefined;
  for (const [key, inner] of Object.entries(value)) {
    if (Object.hasOwn(known, key)) check(inner, known[key], [...path, key], found);
    else if (isClosed) add(key, 'unknown');
  }
}

function short(allowed: readonly string[]): string {
  const text = allowed.slice(0, mostWanted).join(', ');
  return text.length > mostWanted ? `${text.slice(0, mostWanted)}…` : text;
}

/** A type this does not know allows everything. */
function isOf(value: unknown, type: string): boolean {
  switch (type) {
    case 'object':
      return isFields(value);
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
