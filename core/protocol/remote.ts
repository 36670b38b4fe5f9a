import type { Cancel } from '../lib/cancel';
import { never } from '../lib/cancel';
import { isProblemCode, Problem } from '../lib/problem';
import type { Call, Change, Engine } from './engine';
import { operations, type Method, type Params, type Result } from './operations';
import { problemData, wire } from './wire';

/** What an engine behind a wire needs of the connection: any JSON-RPC connection fits after a line of adapting. */
export interface Channel {
  request(method: string, params: unknown, cancel: Cancel): Promise<unknown>;
  onNotification(method: string, listener: (params: unknown) => void): { dispose(): void };
  close(): Promise<void>;
}

/** Makes ids for acts and progress tokens. */
export interface Tokens {
  ulid(): string;
}

/** Turns what a JSON-RPC peer threw back into the `Problem` it was; everything else stays what it is. */
export function problemFrom(error: unknown): unknown {
  const data = error instanceof Error && 'data' in error ? problemData.safeParse(error.data) : undefined;
  if (!data?.success) return error;
  const { code, args } = data.data.problem;
  return isProblemCode(code) ? new Problem(code, args) : error;
}

/** The engine of another thread or process. Acts get their id here, so a call that is sent again is applied once. */
export function remoteEngine(channel: Channel, tokens: Tokens, reviewer?: () => string): Engine {
  const reports = new Map<string, Call['report']>();
  const listeners = new Set<(change: Change) => void>();
  const subscriptions = [
    channel.onNotification(wire.progress, (params) => {
      const { token, ...progress } = params as { token: string } & Parameters<Call['report']>[0];
      reports.get(token)?.(progress);
    }),
    channel.onNotification(wire.changed, (change) => {
      for (const listener of listeners) listener(change as Change);
    }),
  ];
  return {
    async call<M extends Method>(method: M, params: Params<M>, call: Partial<Call> = {}) {
      const { report } = call;
      const token = report && tokens.ulid();
      if (token) reports.set(token, report);
      const name = call.reviewer ?? reviewer?.();
      const message = {
        method,
        params,
        ...(name ? { reviewer: name } : {}),
        ...(operations[method].changes ? { act_id: call.act_id ?? tokens.ulid() } : {}),
        ...(token ? { progress: token } : {}),
      };
      try {
        return (await channel.request(wire.call, message, call.cancel ?? never)) as Result<M>;
      } catch (error) {
        throw problemFrom(error);
      } finally {
        if (token) reports.delete(token);
      }
    },
    onChange(listener) {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    async close() {
      for (const subscription of subscriptions) subscription.dispose();
      await channel.close();
    },
  };
}
