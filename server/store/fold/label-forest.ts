import { labelTree, type LabelTree } from '../../../core/feedback/label-tree';
import type { LogEvent } from '../../../core/log/events';
import type { Db } from '../index/db';
import type { Words } from '../index/words';

/** Which label stands under which, as numbers of `words`. Kept in memory: there are few labels with a parent. */
export class LabelForest {
  private parents = new Map<number, number>();
  private children = new Map<number, number[]>();
  private above = new Map<number, readonly number[]>();
  /** Whether any label was ever renamed: then the labels a trace arrives with need a second look. */
  anyRenamed = false;

  constructor(
    private readonly db: Db,
    private readonly words: Words,
  ) {
    this.load();
  }

  parent(label: number): number | undefined {
    return this.parents.get(label);
  }

  /** Every label that has a parent or is one. */
  members(): ReadonlySet<number> {
    return new Set([...this.parents.keys(), ...this.children.keys()]);
  }

  /** The label and everything above it. */
  withAncestors(label: number): readonly number[] {
    const known = this.above.get(label);
    if (known) return known;
    const found: number[] = [];
    for (let at: number | undefined = label; at !== undefined && !found.includes(at); at = this.parents.get(at)) found.push(at);
    this.above.set(label, found);
    return found;
  }

  /** The label and everything under it. */
  withDescendants(label: number): readonly number[] {
    const found = new Set([label]);
    for (const at of found) for (const child of this.children.get(at) ?? []) found.add(child);
    return [...found];
  }

  /** Works the forest out again from all acts about labels, in their own order. */
  refold(): void {
    const { parents } = labelTree(this.acts());
    this.db.run('delete from labels');
    for (const [label, parent] of parents) {
      this.db.run('insert into labels(label, parent) values (?, ?)', [this.words.number(label), this.words.number(parent)]);
    }
    this.load();
  }

  /** Acts that two merged logs brought and that would have closed a circle. */
  circles(): LabelTree['ignored'] {
    return labelTree(this.acts()).ignored;
  }

  load(): void {
    this.parents = new Map(this.db.rows('select label, parent from labels').map(([l, p]) => [Number(l), Number(p)]));
    this.children = new Map();
    this.above = new Map();
    this.anyRenamed = this.db.number('select count(*) from label_acts where renamed = 1') > 0;
    for (const [label, parent] of this.parents) this.children.set(parent, [...(this.children.get(parent) ?? []), label]);
  }

  private acts(): LogEvent[] {
    const rows = this.db.rows(
      'select x.id, x.at, l.label, l.parent, l.renamed from label_acts l join acts x on x.a = l.a where x.retracted = 0',
    );
    return rows.map(([id, at, label, parent, renamed]) => {
      const name = this.words.name(Number(label)) ?? '';
      const other = this.words.name(Number(parent)) ?? null;
      const body: LogEvent['body'] =
        renamed === 1
          ? { type: 'label_renamed', from: name, to: other ?? '' }
          : { type: 'label_parent_set', label: name, parent: other };
      return { v: 1, id: String(id), at: new Date(Number(at)).toISOString(), by: '', body };
    });
  }
}
