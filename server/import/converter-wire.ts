import type { ProblemArgs, ProblemCode } from '../../core/lib/problem';
import type { ConvertedBatch } from './convert';

/** Batches given out and not yet taken; more would only fill memory. */
export const inFlight = 4;

/** One message of the converting worker. The last one is `end`, `problem` or `failure`. */
export type FromConverter =
  | { readonly batch: ConvertedBatch }
  | { readonly end: true }
  | { readonly problem: { readonly code: ProblemCode; readonly args: ProblemArgs } }
  /** A bug, with its stack. */
  | { readonly failure: string };

/** `taken`: a batch was taken, the next may come. `stop`: nobody wants the rest. */
export type ToConverter = 'taken' | 'stop';
