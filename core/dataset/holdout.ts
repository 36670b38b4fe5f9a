/** How many points over the asked percentage a whole task may carry the holdout. */
const slack = 10;

export interface Holdout {
  /** Tasks held out. */
  readonly tasks: ReadonlySet<string>;
  readonly rows: number;
  /** Tasks that stayed in training because they would have held out too much, or everything. */
  readonly moved: ReadonlySet<string>;
  /** Why nothing is held out although something was asked for. */
  readonly note: 'one_task' | 'no_rows' | 'tasks_too_large' | undefined;
}

/**
 * Chooses the holdout: whole tasks, by their newest row first, until `percent` of the rows (rounded up) is reached.
 * @param tasks the task of each row, in dataset order (oldest first)
 */
export function chooseHoldout(tasks: readonly string[], percent: number): Holdout {
  const sizes = new Map<string, number>();
  for (const task of tasks) sizes.set(task, (sizes.get(task) ?? 0) + 1);
  const none = { tasks: new Set<string>(), rows: 0, moved: new Set<string>(), note: undefined };
  if (percent <= 0) return none;
  if (tasks.length === 0) return { ...none, note: 'no_rows' };
  if (sizes.size === 1) return { ...none, note: 'one_task' };
  const chosen = take(tasks, sizes, percent);
  return { ...chosen, note: chosen.rows === 0 ? 'tasks_too_large' : undefined };
}

function take(tasks: readonly string[], sizes: ReadonlyMap<string, number>, percent: number): Omit<Holdout, 'note'> {
  // Rounding errors of the division must not ask for one row more: 29 % of 100 is 29.
  const wanted = Math.ceil((tasks.length * percent) / 100 - 1e-9);
  const most = Math.max(wanted, Math.floor((tasks.length * (percent + slack)) / 100 + 1e-9));
  const held = new Set<string>();
  const seen = new Set<string>();
  let rows = 0;
  for (let i = tasks.length - 1; i >= 0 && rows < wanted; i--) {
    const task = tasks[i] ?? '';
    if (seen.has(task)) continue;
    seen.add(task);
    const after = rows + (sizes.get(task) ?? 0);
    if (after > most || after >= tasks.length) continue;
    held.add(task);
    rows = after;
  }
  return { tasks: held, rows, moved: new Set([...seen].filter((task) => !held.has(task))) };
}
