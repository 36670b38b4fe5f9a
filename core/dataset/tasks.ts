/**
 * Which rows are about the same task. Rows of one trace always are; so are rows that ask the same, and through them
 * all rows of their traces. A task is named by one of its keys: the same log always gives the same names.
 */
export class Tasks {
  /** Each key's parent; a key that is its own parent names its task. */
  private readonly parents = new Map<string, string>();

  /** Says that these keys are about one task. */
  join(keys: readonly string[]): void {
    for (const key of keys) if (!this.parents.has(key)) this.parents.set(key, key);
    const first = keys[0];
    if (first === undefined) return;
    for (const key of keys.slice(1)) this.merge(this.find(first), this.find(key));
  }

  /** The name of the task a key belongs to. */
  find(key: string): string {
    let root = key;
    for (let up = this.parents.get(root); up !== undefined && up !== root; up = this.parents.get(root)) root = up;
    // Shorten the way for the next one.
    for (let at = key; at !== root;) {
      const up = this.parents.get(at) ?? root;
      this.parents.set(at, root);
      at = up;
    }
    return root;
  }

  private merge(a: string, b: string): void {
    if (a !== b) this.parents.set(b, a);
  }
}
