import { isFields, own, type Fields } from '../fields';

const deepest = 12;
const longest = 10_000;

interface Branch {
  [name: string]: Branch | { readonly leaf: unknown };
}

/**
 * A list out of flattened keys: `llm.input_messages.0.message.role` and its like. Numbers are positions, sorted as
 * numbers (10 comes after 9); they may begin above 0 and have holes.
 */
export function unflatten(attributes: Fields, prefix: string): unknown[] {
  const root: Branch = Object.create(null) as Branch;
  for (const key of Object.keys(attributes)) {
    if (!key.startsWith(`${prefix}.`)) continue;
    const steps = key.slice(prefix.length + 1).split('.');
    if (steps.length <= deepest) put(root, steps, attributes[key]);
  }
  const built = build(root);
  return Array.isArray(built) ? built : [];
}

function put(root: Branch, steps: readonly string[], leaf: unknown): void {
  let at = root;
  for (const [i, step] of steps.entries()) {
    if (i === steps.length - 1) {
      at[step] ??= { leaf };
      return;
    }
    const next = at[step] ?? (Object.create(null) as Branch);
    if (isLeaf(next)) return;
    at[step] = next;
    at = next;
  }
}

function isLeaf(branch: Branch | { readonly leaf: unknown }): branch is { readonly leaf: unknown } {
  return Object.getPrototypeOf(branch) !== null;
}

function build(branch: Branch | { readonly leaf: unknown }): unknown {
  if (isLeaf(branch)) return branch.leaf;
  const names = Object.keys(branch);
  const members = names.map((name) => [name, build(branch[name] ?? { leaf: undefined })] as const);
  if (names.length === 0 || names.length > longest || !names.every((name) => /^\d{1,6}$/.test(name)))
    return Object.fromEntries(members);
  return members.sort((a, b) => Number(a[0]) - Number(b[0])).map(([, value]) => value);
}

/** OpenInference wraps each message, content and call in an object of one field. */
export function withoutWrappers(value: unknown, depth = 0): unknown {
  if (depth > deepest) return value;
  if (Array.isArray(value)) return value.map((item) => withoutWrappers(item, depth + 1));
  if (!isFields(value)) return value;
  for (const name of ['message', 'message_content', 'tool_call']) {
    const inner = own(value, name);
    if (isFields(inner)) return withoutWrappers(inner, depth + 1);
  }
  const members = Object.entries(value).map(([name, item]) => [
    name === 'contents' ? 'content' : name,
    withoutWrappers(item, depth + 1),
  ]);
  return Object.fromEntries(members);
}
