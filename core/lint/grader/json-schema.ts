import { Ajv2020 } from 'ajv/dist/2020';
import { plainValue } from '../yaml/plain';
import { entryOf, textOf, walkEntries, type YamlMap } from '../yaml/tree';

/** What JSON Schema 2020-12 and draft-07 know. */
export const schemaKeywords: ReadonlySet<string> = new Set([
  ...['$schema', '$id', '$ref', '$anchor', '$dynamicRef', '$dynamicAnchor', '$vocabulary', '$comment', '$defs', 'definitions'],
  ...['type', 'enum', 'const', 'title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly', 'format'],
  ...['multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum', 'maxLength', 'minLength', 'pattern'],
  ...['items', 'prefixItems', 'additionalItems', 'contains', 'maxItems', 'minItems', 'uniqueItems', 'maxContains', 'minContains'],
  ...['properties', 'patternProperties', 'additionalProperties', 'propertyNames', 'required', 'maxProperties', 'minProperties'],
  ...['dependentRequired', 'dependentSchemas', 'dependencies', 'unevaluatedProperties', 'unevaluatedItems'],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'contentEncoding', 'contentMediaType', 'contentSchema'],
]);

interface Complaint {
  readonly path: readonly string[];
  readonly reason: string;
}

let validator: Ajv2020 | undefined;

/** Why this is no JSON Schema. It is held against the meta-schema only: nothing of it is compiled or run. */
export function schemaComplaint(schema: YamlMap): Complaint | undefined {
  const plain = plainValue(schema);
  if (typeof plain !== 'object' || plain === null) return undefined;
  // Old drafts differ in words that do not matter here.
  const rest = Object.fromEntries(Object.entries(plain).filter(([key]) => key !== '$schema'));
  validator ??= new Ajv2020({ strict: false, allErrors: false, logger: false, addUsedSchema: false });
  if (validator.validateSchema(rest) !== true) {
    const error = validator.errors?.[0];
    const path = (error?.instancePath ?? '').split('/').slice(1).map(unescaped);
    return { path, reason: wordsOf(error?.message, error?.params.allowedValues) };
  }
  return brokenReference(schema);
}

function wordsOf(message: string | undefined, allowed: unknown): string {
  const listed = Array.isArray(allowed) ? `: ${allowed.join(', ')}` : '';
  return `${message ?? 'is not valid'}${listed}`;
}

function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** A `$ref` into the schema itself that leads nowhere. */
function brokenReference(schema: YamlMap): Complaint | undefined {
  for (const { entry } of walkEntries(schema)) {
    const target = textOf(entry.value);
    if (entry.name !== '$ref' || target === undefined || !/^#(?:\/|$)/.test(target)) continue;
    let node: ReturnType<typeof entryOf> | { value: YamlMap } | undefined = { value: schema };
    for (const step of target.split('/').slice(1)) node = node && entryOf(node.value, unescaped(decoded(step)));
    if (!node) return { path: [], reason: `has a $ref to ${target}, which is not there` };
  }
  return undefined;
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
