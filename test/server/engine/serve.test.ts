import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, it } from 'mocha';
import type { Change, Engine } from '../../../core/protocol/engine';
import { forwardChanges, type ServingConnection } from '../../../server/doors/serve';

describe('what changed is told to the other side', () => {
  const connectionThat = (sendNotification: ServingConnection['sendNotification']): ServingConnection => ({
    onRequest: () => ({ dispose: () => undefined }),
    sendNotification,
  });

  for (const [name, send] of [
    ['at once', () => assert.fail('Connection is disposed')],
    ['later', () => Promise.reject(new Error('Connection is closed'))],
  ] as const) {
    it(`and nobody minds when it turns out ${name} that it is gone`, async () => {
      let hear: ((change: Change) => void) | undefined;
      const engine: Pick<Engine, 'onChange'> = {
        onChange: (listener) => {
          hear = listener;
          return { dispose: () => undefined };
        },
      };
      let told = 0;
      forwardChanges(
        connectionThat(() => {
          told++;
          return send();
        }),
        engine as Engine,
      );
      hear?.({ traces: ['a'] });
      await turn();
      await turn();
      assert.equal(told, 1);
    });
  }
});
