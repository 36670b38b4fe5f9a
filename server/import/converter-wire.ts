import type { ProblemArgs, ProblemCode } from '../../core/lib/problem';
import type { FinishedRow } from '../../core/import/finish';
import type { ConvertedBatch } from './convert';

/** Batches given out and not yet taken; more would only fill memory. */
export const inFlight = 4;

/** A batch on its way between threads: rows without their lines as one JSON text, which is copied twice as fast as objects. */
export interface PackedBatch {
  readonly rows: string;
  readonly lines: readonly string[];
  readonly delta: ConvertedBatch['delta'];
  readonly done: number;
}

export function packed({ rows, delta, done }: ConvertedBatch): PackedBatch {
  const lines: string[] = [];
  const heads = rows.map(({ json, ...row }) => {
    lines.push(json);
    return row;
  });
  return { rows: JSON.stringify(heads), lines, delta, done };
}

export function unpacked({ rows, lines, delta, done }: PackedBatch): ConvertedBatch {
  // Our own writing of a moment ago: nothing to check.
  const heads = JSON.parse(rows) as Omit<FinishedRow, 'json'>[];
  return { rows: heads.map((row, i) => ({ ...row, json: lines[i] ?? '' })), delta, done };
}

/** One message of the converting worker. The last one is `end`, `problem` or `failure`. */
export type FromConverter =
  | { readonly batch: PackedBatch }
  | { readonly end: true }
  | { readonly problem: { readonly code: ProblemCode; readonly args: ProblemArgs } }
  /** A bug, with its stack. */
  | { readonly failure: string };

/** `taken`: a batch was taken, the next may come. `stop`: nobody wants the rest. */
export type ToConverter = 'taken' | 'stop';
