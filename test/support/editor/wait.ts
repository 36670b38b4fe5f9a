/** Waiting on conditions. Tests wait with a deadline and a reason, never for a number of seconds. */

export interface Patience {
  /** Milliseconds until the wait fails. */
  readonly timeout?: number;
  /** Milliseconds between two looks. */
  readonly every?: number;
}

export type Truthy<T> = Exclude<T, false | 0 | '' | null | undefined>;

/**
 * Looks until `probe` gives something truthy, and gives that. A probe that throws has not succeeded yet.
 * The error names what was waited for and what the last look saw.
 */
export async function until<T>(what: string, probe: () => T | Promise<T>, patience: Patience = {}): Promise<Truthy<T>> {
  const timeout = patience.timeout ?? 30_000;
  const deadline = Date.now() + timeout;
  for (;;) {
    const last = await look(probe);
    if (isTruthy(last.value)) return last.value;
    if (Date.now() >= deadline) throw new Error(`Waited ${timeout / 1000} s for ${what}; ${last.seen}`);
    await new Promise((resolve) => setTimeout(resolve, patience.every ?? 50));
  }
}

async function look<T>(probe: () => T | Promise<T>): Promise<{ value: T | undefined; seen: string }> {
  try {
    const value = await probe();
    return { value, seen: `the last look gave ${String(value)}` };
  } catch (error) {
    return { value: undefined, seen: `the last look failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function isTruthy<T>(value: T): value is Truthy<T> {
  return Boolean(value);
}
