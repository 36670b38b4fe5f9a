import { type Span, span } from '../span';
import type { Mistake } from './mistakes';
import type { YamlEntry, YamlNode } from './tree';

function movedSpan(place: Span, by: number): Span {
  return span(place.start + by, place.end + by);
}

/** Nodes with an anchor, by what they were before: an alias stands for the moved one, which is made once. */
type Moved = Map<YamlNode, YamlNode>;

/** The same tree further down the file. */
export function movedNode(node: YamlNode, by: number): YamlNode {
  return by === 0 ? node : moveNode(node, by, new Map());
}

export function movedEntry(entry: YamlEntry, by: number): YamlEntry {
  return by === 0 ? entry : moveEntry(entry, by, new Map());
}

function moveNode(node: YamlNode, by: number, moved: Moved): YamlNode {
  const made = atNewPlace(node, by, moved);
  if (node.anchor !== undefined) moved.set(node, made);
  return made;
}

function atNewPlace(node: YamlNode, by: number, moved: Moved): YamlNode {
  const here = movedSpan(node.span, by);
  switch (node.kind) {
    case 'map':
      return { ...node, span: here, entries: node.entries.map((entry) => moveEntry(entry, by, moved)) };
    case 'list':
      return { ...node, span: here, items: node.items.map((item) => moveNode(item, by, moved)) };
    case 'scalar':
      return node.comment ? { ...node, span: here, comment: movedSpan(node.comment, by) } : { ...node, span: here };
    case 'alias':
      // What it stands for comes before it in the text, so it has been moved already.
      return { ...node, span: here, target: node.target && moved.get(node.target) };
  }
}

function moveEntry({ name, key, value, span: place }: YamlEntry, by: number, moved: Moved): YamlEntry {
  return { name, key: moveNode(key, by, moved), value: moveNode(value, by, moved), span: movedSpan(place, by) };
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
