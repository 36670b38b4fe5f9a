import { ZodError, type ZodType } from 'zod';
import { recipe as recipeSchema, type Recipe } from '../../core/dataset/recipe';
import { report as reportSchema, type DatasetReport } from '../../core/dataset/report-schema';
import { Problem } from '../../core/lib/problem';
import type { EventOf } from '../../core/log/events';
import type { StoredDataset } from '../../core/ports';
import type { EngineContext } from './context';

/** A dataset as the store has it, its event read as what it is. */
export class FoundDataset {
  private readRecipe: Recipe | undefined;
  private readReport: DatasetReport | undefined;

  constructor(
    readonly stored: StoredDataset,
    readonly built: EventOf<'dataset_built'>,
  ) {}

  /** @throws Problem `dataset_unreadable` */
  get recipe(): Recipe {
    return (this.readRecipe ??= this.read(recipeSchema, this.built.recipe));
  }

  /** @throws Problem `dataset_unreadable` */
  get report(): DatasetReport {
    return (this.readReport ??= this.read(reportSchema, this.built.report));
  }

  /** Another program, or a later version of this one, may have written what is not known here: why it cannot be read. */
  get unreadable(): string | undefined {
    try {
      this.readAll();
      return undefined;
    } catch (error) {
      if (error instanceof Problem) return String(error.args['reason']);
      throw error;
    }
  }

  private readAll(): readonly unknown[] {
    return [this.recipe, this.report];
  }

  private read<T>(schema: ZodType<T>, text: string): T {
    try {
      return schema.parse(JSON.parse(text));
    } catch (error) {
      const { name, version } = this.built;
      throw new Problem('dataset_unreadable', { dataset: `${name}@${version}`, reason: reasonOf(error) });
    }
  }
}

/** It quotes what was written, and stands in tables. */
const longestReason = 120;

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'it is not JSON';
  if (!(error instanceof ZodError)) throw error;
  const [issue] = error.issues;
  if (!issue) return error.message;
  const place = issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  return `${place}${issue.message}`.slice(0, longestReason);
}

/**
 * Finds by id, by name@version or by name, which means its newest version. As datasets are listed comes first: one called
 * `p@1` does not stand before the first version of `p`, and is `p@1@1` itself. @throws Problem `dataset_not_found`
 */
export async function findDataset(context: EngineContext, reference: string): Promise<FoundDataset> {
  const all = (await context.store.datasets()).map(readDataset);
  const at = reference.lastIndexOf('@');
  const [name, version] = at > 0 ? [reference.slice(0, at), Number(reference.slice(at + 1))] : [reference, undefined];
  const found =
    all.find((d) => d.stored.id === reference) ??
    all.find((d) => d.built.name === name && d.built.version === version) ??
    all.filter((d) => d.built.name === reference).sort((a, b) => b.built.version - a.built.version)[0];
  if (!found) throw new Problem('dataset_not_found', { id: reference });
  return found;
}

/** All builds that a name means: every version of a bare name, else the one. @throws Problem `dataset_not_found` */
export async function findVersions(context: EngineContext, reference: string): Promise<FoundDataset[]> {
  const one = await findDataset(context, reference);
  const isBareName = one.stored.id !== reference && one.built.name === reference;
  if (!isBareName) return [one];
  return (await context.store.datasets()).map(readDataset).filter(({ built }) => built.name === reference);
}

export function readDataset(stored: StoredDataset): FoundDataset {
  const { body } = stored.event;
  if (body.type !== 'dataset_built') throw new Error(`dataset ${stored.id} rests on a ${body.type} event`);
  return new FoundDataset(stored, body);
}

/** A build as it is named beside others. */
export function buildHead(found: FoundDataset) {
  return { ...nameplate(found), rows: found.report.rows - found.stored.purged_rows };
}

/** What is known of a build without its recipe and report. */
export function nameplate({ stored, built }: FoundDataset) {
  return {
    dataset_id: stored.id,
    name: built.name,
    version: built.version,
    method: built.method,
    hash: stored.hash,
    built_at: stored.event.at,
    purged_rows: stored.purged_rows,
  };
}
