import { commands, Disposable, l10n, window, workspace } from 'vscode';
import type { Busy } from '../busy';
import type { Host } from '../host';
import { conversations, number } from '../words';

/** Commands about the store and the process that holds it. */
export function registerStore(host: Host, busy: Busy): Disposable {
  return Disposable.from(
    host.command('loop.store.choose', () => chooseFolder(host)),
    host.command('loop.store.stats', async () => tellStats(host)),
    host.command('loop.store.rebuild', async () => {
      await busy.run(l10n.t('Making the index anew'), (call) => host.engine.call('store.rebuild', {}, call));
      window.setStatusBarMessage(l10n.t('The index was made anew from the log'), 5000);
    }),
    host.command('loop.server.restart', () => host.server.restart()),
    host.command('loop.log.show', () => host.log.show()),
  );
}

/** Asks again where there is a choice; elsewhere the setting is what moves the store. */
async function chooseFolder(host: Host): Promise<void> {
  if ((workspace.workspaceFolders?.length ?? 0) > 1 && !workspace.getConfiguration('loop').get('store.path')) {
    await host.store.forget();
    await host.store.current();
    return;
  }
  const settings = l10n.t('Open Settings');
  const { path } = await host.store.current();
  const answer = await window.showInformationMessage(
    l10n.t('The store is {0}. The setting loop.store.path moves it.', path),
    settings,
  );
  if (answer === settings) await commands.executeCommand('workbench.action.openSettings', 'loop.store.path');
}

async function tellStats(host: Host): Promise<void> {
  const { store, traces, acts, bytes } = await host.engine.call('store.stats', {});
  const megabytes = number(Math.round(Object.values(bytes).reduce((sum, n) => sum + n, 0) / 1e5) / 10);
  void window.showInformationMessage(
    l10n.t('{0}: {1}, acts: {2}, {3} MB', store, conversations(traces), number(acts), megabytes),
  );
}
