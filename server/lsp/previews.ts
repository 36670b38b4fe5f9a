import { canonicalRecipe, type RecipeInput } from '../../core/dataset/recipe';
import type { RecipePreview } from '../../core/lint/facts';
import type { Engine } from '../../core/protocol/engine';

/** A preview reads every conversation of a slice: it waits for a pause in typing, in milliseconds. */
const pause = 600;
/** Recipes remembered; more are open in no window. */
const most = 50;

/** What recipes would give, worked out one after another, the last one asked for first. */
export class Previews {
  private readonly known = new Map<string, RecipePreview>();
  /** Worked out for a store that has changed since: they stand until they are worked out anew. */
  private stale = new Set<string>();
  private latest: { key: string; recipe: RecipeInput } | undefined;
  private wanted: { key: string; recipe: RecipeInput } | undefined;
  private waiting: NodeJS.Timeout | undefined;
  private working = false;

  constructor(
    private readonly engine: () => Engine | undefined,
    private readonly tell: () => void,
  ) {}

  of(recipe: RecipeInput): RecipePreview | undefined {
    const key = keyOf(recipe);
    if (key === undefined) return undefined;
    this.latest = { key, recipe };
    const found = this.known.get(key);
    if (!found || this.stale.has(key)) this.want(key, recipe);
    return found;
  }

  /** The store changed: the recipe looked at last is worked out anew, the others when they are looked at. */
  again(): void {
    this.stale = new Set(this.known.keys());
    if (this.latest) this.want(this.latest.key, this.latest.recipe);
  }

  clear(): void {
    clearTimeout(this.waiting);
    this.known.clear();
    this.stale.clear();
    this.wanted = undefined;
    this.latest = undefined;
  }

  private want(key: string, recipe: RecipeInput): void {
    this.wanted = { key, recipe };
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => void this.work(), pause);
  }

  /** Something may have been asked for meanwhile. */
  private goOn(): void {
    if (this.wanted) void this.work();
  }

  private async work(): Promise<void> {
    const engine = this.engine();
    const { wanted } = this;
    if (this.working || !engine || !wanted) return;
    this.working = true;
    this.wanted = undefined;
    try {
      const found = await previewOf(engine, wanted.recipe);
      if (this.engine() !== engine) return;
      const same = JSON.stringify(this.known.get(wanted.key)) === JSON.stringify(found);
      this.stale.delete(wanted.key);
      this.known.delete(wanted.key);
      this.known.set(wanted.key, found);
      for (const key of [...this.known.keys()].slice(0, Math.max(0, this.known.size - most))) this.known.delete(key);
      if (!same) this.tell();
    } catch {
      // A recipe that cannot be built says so itself when it is built.
      return;
    } finally {
      this.working = false;
      this.goOn();
    }
  }
}

async function previewOf(engine: Engine, recipe: RecipeInput): Promise<RecipePreview> {
  const [preview, datasets] = await Promise.all([engine.call('dataset.preview', recipe), engine.call('dataset.list', {})]);
  const { rows, train_rows: train, holdout_rows: holdout, traces_in: tracesIn, slice_size: sliceSize, report } = preview;
  const last = datasets.filter(({ name }) => name === recipe.name).sort((a, b) => b.version - a.version)[0];
  const leaks = last ? await engine.call('dataset.leaks', { dataset: last.dataset_id }) : [];
  return {
    rows,
    train,
    holdout,
    tracesIn,
    sliceSize,
    leftOut: report.left_out,
    warnings: report.warnings,
    last: last && { version: last.version, rows: last.rows },
    leaks: leaks.map(({ traces: n, ...other }) => ({ ...other, n })),
  };
}

/** A slice with a date that is no date has none: it is named elsewhere. */
function keyOf(recipe: RecipeInput): string | undefined {
  try {
    return canonicalRecipe(recipe);
  } catch {
    return undefined;
  }
}
