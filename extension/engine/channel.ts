import { Problem } from '../../core/lib/problem';
import type { Cancel } from '../../core/lib/cancel';
import { problemFrom, type Channel } from '../../core/protocol/remote';
import { wire, type LookMessage, type OpenMessage } from '../../core/protocol/wire';

/** A server process that may die and come again under the same name. */
export interface Line {
  /** Starts the process when none runs. Rejects with a JSON-RPC error. */
  request(method: string, params: unknown, cancel: Cancel): Promise<unknown>;
  onNotification(method: string, listener: (params: unknown) => void): { dispose(): void };
  /** Another process answers than before: it knows no store yet. */
  onFresh(listener: () => void): { dispose(): void };
}

/** JSON-RPC codes of a request that fell with its connection, and of one that was stopped. */
const lostCodes: ReadonlySet<unknown> = new Set([-32097, -32096, -32099]);
const stoppedCodes: ReadonlySet<unknown> = new Set([-32800, -32802]);

/**
 * A channel that tells each fresh process which store to open before the first call. A call that falls with its process
 * is sent once more to the next one: acts carry their id, so that is safe.
 */
export function storeChannel(line: Line, open: () => Promise<OpenMessage>): Channel & { reopen(): void } {
  let opened: Promise<unknown> | undefined;
  const forget = () => (opened = undefined);
  const fresh = line.onFresh(forget);

  const ready = () => {
    opened ??= open().then((message) => line.request(wire.open, message, { aborted: false }));
    const current = opened;
    return current.catch((error: unknown) => {
      if (opened === current) forget();
      throw error;
    });
  };
  const send = async (method: string, params: unknown, cancel: Cancel) => {
    await ready();
    if (cancel.aborted) throw new Problem('cancelled');
    return line.request(method, params, cancel);
  };
  return {
    async request(method, params, cancel) {
      try {
        return await send(method, params, cancel).catch((error: unknown) => {
          if (!hasCode(error, lostCodes) || cancel.aborted) throw error;
          return send(method, params, cancel);
        });
      } catch (error) {
        throw failureOf(error);
      }
    },
    onNotification: (method, listener) => line.onNotification(method, listener),
    /** The next call names the store anew. */
    reopen: forget,
    async close() {
      fresh.dispose();
      await Promise.resolve();
    },
  };
}

/** A channel for looks while there is no store: each call is answered as an empty store would, and nothing is made on disk. */
export function lookChannel(line: Line, open: () => LookMessage['open']): Channel {
  return {
    request: (_method, call, cancel) =>
      line.request(wire.look, { open: open(), call }, cancel).catch((error: unknown) => {
        throw failureOf(error);
      }),
    onNotification: (method, listener) => line.onNotification(method, listener),
    close: () => Promise.resolve(),
  };
}

function failureOf(error: unknown): unknown {
  return hasCode(error, stoppedCodes) ? new Problem('cancelled') : problemFrom(error);
}

function hasCode(error: unknown, codes: ReadonlySet<unknown>): boolean {
  return error instanceof Error && 'code' in error && codes.has(error.code);
}
