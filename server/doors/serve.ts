import type { CancellationToken } from 'vscode-jsonrpc';
import { ResponseError } from 'vscode-jsonrpc';
import type { Call, Change, Engine } from '../../core/protocol/engine';
import { isMethod } from '../../core/protocol/operations';
import { callMessage, problemErrorCode, wire } from '../../core/protocol/wire';
import { Problem } from '../../core/lib/problem';

/** The part of a JSON-RPC connection a door needs; the language server's own connection has it too. */
export interface ServingConnection {
  onRequest(method: string, handler: (params: unknown, token: CancellationToken) => Promise<unknown>): { dispose(): void };
  sendNotification(method: string, params: unknown): Promise<void>;
}

/** Answers `loop/call` on a connection with this engine, and tells the other side what changed. */
export function serveEngine(connection: ServingConnection, engine: () => Promise<Engine>): { dispose(): void } {
  const answering = connection.onRequest(wire.call, async (params, token) => {
    try {
      return await answerCall(connection, await engine(), params, token);
    } catch (error) {
      throw toResponseError(error);
    }
  });
  return answering;
}

/**
 * Tells the other side of a connection what changed, a moment later: the answer to the act that changed it goes first,
 * because somebody waits for it, and what has changed makes work on the other side.
 */
export function forwardChanges(connection: ServingConnection, engine: Engine): { dispose(): void } {
  const tell = (change: Change) => notify(connection, wire.changed, change);
  return engine.onChange((change) => void setImmediate(tell, change));
}

/** Answers one `loop/call` message. */
export async function answerCall(
  connection: ServingConnection,
  engine: Engine,
  params: unknown,
  token: CancellationToken,
): Promise<unknown> {
  const message = callMessage.parse(params);
  if (!isMethod(message.method)) throw new Problem('usage', { reason: `There is no operation ${message.method}.` });
  const { progress } = message;
  const call: Partial<Call> = {
    ...(message.reviewer === undefined ? {} : { reviewer: message.reviewer }),
    ...(message.act_id === undefined ? {} : { act_id: message.act_id }),
    cancel: {
      get aborted() {
        return token.isCancellationRequested;
      },
    },
    ...(progress === undefined
      ? {}
      : {
          report: (p) => notify(connection, wire.progress, { token: progress, ...p }),
        }),
  };
  // The engine parses the parameters against the operation's schema; here they are still unknown.
  return engine.call(message.method, message.params as never, call);
}

/** A notification to a peer that has just gone away is nobody's loss, whether that is noticed at once or later. */
function notify(connection: ServingConnection, method: string, params: unknown): void {
  try {
    connection.sendNotification(method, params).catch(ignoreClosed);
  } catch {
    ignoreClosed();
  }
}

function ignoreClosed(): void {
  return;
}

/** A `Problem` crosses the wire as its code and arguments; anything else as an internal error. */
export function toResponseError(error: unknown): ResponseError<unknown> {
  if (error instanceof Problem) {
    return new ResponseError(problemErrorCode, error.message, { problem: { code: error.code, args: error.args } });
  }
  if (error instanceof ResponseError) return error;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new ResponseError(-32603, text);
}
