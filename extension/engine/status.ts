import { l10n, window, type LogOutputChannel } from 'vscode';
import type * as z from 'zod';
import type { statusMessage } from '../../core/protocol/wire';
import type { Line } from './channel';

type Status = z.infer<typeof statusMessage>;
interface Closable {
  dispose(): void;
}

/** Says what the engine reports of its store: an earlier owner waited for, an index being made anew, recordings whose time was up, a store it lost. */
export function reportStatus(server: Line, log: LogOutputChannel, fail: (error: unknown) => void): Closable {
  let shown: Closable | undefined;
  const say = ({ state, detail = '' }: Status) => {
    log.info(`store: ${state} ${detail}`);
    shown?.dispose();
    shown = sayUnderWay(state, detail);
    if (state === 'expired') {
      const words = l10n.t('Conversations that reached the end of their retention were deleted: {0}.', detail);
      void window.showInformationMessage(words);
    }
    if (state === 'lost') {
      void window.showErrorMessage(l10n.t('The store was lost: {0}. Restart the server to open it again.', detail));
    }
  };
  const listening = listen(server, say, fail);
  return {
    dispose() {
      shown?.dispose();
      listening.dispose();
    },
  };
}

function sayUnderWay(state: Status['state'], detail: string): Closable | undefined {
  if (state === 'rebuilding') return window.setStatusBarMessage(l10n.t('$(sync~spin) Loop: making the index anew {0}', detail));
  if (state !== 'waiting') return undefined;
  return window.setStatusBarMessage(l10n.t('$(sync~spin) Loop: waiting to see whether the store is still open on {0}', detail));
}

/** The schemas are loaded once activation is over. */
function listen(server: Line, say: (status: Status) => void, fail: (error: unknown) => void): Closable {
  let listening: Closable | undefined;
  let over = false;
  const begin = async () => {
    const { statusMessage, wire } = await import('../../core/protocol/wire');
    if (over) return;
    listening = server.onNotification(wire.status, (params) => {
      const parsed = statusMessage.safeParse(params);
      if (parsed.success) say(parsed.data);
    });
  };
  setImmediate(() => void begin().catch(fail));
  return {
    dispose() {
      over = true;
      listening?.dispose();
    },
  };
}
