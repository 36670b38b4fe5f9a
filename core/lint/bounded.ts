import { sayPhrase } from './codes/phrases';
import type { Say } from './codes/say';
import type { Diagnosis } from './finding';

/** Of one code in one file so many are shown: nobody reads on, and editors slow down with thousands. */
export const mostOfOneCode = 100;

/** What a door shows of a file. Where a code's findings are cut off, the next place says how many more there are. */
export function bounded(diagnoses: readonly Diagnosis[], say: Say): readonly Diagnosis[] {
  if (diagnoses.length <= mostOfOneCode) return diagnoses;
  const counts = new Map<string, number>();
  for (const { code } of diagnoses) counts.set(code, (counts.get(code) ?? 0) + 1);
  const seen = new Map<string, number>();
  return diagnoses.flatMap((diagnosis) => {
    const n = (seen.get(diagnosis.code) ?? 0) + 1;
    seen.set(diagnosis.code, n);
    const all = counts.get(diagnosis.code) ?? 0;
    if (n <= mostOfOneCode || all === mostOfOneCode + 1) return [diagnosis];
    if (n > mostOfOneCode + 1) return [];
    const more = all - mostOfOneCode;
    return [{ ...diagnosis, message: sayPhrase(say, `${more} more of this kind from here on.`), related: [], more }];
  });
}
