import type { EventBody, EventOf, EventType } from '../../../core/log/events';
import type { TraceHeader } from '../log/trace-line';
import type { Db } from '../index/db';
import type { Words } from '../index/words';
import type { LabelForest } from './label-forest';

/** Where a line is: the segment's number in the index, and the bytes in it (line end included). */
export interface Place {
  readonly seg: number;
  readonly offset: number;
  readonly length: number;
}

/** An act on its way into the index. `a` is its number there, `at` milliseconds. */
export interface FoldedAct<B extends EventBody = EventBody> {
  readonly a: number;
  readonly id: string;
  readonly at: number;
  readonly by: string;
  readonly place: Place;
  readonly body: B;
}

/** What the folding functions work with. */
export interface FoldContext {
  readonly db: Db;
  readonly words: Words;
  readonly labels: LabelForest;
  /** The number of a trace; that of a ghost when the trace is not here (yet). */
  numberOf(trace: string): number;
  /** This trace's line has to be worked out again before the transaction ends; `acts`: what kinds of acts it has from now on. */
  touch(n: number, acts?: number): void;
  /** The same, and its labels, attributes, pin and taints too. */
  touchMarks(n: number): void;
  /** Whether any act was ever taken back. */
  anyRetracted: boolean;
  /** Labels moved: all counts by label are made anew before the transaction ends. */
  recountLabels(): void;
  /** The header in front of the trace's line; undefined for a ghost. */
  headerOf(n: number): TraceHeader | undefined;
  /** Traces that are here may have been purged: look for them before the transaction ends. */
  sweep(): void;
  /** These bytes belong to a purged conversation and have to go once the act naming them is on disk. */
  scrub(place: Place): void;
}

/** How one type of act changes the index. Order of arrival must not matter. */
export type Fold<T extends EventType> = (context: FoldContext, act: FoldedAct<EventOf<T>>) => void;

/** Whether (at, id) is later than another stamp: the order in which acts override one another. */
export function isLater(a: { at: number; id: string }, b: { at: number; id: string }): boolean {
  return a.at > b.at || (a.at === b.at && a.id > b.id);
}
