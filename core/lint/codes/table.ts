import type { Severity } from '../finding';

/** A code's wording. `{name}` is filled from the finding's arguments. */
export interface CodeText {
  readonly severity: Severity;
  readonly message: string;
  /** Other wordings of the same code, and where they weigh differently their severity. */
  readonly variants?: Readonly<Record<string, { readonly severity?: Severity; readonly message?: string }>>;
}

export type CodeTable = Readonly<Record<string, CodeText>>;
