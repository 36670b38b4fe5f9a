/** What one kind of editor test came to. */
export interface Outcome {
  readonly tests: number;
  readonly passes: number;
  readonly failures: number;
  /** One sentence when it is not a success. */
  readonly problem?: string;
  /** The files with a failed test, where the kind knows them. */
  readonly failed?: readonly string[];
  /** Tests that passed only the second time. */
  readonly shaky?: number;
}

/** More failures than these are no accident of a busy machine. */
const FEW = 2;

/**
 * Runs, and what fails in few places once more in fresh editors: an editor on a busy machine misses a key or a change of a file now and
 * then. What passes only then is a success that says so; what fails twice is a failure.
 */
export async function twice(run: (files: readonly string[]) => Promise<Outcome>, files: readonly string[]): Promise<Outcome> {
  const first = await run(files);
  if (!first.problem || first.failures === 0 || first.failures > FEW) return first;
  console.log(`\n${first.problem}; those files once more\n`);
  const second = await run(first.failed ?? files);
  if (second.problem) return { ...second, passes: first.passes };
  return { tests: first.tests, passes: first.tests, failures: 0, shaky: first.failures };
}

/** No test at all is a failure too: a run that finds nothing proves nothing. */
export function judge(numbers: Omit<Outcome, 'problem'>): Outcome {
  if (numbers.failures > 0) return { ...numbers, problem: `${numbers.failures} of ${numbers.tests} failed` };
  if (numbers.tests === 0) return { ...numbers, problem: 'no test ran' };
  return numbers;
}
