import { frontCodes } from './front';
import { graderCodes } from './grader';
import { judgeCodes } from './judge';
import { recipeCodes } from './recipe';
import { expertCodes, skillBodyCodes, skillKeyCodes } from './skill';
import type { CodeText } from './table';

/** Every code with its wording and its severity for the default targets. */
export const codes = {
  ...frontCodes,
  ...skillKeyCodes,
  ...expertCodes,
  ...skillBodyCodes,
  ...graderCodes,
  ...judgeCodes,
  ...recipeCodes,
} as const;

export type LintCode = keyof typeof codes;

/** Every wording of every code. */
export function wordings(): readonly string[] {
  const tables: readonly CodeText[] = Object.values(codes);
  return tables.flatMap(({ message, variants = {} }) => [
    message,
    ...Object.values(variants).flatMap((variant) => variant.message ?? []),
  ]);
}

export function isLintCode(text: string): text is LintCode {
  return Object.hasOwn(codes, text);
}

export function textOfCode(code: LintCode): CodeText {
  return codes[code];
}
