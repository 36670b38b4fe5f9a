import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { wire } from '../../../core/protocol/wire';
import type { reportStatus } from '../../../extension/engine/status';
import { until } from '../../support/editor/wait';
import { english, loadHostModule } from './fake-vscode';

describe('what the editor says of its store', () => {
  /** The status bar and the messages of a window, and the server that speaks to it. */
  async function windowWithServer() {
    const bar = new Set<string>();
    const messages: string[] = [];
    const vscode = {
      ...english,
      window: {
        setStatusBarMessage: (text: string) => {
          bar.add(text);
          return { dispose: () => void bar.delete(text) };
        },
        showInformationMessage: (text: string) => messages.push(text),
        showErrorMessage: (text: string) => messages.push(text),
      },
    };
    const module = (await loadHostModule('extension/engine/status.ts', vscode, setImmediate)) as {
      reportStatus: typeof reportStatus;
    };
    let listener: ((params: unknown) => void) | undefined;
    const server = {
      onNotification: (method: string, heard: (params: unknown) => void) => {
        assert.equal(method, wire.status);
        listener = heard;
        return { dispose: () => (listener = undefined) };
      },
    };
    const reporting = module.reportStatus(server as never, { info: () => undefined } as never, (error) =>
      assert.fail(String(error)),
    );
    await until('it to listen', () => listener);
    return {
      bar,
      messages,
      reporting,
      isListening: () => listener !== undefined,
      tell: (state: string, detail?: string) => listener?.({ store: '/s/.loop', state, ...(detail ? { detail } : {}) }),
    };
  }

  it('shows how far an index is that is made anew, for as long as that goes on', async () => {
    const { bar, tell } = await windowWithServer();
    tell('opening');
    assert.deepEqual([...bar], []);
    tell('rebuilding', '12 %');
    tell('rebuilding', '40 %');
    assert.deepEqual([...bar], ['$(sync~spin) Loop: making the index anew 40 %']);
    tell('open');
    assert.deepEqual([...bar], []);
  });

  it('says what was deleted in time, and that a store was lost', async () => {
    const { messages, tell } = await windowWithServer();
    tell('expired', '3');
    tell('lost', 'gone');
    assert.deepEqual(messages, [
      'Conversations that reached the end of their retention were deleted: 3.',
      'The store was lost: gone. Restart the server to open it again.',
    ]);
  });

  it('leaves nothing behind when the window goes', async () => {
    const { bar, tell, reporting, isListening } = await windowWithServer();
    tell('waiting', 'box');
    assert.equal(bar.size, 1);
    reporting.dispose();
    assert.equal(bar.size, 0);
    assert.equal(isListening(), false);
  });
});
