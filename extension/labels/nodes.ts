/** A label as the engine lists it. */
export interface KnownLabel {
  readonly label: string;
  readonly parent?: string | undefined;
  readonly count: number;
}

export interface LabelNode {
  readonly kind: 'label';
  readonly label: string;
  /** Traces that carry it or a label under it. */
  readonly count: number;
  readonly children: readonly LabelNode[];
}

/** The traces without any label. */
export interface UnlabelledNode {
  readonly kind: 'unlabelled';
  readonly count: number;
}

export type LabelsNode = LabelNode | UnlabelledNode;

/** Labels under their parents, each by name. A parent that is no label any more holds nothing. */
export function labelTree(known: readonly KnownLabel[]): LabelNode[] {
  const names = new Set(known.map(({ label }) => label));
  const under = (parent: string | undefined): LabelNode[] =>
    known
      .filter((one) => (one.parent !== undefined && names.has(one.parent) ? one.parent : undefined) === parent)
      .sort((a, b) => a.label.localeCompare(b.label))
      .map(({ label, count }) => ({ kind: 'label', label, count, children: under(label) }));
  return under(undefined);
}

/** Labels that may become a label's parent: not itself, and nothing under it. */
export function possibleParents(known: readonly KnownLabel[], label: string): string[] {
  const below = new Set<string>([label]);
  for (let size = 0; size !== below.size;) {
    size = below.size;
    for (const one of known) if (one.parent !== undefined && below.has(one.parent)) below.add(one.label);
  }
  return known.map((one) => one.label).filter((name) => !below.has(name));
}

export function isLabelNode(value: unknown): value is LabelNode {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'label';
}
