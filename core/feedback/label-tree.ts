import type { LogEvent } from '../log/events';
import { byTime } from './standing';

/** Which label stands under which. A label without a parent is absent. */
export type LabelParents = ReadonlyMap<string, string>;

export interface LabelTree {
  readonly parents: LabelParents;
  /** Acts that would have closed a circle, and were left without effect. */
  readonly ignored: readonly { readonly act: string; readonly label: string; readonly parent: string }[];
}

/** Folds the acts about labels themselves, in (at, id) order: two merged logs give the same tree everywhere. */
export function labelTree(acts: readonly LogEvent[]): LabelTree {
  const parents = new Map<string, string>();
  const ignored: LabelTree['ignored'][number][] = [];
  for (const { id, body } of [...acts].sort(byTime)) {
    if (body.type === 'label_renamed') rename(parents, body.from, body.to);
    if (body.type !== 'label_parent_set') continue;
    if (body.parent === null) parents.delete(body.label);
    else if (isUnder(body.parent, body.label, parents)) ignored.push({ act: id, label: body.label, parent: body.parent });
    else parents.set(body.label, body.parent);
  }
  return { parents, ignored };
}

/** Whether a label is `ancestor` or stands anywhere under it. */
export function isUnder(label: string, ancestor: string, parents: LabelParents): boolean {
  const seen = new Set<string>();
  for (let at: string | undefined = label; at !== undefined && !seen.has(at); at = parents.get(at)) {
    if (at === ancestor) return true;
    seen.add(at);
  }
  return false;
}

/** The children of a renamed label follow it; its own place is taken over unless the new name has one already. */
function rename(parents: Map<string, string>, from: string, to: string): void {
  const above = parents.get(from);
  const children = [...parents].filter(([, parent]) => parent === from).map(([label]) => label);
  for (const label of [from, ...children]) parents.delete(label);
  if (above !== undefined && !parents.has(to) && !isUnder(above, to, parents)) parents.set(to, above);
  for (const label of children) if (!isUnder(to, label, parents)) parents.set(label, to);
}
