import { misfitsOf, mostMisfits } from './schema/check';
import { Work, type CallMisfit } from './schema/misfit';

/**
 * Checks arguments against the JSON Schema a tool was recorded with. The schema is a stranger's, and the check also runs
 * where no code may be made of text: it walks the schema, as far as a fixed amount of work goes, tries patterns in the
 * linear engine and follows references only within the schema. What it does not know, and what is too much, it lets pass.
 */
export function callMisfits(given: unknown, parameters: string | undefined): CallMisfit[] {
  let schema: unknown;
  try {
    schema = JSON.parse(parameters ?? '{}');
  } catch {
    // A definition that is no JSON checks nothing.
    return [];
  }
  const work = new Work(schema);
  const found = misfitsOf(given, schema, { path: [], depth: 0, work });
  if (work.isOver) return [];
  const told = new Map(found.map((one) => [`${one.kind} ${one.where} ${one.wanted}`, one]));
  return [...told.values()].slice(0, mostMisfits);
}
