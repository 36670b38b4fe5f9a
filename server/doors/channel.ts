import { CancellationTokenSource, type MessageConnection } from 'vscode-jsonrpc';
import type { Cancel } from '../../core/lib/cancel';
import type { Channel } from '../../core/protocol/remote';

/** How often a running call looks whether its caller still wants it, in milliseconds. */
const cancelPoll = 50;

/** A JSON-RPC connection as the channel of a remote engine. */
export function channelOf(connection: MessageConnection): Channel {
  return {
    async request(method, params, cancel) {
      const source = new CancellationTokenSource();
      const watching = watch(cancel, () => source.cancel());
      try {
        return await connection.sendRequest(method, params, source.token);
      } finally {
        clearInterval(watching);
        source.dispose();
      }
    },
    onNotification: (method, listener) => connection.onNotification(method, listener),
    close() {
      connection.end();
      connection.dispose();
      return Promise.resolve();
    },
  };
}

/** `Cancel` is asked, not listened to: core has no events. */
function watch(cancel: Cancel, stop: () => void): NodeJS.Timeout | undefined {
  if (!('aborted' in cancel) || Object.isFrozen(cancel)) return undefined;
  const timer = setInterval(() => {
    if (!cancel.aborted) return;
    clearInterval(timer);
    stop();
  }, cancelPoll);
  timer.unref();
  return timer;
}
