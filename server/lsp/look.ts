import type { CancellationToken, Connection } from 'vscode-languageserver/node';
import { Problem } from '../../core/lib/problem';
import type { Engine } from '../../core/protocol/engine';
import { isMethod, operations } from '../../core/protocol/operations';
import { lookMessage, wire, type OpenMessage } from '../../core/protocol/wire';
import { answerCall, toResponseError } from '../doors/serve';
import { passingEngine } from '../engine/passing';

/** Answers looks of an editor that has no store: each in an empty store that is gone afterwards. */
export function answerLooks(connection: Connection, start: (options: OpenMessage) => Promise<Engine>): void {
  connection.onRequest(wire.look, async (params: unknown, token: CancellationToken) => {
    try {
      return await look(connection, start, params, token);
    } catch (error) {
      throw toResponseError(error);
    }
  });
}

/** @throws Problem `usage` for an act */
async function look(
  connection: Connection,
  start: (options: OpenMessage) => Promise<Engine>,
  params: unknown,
  token: CancellationToken,
): Promise<unknown> {
  const { open, call } = lookMessage.parse(params);
  if (!isMethod(call.method) || operations[call.method].changes)
    throw new Problem('usage', { reason: `${call.method} is no look.` });
  const engine = await passingEngine((store) => start({ ...open, store }));
  try {
    return await answerCall(connection, engine, call, token);
  } finally {
    await engine.close();
  }
}
