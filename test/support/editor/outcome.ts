/** What one kind of editor test came to. */
export interface Outcome {
  readonly tests: number;
  readonly passes: number;
  readonly failures: number;
  /** One sentence when it is not a success. */
  readonly problem?: string;
}

/** No test at all is a failure too: a run that finds nothing proves nothing. */
export function judge(numbers: Omit<Outcome, 'problem'>): Outcome {
  if (numbers.failures > 0) return { ...numbers, problem: `${numbers.failures} of ${numbers.tests} failed` };
  if (numbers.tests === 0) return { ...numbers, problem: 'no test ran' };
  return numbers;
}
