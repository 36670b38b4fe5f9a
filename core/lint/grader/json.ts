import type { Context, Rule } from '../context';
import type { Finding, Findings, Fix } from '../finding';
import { nearest } from '../near';
import { baseName, folderOf, isAbsolute, isInside, joined } from '../paths';
import { deleteItem, insertKey } from '../repairs';
import { entriesOf, entryOf, itemsOf, locate, resolved, textOf, valueOf, type YamlMap, type YamlNode } from '../yaml/tree';
import { scalarText } from '../yaml/write';
import type { RuleCheck } from './each-rule';
import { schemaComplaint, schemaKeywords } from './json-schema';
import { ofType } from './view';

/** GRD054: schemas in files of their own. */
export const schemaFileRules: Rule = function* (context) {
  for (const { map } of ofType(context, 'json')) yield* schemaFile(context, resolved(valueOf(map, 'schema')));
};

/** GRD050–GRD052, GRD055: required paths and schemas. */
export const jsonChecks: RuleCheck = function* (context, { type, map }) {
  if (type !== 'json') return;
  yield* redundantPaths(context, map);
  const schema = resolved(valueOf(map, 'schema'));
  if (schema?.kind !== 'map') return;
  yield* unknownKeywords(schema, schema);
  yield* invalid(schema);
  yield* forbiddenPaths(context, valueOf(map, 'required'), schema);
};

function* redundantPaths(context: Context, map: YamlMap): Findings {
  const paths = itemsOf(valueOf(map, 'required')).flatMap((node) => {
    const path = textOf(node);
    return path === undefined ? [] : [{ node, path }];
  });
  const seen = new Set<string>();
  for (const { node, path } of paths) {
    const longer = paths.find((other) => other.path.startsWith(`${path}.`));
    const fixes = () => deleteItem(context, map, 'required', node);
    const faded = { code: 'GRD052', span: node.span, unnecessary: true, fixes } as const;
    if (seen.has(path)) yield { ...faded, variant: 'twice', args: { a: path } };
    else if (longer) yield { ...faded, args: { a: path, b: longer.path } };
    seen.add(path);
  }
}

/** A path that a closed object leaves no room for. */
function* forbiddenPaths(context: Context, required: YamlNode | undefined, schema: YamlMap): Findings {
  for (const node of itemsOf(required)) {
    const path = textOf(node);
    if (path === undefined) continue;
    const found = firstForbidden(schema, path.split('.'));
    if (!found) continue;
    const { key, holder } = found;
    yield { code: 'GRD051', args: { key }, span: node.span, fixes: () => addProperty(context, holder, key) };
  }
}

function addProperty(context: Context, holder: YamlNode, key: string): Fix[] {
  const properties = valueOf(holder, 'properties');
  const property = `${scalarText(key)}: {}`;
  if (properties?.kind === 'map') return insertKey(context, properties, undefined, property);
  return holder.kind === 'map' ? insertKey(context, holder, undefined, `properties: { ${property} }`) : [];
}

function firstForbidden(schema: YamlMap, steps: readonly string[]): { key: string; holder: YamlNode } | undefined {
  let at: YamlNode = schema;
  for (const step of steps) {
    const properties = valueOf(at, 'properties');
    const next: YamlNode | undefined = valueOf(properties, step);
    const closed = valueOf(at, 'additionalProperties');
    const open = closed?.kind !== 'scalar' || closed.value !== false || valueOf(at, 'patternProperties') !== undefined;
    if (next === undefined) return open ? undefined : { key: step, holder: at };
    at = next;
  }
  return undefined;
}

function* invalid(schema: YamlMap): Findings {
  const complaint = schemaComplaint(schema);
  if (!complaint) return;
  const { span: place, key } = locate(schema, complaint.path);
  const where = complaint.path.length === 0 ? 'it' : `\`${complaint.path.join('.')}\``;
  yield { code: 'GRD050', args: { where, reason: complaint.reason }, span: place.end > place.start ? place : (key ?? place) };
}

/** Keywords whose value is a schema, a map of schemas, or a list of them. */
const inside: Readonly<Record<string, 'one' | 'map' | 'list'>> = {
  additionalProperties: 'one',
  unevaluatedProperties: 'one',
  propertyNames: 'one',
  items: 'one',
  unevaluatedItems: 'one',
  contains: 'one',
  not: 'one',
  if: 'one',
  then: 'one',
  else: 'one',
  properties: 'map',
  patternProperties: 'map',
  dependentSchemas: 'map',
  $defs: 'map',
  definitions: 'map',
  allOf: 'list',
  anyOf: 'list',
  oneOf: 'list',
  prefixItems: 'list',
};

function* unknownKeywords(node: YamlNode | undefined, root: YamlMap): Findings {
  const schema = resolved(node);
  if (schema?.kind !== 'map') return;
  for (const entry of schema.entries) {
    const held = Object.hasOwn(inside, entry.name) ? inside[entry.name] : undefined;
    if (held === 'one') yield* unknownKeywords(entry.value, root);
    else if (held === 'map') for (const inner of entriesOf(entry.value)) yield* unknownKeywords(inner.value, root);
    else if (held === 'list') for (const inner of itemsOf(entry.value)) yield* unknownKeywords(inner, root);
    else if (!schemaKeywords.has(entry.name) && !entry.name.startsWith('x-')) yield unknownKeyword(entry.name, entry.key, schema);
  }
}

function unknownKeyword(key: string, node: YamlNode, schema: YamlMap): Finding {
  const near = nearest(
    key,
    [...schemaKeywords].filter((known) => entryOf(schema, known) === undefined),
  );
  if (near === undefined) return { code: 'GRD055', args: { key }, span: node.span };
  const fixes = () => [{ title: 'replace' as const, args: { text: near }, edits: [{ ...node.span, text: near }], auto: true }];
  return { code: 'GRD055', variant: 'near', args: { key, near }, span: node.span, fixes };
}

function* schemaFile({ path, workspace, files }: Context, schema: YamlNode | undefined): Findings {
  const file = textOf(schema);
  if (schema === undefined || file === undefined || path === undefined) return;
  const there = joined(folderOf(path), file);
  if (isAbsolute(file) || (workspace !== undefined && !isInside(there, workspace))) {
    return yield { code: 'GRD054', variant: 'outside', args: { file }, span: schema.span };
  }
  if (!files) return;
  if (files.kindOf(there) !== 'file') {
    const create = { title: 'create_file' as const, args: { file: baseName(there) ?? file }, edits: [], create: there };
    return yield { code: 'GRD054', args: { file }, span: schema.span, fixes: () => [create] };
  }
  const text = files.read(there);
  if (text !== undefined && !isJson(text)) yield { code: 'GRD054', variant: 'json', args: { file }, span: schema.span };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''));
    return true;
  } catch {
    return false;
  }
}
