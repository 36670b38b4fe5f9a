import { type Span, within } from '../span';

/** A YAML document as rules see it: plain values with document offsets, whatever the parser's own classes are. */
export type YamlNode = YamlMap | YamlList | YamlScalar | YamlAlias;

interface Common {
  /** The value without comments; an empty place for a value that is not there. */
  readonly span: Span;
  readonly anchor?: string | undefined;
  readonly tag?: string | undefined;
}

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded';

export interface YamlScalar extends Common {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
  readonly style: ScalarStyle;
  /** As written, for plain scalars: `1.10`, `0x1F`, `yes`. */
  readonly source: string;
  /** A comment on the same line, `#` included. */
  readonly comment?: Span | undefined;
}

export interface YamlEntry {
  readonly name: string;
  readonly key: YamlNode;
  readonly value: YamlNode;
  /** From the key to the end of the value. */
  readonly span: Span;
}

export interface YamlMap extends Common {
  readonly kind: 'map';
  readonly flow: boolean;
  readonly entries: readonly YamlEntry[];
}

export interface YamlList extends Common {
  readonly kind: 'list';
  readonly flow: boolean;
  readonly items: readonly YamlNode[];
}

export interface YamlAlias extends Common {
  readonly kind: 'alias';
  readonly name: string;
  /** The node with that anchor; absent when there is none before it. */
  readonly target?: YamlNode | undefined;
}

/** Deeper chains of aliases than this are taken for a circle. */
const longestChain = 20;

/** The node an alias stands for. */
export function resolved(node: YamlNode | undefined): YamlNode | undefined {
  let found = node;
  for (let i = 0; found?.kind === 'alias'; i++) {
    if (i === longestChain) return undefined;
    found = found.target;
  }
  return found;
}

/** The entry of this name; of several the first. */
export function entryOf(node: YamlNode | undefined, name: string): YamlEntry | undefined {
  const map = resolved(node);
  if (map?.kind !== 'map') return undefined;
  return map.entries.length > few ? indexOf(map).get(name) : map.entries.find((entry) => entry.name === name);
}

/** So many keys are looked through as fast as looked up. */
const few = 30;
const indexes = new WeakMap<YamlMap, ReadonlyMap<string, YamlEntry>>();

function indexOf(map: YamlMap): ReadonlyMap<string, YamlEntry> {
  const known = indexes.get(map);
  if (known) return known;
  const made = new Map<string, YamlEntry>();
  for (const entry of map.entries) if (!made.has(entry.name)) made.set(entry.name, entry);
  indexes.set(map, made);
  return made;
}

export function valueOf(node: YamlNode | undefined, name: string): YamlNode | undefined {
  return resolved(entryOf(node, name)?.value);
}

export function textOf(node: YamlNode | undefined): string | undefined {
  const scalar = resolved(node);
  return scalar?.kind === 'scalar' && typeof scalar.value === 'string' ? scalar.value : undefined;
}

export function numberOf(node: YamlNode | undefined): number | undefined {
  const scalar = resolved(node);
  return scalar?.kind === 'scalar' && typeof scalar.value === 'number' ? scalar.value : undefined;
}

export function booleanOf(node: YamlNode | undefined): boolean | undefined {
  const scalar = resolved(node);
  return scalar?.kind === 'scalar' && typeof scalar.value === 'boolean' ? scalar.value : undefined;
}

export function itemsOf(node: YamlNode | undefined): readonly YamlNode[] {
  const list = resolved(node);
  return list?.kind === 'list' ? list.items : [];
}

export function entriesOf(node: YamlNode | undefined): readonly YamlEntry[] {
  const map = resolved(node);
  return map?.kind === 'map' ? map.entries : [];
}

/** A value, or each value of a list. */
export function oneOrMore(node: YamlNode | undefined): readonly YamlNode[] {
  const found = resolved(node);
  if (found === undefined) return [];
  return found.kind === 'list' ? found.items : [found];
}

export function isEmpty(node: YamlNode | undefined): boolean {
  const found = resolved(node);
  return found === undefined || (found.kind === 'scalar' && found.value === null);
}

/** What a person calls this value's type. */
export function typeOf(node: YamlNode | undefined): 'text' | 'a number' | 'true or false' | 'empty' | 'a list' | 'a map' {
  const found = resolved(node);
  if (found?.kind === 'list') return 'a list';
  if (found?.kind === 'map') return 'a map';
  const value = found?.kind === 'scalar' ? found.value : null;
  if (typeof value === 'number') return 'a number';
  if (typeof value === 'boolean') return 'true or false';
  return value === null ? 'empty' : 'text';
}

/** Every node below and including this one, aliases not followed. */
export function* walk(node: YamlNode | undefined): Generator<YamlNode> {
  const waiting = node === undefined ? [] : [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    if (next.kind === 'list') for (let i = next.items.length - 1; i >= 0; i--) push(waiting, next.items[i]);
    if (next.kind !== 'map') continue;
    for (let i = next.entries.length - 1; i >= 0; i--) {
      push(waiting, next.entries[i]?.value);
      push(waiting, next.entries[i]?.key);
    }
  }
}

function push(waiting: YamlNode[], node: YamlNode | undefined): void {
  if (node) waiting.push(node);
}

/** Every entry of every map below this node, with the map it is in. */
export function* walkEntries(node: YamlNode | undefined): Generator<{ map: YamlMap; entry: YamlEntry }> {
  for (const found of walk(node)) {
    if (found.kind === 'map') for (const entry of found.entries) yield { map: found, entry };
  }
}

export type YamlPath = readonly (string | number)[];

/** The deepest thing a path leads to; `missing` when a step is not there, and then `span` marks where it would be. */
export function locate(root: YamlNode, path: YamlPath): { key?: Span; span: Span; missing: boolean } {
  let node: YamlNode | undefined = root;
  let at: { key?: Span; span: Span } = { span: root.span };
  for (const step of path) {
    const holder: YamlNode | undefined = resolved(node);
    if (holder?.kind === 'map') {
      const entry: YamlEntry | undefined = entryOf(holder, String(step));
      if (entry === undefined) return { ...at, missing: true };
      node = entry.value;
      at = { key: entry.key.span, span: entry.value.span };
    } else {
      node = holder?.kind === 'list' ? holder.items[Number(step)] : undefined;
      if (node === undefined) return { ...at, missing: true };
      at = { span: node.span };
    }
  }
  return { ...at, missing: false };
}

/** The innermost node around an offset. */
export function nodeAt(root: YamlNode, offset: number): YamlNode | undefined {
  let found: YamlNode | undefined;
  for (const node of walk(root)) if (within({ start: offset, end: offset }, node.span)) found = node;
  return found;
}
