import { RE2JS, RE2JSException } from 're2js';
import * as z from 'zod';
import { Problem } from '../lib/problem';
import { kindName, kinds } from './kinds';

const kind = z.enum(kinds);

/** An own pattern: what it finds becomes `[redacted:<kind>]`. RE2 syntax, so it runs in linear time on any text. */
export const extraPattern = z.object({
  kind: z.string().regex(kindName),
  pattern: z.string().min(1).max(2000),
  ignore_case: z.boolean().optional(),
});

export const redactOptions = z.object({
  /** Kinds that are not to be masked. */
  disabled: z.array(kind).optional(),
  /** Kinds that are off by default and wanted: `ip`. */
  enabled: z.array(kind).optional(),
  patterns: z.array(extraPattern).max(200).optional(),
  /** Values that are never masked, compared whole and without regard to case. */
  allow: z.array(z.string()).optional(),
  /** RE2 patterns; a value that one matches from end to end is never masked. */
  allow_patterns: z.array(z.string().max(2000)).optional(),
});

export type ExtraPattern = z.infer<typeof extraPattern>;
export type RedactOptions = z.infer<typeof redactOptions>;

/** @throws Problem `redact_pattern_invalid`; leaving a pattern out quietly would let secrets through. */
export function compilePattern(pattern: string, ignoreCase = false): RE2JS {
  try {
    return RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new Problem('redact_pattern_invalid', { pattern, reason: error.message });
  }
}

/** Says of a value whether the settings let it stay. */
export function allowing({ allow = [], allow_patterns = [] }: RedactOptions): (value: string) => boolean {
  const values = new Set(allow.map((value) => value.toLowerCase()));
  const patterns = allow_patterns.map((pattern) => compilePattern(pattern, true));
  if (values.size === 0 && patterns.length === 0) return () => false;
  return (value) => values.has(value.toLowerCase()) || patterns.some((pattern) => pattern.matches(value));
}
