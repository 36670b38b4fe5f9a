import { workspace } from 'vscode';
import type { Engine } from '../../core/protocol/engine';
import type { OpenMessage } from '../../core/protocol/wire';
import type { Server } from '../language/server';
import type { StoreLocation } from '../store/location';
import { lazyEngine } from './lazy';
import { reviewerName } from './reviewer';

/** The engine in the server process, over the language client. */
export function connectEngine(server: Server, store: StoreLocation): Engine {
  return lazyEngine(async () => {
    const { storeChannel } = await import('./channel');
    const { remoteEngine } = await import('../../core/protocol/remote');
    const { monotonicFactory } = await import('ulid');
    const channel = storeChannel(server, () => openMessage(store));
    const again = [
      store.onChange(() => void (store.known ?? channel.reopen())),
      workspace.onDidChangeConfiguration((e) => sections.some((s) => e.affectsConfiguration(s)) && channel.reopen()),
      workspace.onDidGrantWorkspaceTrust(() => channel.reopen()),
    ];
    const engine = remoteEngine(channel, { ulid: monotonicFactory() });
    return {
      ...engine,
      async close() {
        for (const subscription of again) subscription.dispose();
        await engine.close();
      },
    };
  });
}

const sections = ['loop.reviewer', 'loop.redaction'];

async function openMessage(store: StoreLocation): Promise<OpenMessage> {
  const settings = workspace.getConfiguration('loop.redaction');
  const list = (key: string) => settings.get<string[]>(key, []);
  const { path } = await store.current();
  return {
    store: path,
    reviewer: await reviewerName(),
    redaction: { off: list('off'), on: list('on'), patterns: list('patterns'), allow: list('allow') },
  };
}
