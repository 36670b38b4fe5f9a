import type { Cancel, Report } from '../lib/cancel';
import type { Method, Params, Parsed, Result } from './operations';

/** Who calls, and how to tell them how far it is. Made at the door. */
export interface Call {
  readonly reviewer: string;
  /** Made at the door for operations that change something, so a retried call is applied once. */
  readonly act_id: string;
  readonly cancel: Cancel;
  readonly report: Report;
}

/** One handler per operation: an operation without one does not compile. Params are already parsed. */
export type Handlers = { readonly [M in Method]: (params: Parsed<M>, call: Call) => Promise<Result<M>> };

/** The engine as every door sees it, whether it runs here, in a worker or behind a socket. */
export interface Engine {
  call<M extends Method>(method: M, params: Params<M>, call?: Partial<Call>): Promise<Result<M>>;
  onChange(listener: (change: Change) => void): { dispose(): void };
  /** Lets go of the store: pending writes are on disk afterwards. */
  close(): Promise<void>;
}

/** What became different; views refresh just that. */
export interface Change {
  /** Traces whose line changed; absent when too many to list (after an import or a purge). */
  readonly traces?: readonly string[];
  readonly all_traces?: boolean;
  readonly labels?: boolean;
  readonly sources?: boolean;
  readonly datasets?: boolean;
}
