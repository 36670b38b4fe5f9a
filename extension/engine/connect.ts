import { workspace } from 'vscode';
import { actIds } from '../../core/log/act-ids';
import type { Engine } from '../../core/protocol/engine';
import type { OpenMessage } from '../../core/protocol/wire';
import type { Server } from '../language/server';
import type { StoreLocation } from '../store/location';
import { emptyUntilThere } from './absent';
import { lazyEngine } from './lazy';
import { currentReviewer } from './reviewer';

/** The engine in the server process, over the language client. */
export function connectEngine(server: Server, store: StoreLocation, fail: (error: unknown) => void): Engine {
  const engine = lazyEngine(async () => {
    const { storeChannel } = await import('./channel');
    const { remoteEngine } = await import('../../core/protocol/remote');
    const { monotonicFactory } = await import('ulid');
    let reviewer = await currentReviewer();
    const rename = () => void currentReviewer().then((name) => (reviewer = name), fail);
    const channel = storeChannel(server, () => openMessage(store, reviewer));
    const settings = workspace.onDidChangeConfiguration((e) => {
      if (e.affectsConfiguration('loop.reviewer')) rename();
      // What is masked is decided where the store is opened: a new process opens it with the new rules.
      if (e.affectsConfiguration('loop.redaction') || e.affectsConfiguration('loop.grade')) void server.restart().catch(fail);
    });
    const moved = store.onChange(() => {
      if (!store.known) channel.reopen();
    });
    const trusted = workspace.onDidGrantWorkspaceTrust(rename);
    const remote = remoteEngine(channel, actIds(monotonicFactory()), () => reviewer);
    return {
      ...remote,
      async close() {
        for (const subscription of [settings, moved, trusted]) subscription.dispose();
        await remote.close();
      },
    };
  });
  const looks = lazyEngine(async () => {
    const { lookChannel } = await import('./channel');
    const { remoteEngine } = await import('../../core/protocol/remote');
    const { monotonicFactory } = await import('ulid');
    return remoteEngine(
      lookChannel(server, () => ({ redaction: redaction() })),
      actIds(monotonicFactory()),
    );
  });
  return emptyUntilThere(engine, looks, () => store.exists());
}

async function openMessage(store: StoreLocation, reviewer: string): Promise<OpenMessage> {
  const { path } = await store.current();
  return {
    store: path,
    reviewer,
    folders: (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath),
    grade_on_arrival: workspace.getConfiguration('loop.grade').get('onArrival', false),
    redaction: redaction(),
  };
}

function redaction(): NonNullable<OpenMessage['redaction']> {
  const settings = workspace.getConfiguration('loop.redaction');
  const list = (key: string) => settings.get<string[]>(key, []);
  return { off: list('off'), on: list('on'), patterns: list('patterns'), allow: list('allow') };
}
