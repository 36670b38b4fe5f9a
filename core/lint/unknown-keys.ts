import type { LintCode } from './codes';
import type { Findings, Fix } from './finding';
import { nearest } from './near';
import { entriesOf, resolved, type YamlEntry, type YamlNode } from './yaml/tree';
import { removeEntry } from './yaml/write';

/** What YAML 1.1 put another map's keys in with. Here, as in YAML 1.2, it is a key like any other. */
export const mergeKey = '<<';

/** Keys of a map that mean nothing there; a near miss is an error, because the author believes it works. */
export function* unknownKeys(
  text: string,
  node: YamlNode | undefined,
  known: readonly string[],
  code: Extract<LintCode, 'GRD006' | 'JDG006' | 'DST002'>,
  what: string,
): Findings {
  const map = resolved(node);
  if (map?.kind !== 'map') return;
  for (const entry of map.entries) {
    if (known.includes(entry.name) || entry.key.kind !== 'scalar') continue;
    const near = entry.name === mergeKey ? undefined : nearKey(map, entry, known);
    const variant = entry.name === mergeKey ? { variant: 'merge' } : near === undefined ? {} : { variant: 'near' };
    const args = { key: entry.name, what, near: near ?? '' };
    const fixes = (): Fix[] => {
      const removal = removeEntry(text, map, entry);
      return [
        ...(near === undefined
          ? []
          : [{ title: 'rename_key' as const, args: { key: near }, edits: [{ ...entry.key.span, text: near }], auto: true }]),
        ...(removal === undefined ? [] : [{ title: 'delete_key' as const, args: { key: entry.name }, edits: [removal] }]),
      ];
    };
    yield { code, ...variant, args, span: entry.key.span, fixes };
  }
}

/** The free key an entry was probably meant to be. */
export function nearKey(map: YamlNode, entry: YamlEntry, known: readonly string[]): string | undefined {
  const taken = new Set(entriesOf(map).map((other) => other.name));
  return nearest(
    entry.name,
    known.filter((key) => !taken.has(key)),
  );
}

/** True when some key looks like a misspelt one, or should merge others: then what seems to be missing is there in another way. */
export function hasTypo(map: YamlNode | undefined, known: readonly string[]): boolean {
  if (map === undefined) return false;
  const isMeant = (entry: YamlEntry) => entry.name === mergeKey || nearKey(map, entry, known) !== undefined;
  return entriesOf(map).some((entry) => !known.includes(entry.name) && isMeant(entry));
}
