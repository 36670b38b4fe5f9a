import { listedIds } from '../../core/import/books';
import type { Call } from '../../core/protocol/engine';
import { operations, type Result } from '../../core/protocol/operations';
import { importResult, type ImportResult } from '../../core/protocol/results';
import type { EngineContext } from './context';

/** What stays in the log of an answer: ids of conversations that are deleted later must not. */
const kept = importResult.omit({ trace_ids: true, grades: true });

/** Sentences about rows that were refused quote names of fields, which can be anything, and are written to the log. */
export function withMaskedReasons<T extends Pick<ImportResult, 'refused_rows'>>({ redactor }: EngineContext, result: T): T {
  const refused_rows = result.refused_rows.map((row) => ({ ...row, message: redactor.redactValue(row.message, {}).value }));
  return { ...result, refused_rows };
}

/** What the log has of the answer to an import. */
export function toldLater(result: ImportResult): string {
  return JSON.stringify(kept.parse(result));
}

/**
 * The answer that this very import was given when it was sent before, to a process that is gone; undefined when it was
 * never done. `arrived` gets all it brought in.
 */
export async function toldBefore(
  { store }: EngineContext,
  { act_id }: Call,
  arrived: string[],
): Promise<ImportResult | undefined> {
  const body = (await store.act(act_id))?.body;
  if (body?.type !== 'imported' || body.told === undefined) return undefined;
  for (const id of await store.broughtIn(act_id)) arrived.push(id);
  return { ...kept.parse(JSON.parse(body.told)), trace_ids: arrived.slice(0, listedIds) };
}

/** The same for verdicts that were taken in. */
export async function toldOfVerdicts({ store }: EngineContext, { act_id }: Call): Promise<Result<'judge.import'> | undefined> {
  const body = (await store.act(act_id))?.body;
  if (body?.type !== 'judged' || body.told === undefined) return undefined;
  return operations['judge.import'].result.parse(JSON.parse(body.told));
}
