import { resolved, type YamlNode } from './tree';

/** Values beyond this many nodes are not made: an alias inside an alias inside an alias grows without end. */
const mostNodes = 50_000;
const deepest = 60;

/**
 * The value as JavaScript knows it. Of keys set twice the last wins, as with most parsers; numbers stay numbers, also
 * `.nan` and `.inf`. `undefined` when the document is unreasonably large or refers to itself.
 */
export function plainValue(node: YamlNode | undefined): unknown {
  const budget = { left: mostNodes };
  try {
    return node === undefined ? undefined : plain(node, budget, 0);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function plain(node: YamlNode, budget: { left: number }, depth: number): unknown {
  if (--budget.left < 0 || depth > deepest) throw new RangeError('too large');
  const found = resolved(node);
  if (found === undefined) return null;
  if (found.kind === 'list') return found.items.map((item) => plain(item, budget, depth + 1));
  if (found.kind !== 'map') return found.kind === 'scalar' ? found.value : null;
  // Built from entries, so that a key named `__proto__` is a key like any other.
  return Object.fromEntries(found.entries.map((entry) => [entry.name, plain(entry.value, budget, depth + 1)]));
}
