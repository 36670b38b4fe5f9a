import stringify from 'fast-json-stable-stringify';
import type { Hasher } from '../ports';
import { canonicalSlice } from '../slice/canonical';
import { sliceOf } from './compile';
import { ruleId, type Grader } from './schema';

/**
 * What a grader says, as canonical JSON: everything that can change a verdict or a score, and nothing else. Titles,
 * notes, cases, comments and the threshold can be edited without making a score stale; schemas of files are in it.
 */
export function canonicalGrader(grader: Grader): string {
  return stringify({ version: grader.version, rules: canonicalRules(grader) });
}

/** SHA-256 of what the grader says. Grades carry it; another hash is another grader's grade. */
export function graderHash(grader: Grader, hasher: Hasher): string {
  return hasher.sha256(canonicalGrader(grader));
}

/** What of a rule decides nothing, or is written out below. */
const unsaid: ReadonlySet<string> = new Set(['title', 'note', 'enabled', 'slice']);

/** Rules that are switched on, each with its id, its weight and its slice written out. */
function canonicalRules(grader: Grader): unknown[] {
  return grader.rules.flatMap((rule, index) => {
    if (rule.enabled === false) return [];
    const slice = sliceOf(grader, rule);
    const said = Object.entries(rule).filter(([key]) => !unsaid.has(key));
    return [
      {
        ...Object.fromEntries(said),
        id: ruleId(rule, index),
        weight: rule.weight ?? 1,
        ...(slice ? { slice: canonicalSlice(slice) } : {}),
      },
    ];
  });
}
