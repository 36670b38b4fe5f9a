import { type Span, span } from '../span';
import type { Mistake } from './mistakes';
import type { YamlEntry, YamlNode } from './tree';

function movedSpan(place: Span, by: number): Span {
  return span(place.start + by, place.end + by);
}

/** The same tree further down the file. What an alias stands for is left where it is. */
export function movedNode(node: YamlNode, by: number): YamlNode {
  if (by === 0) return node;
  const here = movedSpan(node.span, by);
  switch (node.kind) {
    case 'map':
      return { ...node, span: here, entries: node.entries.map((entry) => movedEntry(entry, by)) };
    case 'list':
      return { ...node, span: here, items: node.items.map((item) => movedNode(item, by)) };
    case 'scalar':
      return node.comment ? { ...node, span: here, comment: movedSpan(node.comment, by) } : { ...node, span: here };
    case 'alias':
      return { ...node, span: here };
  }
}

export function movedEntry(entry: YamlEntry, by: number): YamlEntry {
  if (by === 0) return entry;
  const { name, key, value } = entry;
  return { name, key: movedNode(key, by), value: movedNode(value, by), span: movedSpan(entry.span, by) };
}

export function movedMistake(mistake: Mistake, by: number): Mistake {
  return {
    ...mistake,
    span: movedSpan(mistake.span, by),
    damaged: movedSpan(mistake.damaged, by),
    value: mistake.value && movedSpan(mistake.value, by),
    paint: [],
  };
}
